/// Untrusted texts, such as names from servers, files and other devices, made safe for a terminal.
package enum PlainText {
  /// A text in one line without terminal control characters and without marks that change the direction of
  /// the text after them.
  ///
  /// It keeps marks that direct a single letter, because names in Arabic and Hebrew need them.
  /// - Source: Unicode Standard Annex 9, section 2 (embeddings, overrides, isolates); 2.6 (implicit marks).
  package static func line(_ text: String) -> String { plain(text, keeping: []) }

  /// The same for a text of several lines; tabs may indent them.
  package static func lines(_ text: String) -> String { plain(text, keeping: ["\n", "\t"]) }

  /// A word as a shell reads it.
  package static func shellWord(_ word: String) -> String {
    let isPlain =
      !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-/".contains($0)) }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  private static func plain(_ text: String, keeping kept: [Unicode.Scalar]) -> String {
    guard text.unicodeScalars.contains(where: { !isPlain($0) && !kept.contains($0) }) else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isPlain(scalar) || kept.contains(scalar) {
        plain.append(scalar)
      } else if scalar.properties.isWhitespace {
        // Whitespace controls still separate words.
        plain.append(" ")
      }
    }
    return String(plain)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }
}
