/// The meaning of a color's components; every color is stored in sRGB.
///
/// - Source: Apple's CGColorSpace.h.
public final class CGColorSpace: Sendable {
  public enum Model: Int, Sendable {
    case gray, rgb, cmyk
  }

  public let model: Model

  private init(_ model: Model) { self.model = model }

  public static let deviceGray = CGColorSpace(.gray)
  public static let deviceRGB = CGColorSpace(.rgb)
  public static let deviceCMYK = CGColorSpace(.cmyk)

  /// The number of components of a color, without its alpha.
  public var numberOfComponents: Int {
    switch model {
    case .gray: 1
    case .rgb: 3
    case .cmyk: 4
    }
  }

  /// The space of colors with this many components, including alpha; nil if there is none.
  public static func space(of count: Int) -> CGColorSpace? {
    switch count {
    case 1, 2: deviceGray
    case 3, 4: deviceRGB
    case 5: deviceCMYK
    default: nil
    }
  }

  /// Returns the color of these components from 0 to 1, optionally with alpha; nil for a wrong count.
  public func color(_ components: some RandomAccessCollection<Double>) -> UIColor? {
    let parts = Array(components)
    guard (numberOfComponents...numberOfComponents + 1).contains(parts.count) else { return nil }
    let alpha = parts.count > numberOfComponents ? parts[numberOfComponents] : 1
    switch model {
    case .gray: return UIColor(white: parts[0], alpha: alpha)
    case .rgb: return UIColor(red: parts[0], green: parts[1], blue: parts[2], alpha: alpha)
    case .cmyk:
      return UIColor(cyan: parts[0], magenta: parts[1], yellow: parts[2], black: parts[3], alpha: alpha)
    }
  }
}

extension UIColor {
  /// From printing inks, ignoring their appearance on paper.
  ///
  /// - Source: PostScript Language Reference, third edition, section 7.2.4.
  public convenience init(cyan: Double, magenta: Double, yellow: Double, black: Double, alpha: Double = 1) {
    self.init(
      red: 1 - min(1, cyan + black), green: 1 - min(1, magenta + black), blue: 1 - min(1, yellow + black),
      alpha: alpha)
  }
}
