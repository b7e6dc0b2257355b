/// A typeface at a size.
public final class UIFont: Hashable, Sendable {
  /// The system font is called `.SFUI-Regular`, in bold `.SFUI-Bold`; the drawing code chooses an available
  /// typeface.
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
