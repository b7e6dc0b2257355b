import Geo

/// The words of a name or a question in comparable form: folded, with abbreviations normalized.
struct SearchWords {
  private(set) var words: [String] = []
  /// The words as written: misspelled words are rarely abbreviations.
  private(set) var written: [String] = []
  private var folded: [UInt8] = []

  /// Keeps names with more words than the limit comparable.
  static let mostBytes = 240

  /// Replaces the words with those of another text.
  mutating func read(_ text: String) {
    words.removeAll(keepingCapacity: true)
    written.removeAll(keepingCapacity: true)
    folded.removeAll(keepingCapacity: true)
    TextFolding.shared.fold(text, into: &folded)
    for word in folded.split(separator: UInt8(ascii: " ")) {
      let word = String(decoding: word, as: UTF8.self)
      written.append(word)
      words.append(SearchAbbreviations.short(word))
    }
  }

  init() {}
  init(_ text: String) { read(text) }

  /// The words joined into the lookup key: `New York`, `Newyork` and `new-york` are one name.
  var key: String { SearchWords.key(of: words) }

  /// Whether its first words joined are a key: `New York City` begins with `newyork`, Athens does not with `ath`.
  func begins(with key: String) -> Bool {
    let own = self.key
    guard own.hasPrefix(key), own != key else { return own == key }
    // Scripts without spaces have no words to count.
    if key.unicodeScalars.last?.isWithoutSpaces == true { return true }
    var length = 0
    for word in words where length < key.utf8.count { length += word.utf8.count }
    return length == key.utf8.count
  }

  static func key(of words: some Sequence<String>) -> String {
    var key = ""
    for word in words {
      guard key.utf8.count + word.utf8.count <= mostBytes else { break }
      key += word
    }
    return key
  }
}
