/// A typeface at a size.
public final class UIFont: Hashable, Sendable {
  /// The system's own is called `.SFUI-Regular`, bold `.SFUI-Bold`; what draws chooses what it has.
  public let fontName: String
  /// - Units: points.
  public let pointSize: Double

  public static let labelFontSize = 17.0
  public static let buttonFontSize = 18.0
  public static let systemFontSize = 14.0
  public static let smallSystemFontSize = 12.0

  public init(name: String, size: Double) {
    fontName = name
    pointSize = size
  }

  public static func systemFont(ofSize size: Double) -> UIFont { UIFont(name: ".SFUI-Regular", size: size) }
  public static func boldSystemFont(ofSize size: Double) -> UIFont { UIFont(name: ".SFUI-Bold", size: size) }

  public static func == (a: UIFont, b: UIFont) -> Bool {
    a.fontName == b.fontName && a.pointSize == b.pointSize
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(fontName)
    hasher.combine(pointSize)
  }
}

extension UIFont {
  /// How many lines one line of a text is broken into at most.
  private static let mostLines = 1e6

  /// Returns about the size of `text`, each line of it on its own: half the point size to a letter, all of it to an
  /// East Asian one, and 1.2 times the point size to a line.
  ///
  /// An estimate of ours, for a model without a typeface; what draws measures.
  ///
  /// - Source: the wide blocks of Unicode's EastAsianWidth, in coarse ranges.
  func estimate(_ text: String, width limit: Double = .infinity, lines most: Int = 0) -> CGSize {
    guard !text.isEmpty else { return .zero }
    var widest = 0.0
    var count = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let width = line.reduce(0) { $0 + ($1.isWide ? pointSize : pointSize / 2) }
      let rows = limit > 0 && limit.isFinite ? (width / limit).rounded(.up) : 1
      // A font or a limit may be such that no number of lines is right.
      count += rows > 1 ? Int(min(rows, UIFont.mostLines)) : 1
      widest = max(widest, limit > 0 ? min(width, limit) : width)
    }
    if most > 0 { count = min(count, most) }
    return CGSize(width: widest, height: Double(count) * pointSize * 1.2)
  }
}

extension Character {
  fileprivate var isWide: Bool {
    guard let scalar = unicodeScalars.first?.value, scalar >= 0x1100 else { return false }
    return scalar <= 0x115f || (0x2e80...0xa4cf).contains(scalar) || (0xac00...0xd7a3).contains(scalar)
      || (0xf900...0xfaff).contains(scalar) || (0xfe30...0xfe6f).contains(scalar)
      || (0xff00...0xff60).contains(scalar) || (0x1f300...0x1faff).contains(scalar)
      || (0x20000...0x3fffd).contains(scalar)
  }
}
