import Geo

/// The words of a name or a question as they are compared: folded, and in one spelling of those that people shorten.
struct SearchWords {
  private(set) var words: [String] = []
  /// The same as they are written: what is misspelt is seldom shortened.
  private(set) var written: [String] = []
  private var folded: [UInt8] = []

  /// What makes names with more words than that comparable still.
  static let mostBytes = 240

  /// Replaces the words by those of another text.
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

  /// The words as one, by which names are looked up: `New York`, `Newyork` and `new-york` are one name.
  var key: String { SearchWords.key(of: words) }

  static func key(of words: some Sequence<String>) -> String {
    var key = ""
    for word in words {
      guard key.utf8.count + word.utf8.count <= mostBytes else { break }
      key += word
    }
    return key
  }
}
