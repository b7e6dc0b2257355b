public import GeoCore

/// Single lines of text on a baseline.
extension CGContext {
  /// Draws a text whose baseline begins at ``textPosition``, which then moves behind it.
  public func show(_ text: String) {
    let font = state.font
    var block = TextBlock(text, font: font)
    let corner = CGPoint(x: textPosition.x, y: textPosition.y - font.ascender)
    switch state.textMode {
    case .fill: draw(block, at: corner)
    case .stroke: draw(block, at: corner, state.stroke)
    case .fillStroke:
      // Outlines around the letters, half of them under the fill.
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

/// Which parts of letters are painted.
///
/// - Source: Apple's CGContext.h, without the clipping modes.
public enum CGTextDrawingMode: Int, ConstantGroup {
  case fill = 0
  case stroke, fillStroke, invisible

  public static let constantPrefix = "kCGText"
}

extension UIFont {
  /// The height of letters above their baseline.
  ///
  /// - Units: points.
  /// - Source: DejaVu Sans.
  public var ascender: Double { pointSize * FontMetrics.ascent / FontMetrics.unitsPerEm }
}

/// How lines that are too long end.
///
/// Lines break between words; the rest ends with … in all truncating modes.
///
/// - Source: Apple's NSParagraphStyle.h.
public enum NSLineBreakMode: Int, ConstantGroup {
  case byWordWrapping = 0
  case byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail, byTruncatingMiddle

  public static let constantPrefix = "NSLineBreak"
}
