import Geo

/// Some words of a question that follow one another, and what they may be the name of.
struct SearchSpan {
  var range: Range<Int>
  var key: String
  /// Places by number, the most important first.
  var places: [UInt32] = []
  /// Rows of `areas`.
  var areas: [SearchArea] = []
  /// Rows of `street_terms`.
  var streets: [UInt32] = []
  /// 1 for words as they stand; less where they had to be mended.
  var quality = 1.0
}

/// An area that words may mean.
struct SearchArea: Hashable {
  var row: Int64
  var kind: AreaKind
  var code: String
}
