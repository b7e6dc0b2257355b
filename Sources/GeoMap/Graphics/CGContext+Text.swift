public import GeoCore

/// Texts that stand on a base line, one line each.
extension CGContext {
  /// Writes a text whose base line begins at ``textPosition``, which comes to lie behind it.
  public func show(_ text: String) {
    let font = state.font
    var block = TextBlock(text, font: font)
    let corner = CGPoint(x: textPosition.x, y: textPosition.y - font.ascender)
    switch state.textMode {
    case .fill: draw(block, at: corner)
    case .stroke: draw(block, at: corner, state.stroke)
    case .fillStroke:
      // Lines around the letters, half of them under what is filled.
      if case .color(let color) = state.stroke {
        block.halo = TextBlock.Halo(color: color, width: state.pen.width / 2)
      }
      draw(block, at: corner)
    case .invisible: break
    }
    textPosition.x += font.measure(text).width
  }

  private func draw(_ text: TextBlock, at point: CGPoint, _ paint: Paint) {
    let fill = state.fill
    state.fill = paint
    defer { state.fill = fill }
    draw(text, at: point)
  }
}

/// What is painted of letters.
///
/// - Source: Apple's CGContext.h; those that clip are left out.
public enum CGTextDrawingMode: Int, ConstantGroup {
  case fill = 0
  case stroke, fillStroke, invisible

  public static let constantPrefix = "kCGText"
}

extension UIFont {
  /// How far the letters reach above their base line.
  ///
  /// - Units: points.
  /// - Source: DejaVu Sans.
  public var ascender: Double { pointSize * FontMetrics.ascent / FontMetrics.unitsPerEm }
}

/// Where lines end that are too long.
///
/// Lines are broken between words; what has no room ends with … whichever of the truncating modes it is.
///
/// - Source: Apple's NSParagraphStyle.h.
public enum NSLineBreakMode: Int, ConstantGroup {
  case byWordWrapping = 0
  case byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle

  public static let constantPrefix = "NSLineBreak"
}
