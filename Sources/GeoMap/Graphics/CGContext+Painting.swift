public import GeoCore

/// Filling, stroking, clipping; gradients, images and texts.
extension CGContext {
  /// Adds a path in user coordinates.
  public func add(_ added: CGPath) { path.append(added.applying(state.transform)) }

  /// Discards the current path, as every painting call does.
  public func beginPath() { path.removeAll() }

  public func fillPath(_ rule: CGPathFillRule = .winding) {
    canvas.fill(path, rule: rule, with: state.fill, state.blending)
    beginPath()
  }

  public func strokePath() {
    canvas.stroke(path, with: pen, paint: state.stroke, state.blending)
    beginPath()
  }

  /// Fills, then strokes.
  public func fillAndStrokePath(_ rule: CGPathFillRule = .winding) {
    canvas.fill(path, rule: rule, with: state.fill, state.blending)
    strokePath()
  }

  /// Paints the current path according to `mode`.
  public func drawPath(_ mode: CGPathDrawingMode) {
    switch mode {
    case .fill, .eOFill: fillPath(mode.rule)
    case .stroke: strokePath()
    case .fillStroke, .eOFillStroke: fillAndStrokePath(mode.rule)
    }
  }

  /// Restricts painting to the current path.
  public func clip(_ rule: CGPathFillRule = .winding) {
    canvas.clip(to: path, rule: rule)
    beginPath()
  }

  /// The pen in the coordinates of the context.
  public var pen: Pen {
    var pen = state.pen
    pen.transform = state.transform
    return pen
  }

  /// Fills a path in user coordinates; the current path stays.
  public func fill(_ shape: CGPath, _ rule: CGPathFillRule = .winding) {
    canvas.fill(shape.applying(state.transform), rule: rule, with: state.fill, state.blending)
  }

  public func fill(_ rect: CGRect) {
    canvas.fill(placed(rect), rule: .winding, with: state.fill, state.blending)
  }

  private func placed(_ rect: CGRect) -> CGPath {
    var path = CGPath()
    path.reserve(5)
    path.add(rect, state.transform)
    return path
  }

  public func stroke(_ shape: CGPath) {
    canvas.stroke(shape.applying(state.transform), with: pen, paint: state.stroke, state.blending)
  }

  public func clip(to shape: CGPath, _ rule: CGPathFillRule = .winding) {
    canvas.clip(to: shape.applying(state.transform), rule: rule)
  }

  /// Clears a rect to transparency.
  public func clear(_ rect: CGRect) {
    var blending = Blending()
    blending.mode = .clear
    canvas.fill(placed(rect), rule: .winding, with: .color(.black), blending)
  }

  /// Paints a gradient over the whole clip.
  public func draw(_ gradient: CGGradient, _ shape: GradientShape, options: CGGradientDrawingOptions = []) {
    canvas.fill(with: .gradient(gradient, shape, options, state.transform), state.blending)
  }

  /// Paints an image; its y axis points downward, as everywhere here.
  public func draw(_ image: UIImage, in rect: CGRect) throws(GeoError) {
    try canvas.draw(
      image, in: rect, transform: state.transform, smooth: state.interpolates, state.blending)
  }

  /// Draws a text with its upper left corner at a point, in the fill color.
  public func draw(_ text: TextBlock, at point: CGPoint) {
    let transform = CGAffineTransform(translationX: point.x, y: point.y).concatenating(state.transform)
    canvas.draw(text, transform: transform, paint: state.fill, state.blending)
  }
}

/// Which parts of a path are painted.
///
/// - Source: Apple's CGContext.h, in its order.
public enum CGPathDrawingMode: Int, ConstantGroup {
  case fill = 0
  case eOFill, stroke, fillStroke, eOFillStroke

  public static let constantPrefix = "kCGPath"

  public var rule: CGPathFillRule { self == .eOFill || self == .eOFillStroke ? .evenOdd : .winding }
}
