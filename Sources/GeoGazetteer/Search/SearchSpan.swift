import Geo

/// Some words of a question, and what they may name.
struct SearchSpan {
  /// The words, one bit each.
  var words: UInt64
  var key: String
  /// Places by number, the most important first.
  var places: [UInt32] = []
  var areas: [SearchArea] = []
  /// Rows of `street_terms`.
  var streets: [UInt32] = []
  /// 1 for words as written; less if they were corrected or are only part of the name.
  var quality = 1.0
  /// Whether its key is a name that the words only resemble.
  var isMended = false

  /// Whether it may be a postal code.
  var isCode: Bool { key.utf8.contains { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } }

  /// Whether it may be the code of an airport, which lists have among the names of its city.
  var isAirportCode: Bool { key.utf8.count == 3 && key.utf8.allSatisfy { 0x61...0x7a ~= $0 } }

  static func words(_ range: Range<Int>) -> UInt64 {
    range.reduce(0) { $0 | 1 << UInt64($1) }
  }
}

/// An area that the words may mean.
struct SearchArea: Hashable {
  var kind: AreaKind
  var code: String
}

/// A word of a question in a name's spelling.
struct SearchCorrection {
  var index: Int
  var word: String
}
