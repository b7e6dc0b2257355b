/// Shapes of postal codes: 9 for a digit, a for a letter.
enum PostalShape {
  static func of(_ word: String) -> String {
    guard word.utf8.count <= 7 else { return "" }
    return String(
      decoding: word.utf8.map { (byte: UInt8) -> UInt8 in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "9")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt8(ascii: "a")
        default: UInt8(ascii: "-")
        }
      }, as: UTF8.self)
  }

  /// Whether a word is a complete Canadian or British code without its space.
  static func isWithoutSpace(_ word: String) -> Bool {
    ["a9a9a9", "a99aa", "a999aa", "aa99aa", "aa999aa", "a9a9aa", "aa9a9aa"].contains(of(word))
  }
}
