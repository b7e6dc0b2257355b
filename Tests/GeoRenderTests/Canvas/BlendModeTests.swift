import Geo
import Testing

@testable import GeoRender

/// Every mode against its formula: PDF 1.7 §11.3.5 for those that mix colors, Porter and Duff 1984 for those that
/// compose, CSS Compositing Level 2 for plus-darker.
@Suite struct BlendModeTests {
  private typealias Color = [Double]

  private static let below = UIColor(red: 0.8, green: 0.4, blue: 0.1, alpha: 0.7)
  private static let above = UIColor(red: 0.2, green: 0.6, blue: 0.7, alpha: 0.6)

  @Test(arguments: CGBlendMode.allCases)
  func aModeMixesAsItsFormulaSays(_ mode: CGBlendMode) throws {
    for (below, above) in [
      (Self.below, Self.above), (Self.below.withAlphaComponent(1), Self.above.withAlphaComponent(1)),
      (Self.above, Self.below.withAlphaComponent(1)), (.clear, Self.above), (Self.below, .clear),
    ] {
      let dots = try Dots(4, 4) { context in
        context.fill(below, 0, 0, 4, 4)
        context.state.blending.mode = mode
        context.fill(above, 0, 0, 4, 4)
      }
      let expected = Self.mixed(above, below, mode)
      #expect(dots[1, 1].isNear(expected, 3), "\(mode): \(dots[1, 1]), not \(expected)")
    }
  }

  /// Cairo's own operators clear what is around a shape in some modes.
  @Test(arguments: CGBlendMode.allCases)
  func aModeChangesNothingAroundTheShape(_ mode: CGBlendMode) throws {
    let dots = try Dots { context in
      context.fill(.red, 0, 0, 20, 20)
      context.state.blending.mode = mode
      context.fill(UIColor(white: 0.5, alpha: 0.5), 5, 5, 5, 5)
      context.state.pen.width = 2
      context.stroke(CGPath([(2, 15), (18, 15)]))
      context.draw(TextBlock("l", font: .systemFont(ofSize: 5)), at: CGPoint(x: 14, y: 4))
    }
    for (x, y) in [(0, 0), (3, 7), (12, 7), (10, 18), (0, 15), (19, 15), (19, 19)] {
      #expect(dots[x, y] == .red, "\(mode) at \(x), \(y)")
    }
  }

  private static func mixed(_ s: UIColor, _ d: UIColor, _ mode: CGBlendMode) -> Dot {
    let (a, b) = (s.alpha, d.alpha)
    let (cs, cd) = ([s.red, s.green, s.blue], [d.red, d.green, d.blue])
    /// Shares of source and backdrop in Porter and Duff's sum.
    func composed(_ fa: Double, _ fb: Double) -> Dot {
      let parts = (0..<3).map { min(1, a * cs[$0] * fa + b * cd[$0] * fb) }
      return dot(parts, min(1, a * fa + b * fb))
    }
    switch mode {
    case .clear: return .clear
    case .copy: return composed(1, 0)
    case .sourceIn: return composed(b, 0)
    case .sourceOut: return composed(1 - b, 0)
    case .sourceAtop: return composed(b, 1 - a)
    case .destinationOver: return composed(1 - b, 1)
    case .destinationIn: return composed(0, a)
    case .destinationOut: return composed(0, 1 - a)
    case .destinationAtop: return composed(1 - b, a)
    case .xor: return composed(1 - b, 1 - a)
    case .plusLighter: return composed(1, 1)
    case .plusDarker:
      let alpha = min(1, a + b)
      return dot((0..<3).map { max(0, alpha - (b - b * cd[$0]) - (a - a * cs[$0])) }, alpha)
    default:
      let both = blended(cs, cd, mode)
      let parts = (0..<3).map { (1 - b) * a * cs[$0] + (1 - a) * b * cd[$0] + a * b * both[$0] }
      return dot(parts, a + b - a * b)
    }
  }

  private static func dot(_ parts: Color, _ alpha: Double) -> Dot {
    let bytes = parts.map { Int(($0 * 255).rounded()) }
    return Dot(bytes[0], bytes[1], bytes[2], Int((alpha * 255).rounded()))
  }

  private static func blended(_ s: Color, _ d: Color, _ mode: CGBlendMode) -> Color {
    switch mode {
    case .hue: return set(saturation(d), of: s, luminosity: luminosity(d))
    case .saturation: return set(saturation(s), of: d, luminosity: luminosity(d))
    case .color: return set(luminosity(d), of: s)
    case .luminosity: return set(luminosity(s), of: d)
    default: return zip(s, d).map { separate($0, $1, mode) }
    }
  }

  private static func separate(_ s: Double, _ d: Double, _ mode: CGBlendMode) -> Double {
    switch mode {
    case .multiply: return s * d
    case .screen: return s + d - s * d
    case .overlay: return separate(d, s, .hardLight)
    case .darken: return min(s, d)
    case .lighten: return max(s, d)
    case .colorDodge: return d == 0 ? 0 : s >= 1 ? 1 : min(1, d / (1 - s))
    case .colorBurn: return d == 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - d) / s)
    case .hardLight: return s <= 0.5 ? 2 * s * d : separate(2 * s - 1, d, .screen)
    case .softLight:
      let root = d <= 0.25 ? ((16 * d - 12) * d + 4) * d : d.squareRoot()
      return s <= 0.5 ? d - (1 - 2 * s) * d * (1 - d) : d + (2 * s - 1) * (root - d)
    case .difference: return abs(s - d)
    case .exclusion: return s + d - 2 * s * d
    default: return s
    }
  }

  private static func luminosity(_ c: Color) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
  private static func saturation(_ c: Color) -> Double { (c.max() ?? 0) - (c.min() ?? 0) }

  private static func set(_ luminosity: Double, of c: Color) -> Color {
    let shifted = c.map { $0 + luminosity - Self.luminosity(c) }
    let (low, high) = (shifted.min() ?? 0, shifted.max() ?? 0)
    return shifted.map { part in
      var part = part
      if low < 0 { part = luminosity + (part - luminosity) * luminosity / (luminosity - low) }
      if high > 1 { part = luminosity + (part - luminosity) * (1 - luminosity) / (high - luminosity) }
      return part
    }
  }

  private static func set(_ saturation: Double, of c: Color, luminosity: Double) -> Color {
    let (low, high) = (c.min() ?? 0, c.max() ?? 0)
    let stretched = c.map { high > low ? ($0 - low) * saturation / (high - low) : 0 }
    return set(luminosity, of: stretched)
  }
}
