/// Folds texts so that spellings of one name compare equal: without case, accents, points, widths and
/// punctuation.
///
/// - Shape: words of Unicode letters, marks and numbers, with one space between them and none around.
///   Katakana become full-size hiragana, digits become ASCII; apostrophes are dropped, other signs separate
///   words.
/// - Source: Unicode's NFKD and case folding by scripts/generate/folding.py, which lists what goes beyond them.
public struct TextFolding: Sendable {
  /// The page of ``values`` for a code point's upper bits.
  private let pages: [UInt16]
  /// 0 for unchanged code points, else ``folded`` with the offset and length of the text in ``texts``.
  private let values: [UInt32]
  private let texts: [UInt8]

  private static let folded: UInt32 = 1 << 31
  private static let pageBits: UInt32 = 8
  static let space = UInt8(ascii: " ")

  /// Built at the first use.
  public static let shared = TextFolding()

  private init() {
    var maker = TextFoldingTable()
    maker.read(TextFolding.table)
    (pages, values, texts) = maker.paged(bits: TextFolding.pageBits, mark: TextFolding.folded)
  }

  /// Returns `text` folded.
  public static func fold(_ text: String) -> String {
    var bytes: [UInt8] = []
    shared.fold(text, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends `text` folded, as UTF-8.
  public func fold(_ text: String, into bytes: inout [UInt8]) {
    let start = bytes.count
    for scalar in text.unicodeScalars { append(scalar, to: &bytes, from: start) }
    if bytes.count > start, bytes[bytes.count - 1] == TextFolding.space { bytes.removeLast() }
  }

  private func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8], from start: Int) {
    let code = scalar.value
    let page = UInt32(pages[Int(code >> TextFolding.pageBits)])
    let value = values[Int(page << TextFolding.pageBits | code & (1 << TextFolding.pageBits - 1))]
    guard value != 0 else {
      if code < 0x80 {
        bytes.append(UInt8(code))
      } else if !compose(code, onto: &bytes, from: start) {
        bytes.append(contentsOf: scalar.utf8)
      }
      return
    }
    let offset = Int((value & ~TextFolding.folded) >> 8)
    for at in offset..<offset + Int(value & 0xff) {
      let byte = texts[at]
      if byte == TextFolding.space, bytes.count == start || bytes[bytes.count - 1] == byte { continue }
      bytes.append(byte)
    }
  }
}
