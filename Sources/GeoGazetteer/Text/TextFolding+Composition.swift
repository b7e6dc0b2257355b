/// Composes what some systems write as separate code points: voiced kana and Hangul syllables.
extension TextFolding {
  /// Joins a code point to the letter before it; false if they do not combine.
  func compose(_ code: UInt32, onto bytes: inout [UInt8], from start: Int) -> Bool {
    // All characters that combine take three bytes.
    guard bytes.count >= start + 3, let joined = TextFolding.joined(last(of: bytes), code) else {
      return false
    }
    bytes.removeLast(3)
    bytes.append(contentsOf: joined.utf8)
    return true
  }

  private func last(of bytes: [UInt8]) -> UInt32 {
    let lead = bytes[bytes.count - 3]
    guard lead & 0xf0 == 0xe0 else { return 0 }
    return UInt32(lead & 0x0f) << 12 | UInt32(bytes[bytes.count - 2] & 0x3f) << 6
      | UInt32(bytes[bytes.count - 1] & 0x3f)
  }

  /// - Source: The Unicode Standard 14.0, section 3.12, for Hangul; the order of the code chart for kana.
  private static func joined(_ first: UInt32, _ second: UInt32) -> Unicode.Scalar? {
    switch (first, second) {
    // Leading consonant and vowel, then a trailing consonant.
    case (0x1100...0x1112, 0x1161...0x1175):
      Unicode.Scalar(0xac00 + ((first - 0x1100) * 21 + second - 0x1161) * 28)
    case (0xac00...0xd7a3, 0x11a8...0x11c2) where (first - 0xac00) % 28 == 0:
      Unicode.Scalar(first + second - 0x11a7)
    // Ka to ti, tu to to: each before its voiced form; ha to ho: each before its voiced and half voiced ones.
    case (0x304b...0x3061, 0x3099) where first % 2 == 1: Unicode.Scalar(first + 1)
    case (0x3064...0x3068, 0x3099) where first % 2 == 0: Unicode.Scalar(first + 1)
    case (0x306f...0x307b, 0x3099...0x309a) where first % 3 == 0: Unicode.Scalar(first + second - 0x3098)
    case (0x3046, 0x3099): Unicode.Scalar(0x3094 as UInt32)
    default: nil
    }
  }
}
