/// The widths of letters without an installed typeface: DejaVu Sans, the typeface of pictures, and IPAGothic
/// for East Asian letters.
///
/// The same on all machines, so that the size of a label that a script reads is the same too. Kerning is
/// ignored.
///
/// - Units: parts of the point size.
struct FontMetrics {
  private let widths: StaticString
  private let joined: StaticString

  static let regular = FontMetrics(widths: regularWidths, joined: regularJoined)
  static let bold = FontMetrics(widths: boldWidths, joined: boldJoined)

  /// The distance between lines.
  static let lineHeight = (ascent + descent) / unitsPerEm

  /// Whether letters are as wide as they are high.
  ///
  /// - Source: the wide blocks of Unicode's EastAsianWidth, in coarse ranges.
  static func isWide(_ code: UInt32) -> Bool {
    guard code >= 0x1100 else { return false }
    return code <= 0x115f || (0x2e80...0xa4cf).contains(code) || (0xac00...0xd7a3).contains(code)
      || (0xf900...0xfaff).contains(code) || (0xfe30...0xfe6f).contains(code)
      || (0xff00...0xff60).contains(code) || (0xffe0...0xffe6).contains(code)
      || (0x1f300...0x1faff).contains(code) || (0x20000...0x3fffd).contains(code)
  }

  /// The width of letters of unknown typefaces.
  private static let otherWidth = 0.6

  /// The width of an isolated letter.
  func width(_ code: UInt32) -> Double {
    if let known = entry(code) { return known }
    if FontMetrics.isWide(code) { return 1 }
    // Half-width kana; then invisible joiners, direction marks and breaks.
    if (0xff61...0xff9f).contains(code) { return 0.5 }
    if code < 0x20 || (0x200b...0x200f).contains(code) || (0xfe00...0xfe0f).contains(code) || code == 0xfeff {
      return 0
    }
    return FontMetrics.otherWidth
  }

  private func entry(_ code: UInt32) -> Double? {
    var before = 0
    for block in FontMetrics.blocks {
      if code < block.lowerBound { return nil }
      if code <= block.upperBound {
        return FontMetrics.number(widths, before + Int(code - block.lowerBound))
      }
      before += block.count
    }
    return nil
  }

  /// The width of an Arabic letter in a joined form; nil if the letter has no such form.
  func width(_ code: UInt32, _ form: ArabicForm) -> Double? {
    guard FontMetrics.arabic.contains(code) else { return nil }
    let place = Int(code - FontMetrics.arabic.lowerBound)
    switch form {
    case .isolated: return entry(code)
    case .final, .initial, .medial:
      return FontMetrics.number(joined, (form.rawValue - 1) * FontMetrics.arabic.count + place)
    }
  }

  /// The width of the ligature of lam and alef.
  func ligatureWidth(isJoined: Bool) -> Double {
    FontMetrics.number(joined, 3 * FontMetrics.arabic.count + (isJoined ? 1 : 0)) ?? FontMetrics.otherWidth
  }

  /// The number at a position of a table; nil if the table marks it as missing.
  private static func number(_ table: StaticString, _ place: Int) -> Double? {
    guard place >= 0, 2 * place + 1 < table.utf8CodeUnitCount else { return nil }
    let pair = table.utf8Start + 2 * place
    let units = (Int(pair[0]) - 48) * 64 + Int(pair[1]) - 48
    return units == 4095 ? nil : Double(units) / unitsPerEm
  }
}

/// The joined form of an Arabic letter; raw values are the order in the generated tables.
enum ArabicForm: Int {
  case isolated, final, initial, medial
}
