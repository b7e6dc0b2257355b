/// Collects the texts of a pack, storing recently repeated texts once.
struct PackStrings {
  private(set) var bytes: [UInt8] = []
  private var known: [String: PackText] = [:]

  /// - Parameter isShared: whether the text is likely to come again.
  mutating func add(_ text: String, isShared: Bool = false) -> PackText {
    guard !text.isEmpty else { return PackText() }
    if isShared, let known = known[text] { return known }
    // Offsets have 32 bits, and names are limited in length.
    let utf8 = text.utf8.prefix(4096)
    guard bytes.count <= Int(UInt32.max) - utf8.count else { return PackText() }
    let place = PackText(offset: UInt32(bytes.count), length: UInt32(utf8.count))
    bytes.append(contentsOf: utf8)
    if isShared { known[text] = place }
    return place
  }

  /// The name in the form of a record.
  mutating func addName(_ text: String) -> PackName { PackName(short: text) ?? PackName(add(text)) }
}

/// Texts in the order of their first use, numbered from 1.
struct PackNumbers {
  private(set) var texts: [String] = []
  private var numbers: [String: Int] = [:]

  /// The number of a text; 0 for the empty one.
  mutating func number(_ text: String) -> Int {
    guard !text.isEmpty else { return 0 }
    if let known = numbers[text] { return known }
    texts.append(text)
    numbers[text] = texts.count
    return texts.count
  }
}

extension Array where Element: BitwiseCopyable {
  /// The bytes of its elements in memory, little-endian on every platform that Swift supports.
  var packed: [UInt8] { withUnsafeBytes { Array<UInt8>($0) } }
}
