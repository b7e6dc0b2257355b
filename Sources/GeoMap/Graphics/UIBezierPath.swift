/// A path with the pen that strokes it, like UIKit's.
///
/// - Source: Apple's UIBezierPath.h.
public final class UIBezierPath {
  public var cgPath: CGPath
  /// The style of its stroke; the transform is that of the context.
  public var pen = Pen()
  public var usesEvenOddFillRule = false

  /// Any object that must live as long as this one, for example its memory charge.
  public var memory: AnyObject?

  public init(cgPath: CGPath = CGPath()) { self.cgPath = cgPath }

  public var rule: CGPathFillRule { usesEvenOddFillRule ? .evenOdd : .winding }

  /// An arc of a circle.
  ///
  /// - Parameter clockwise: as seen on the screen, where y grows downward.
  public func addArc(center: CGPoint, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool) {
    cgPath.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
  }

  public func contains(_ point: CGPoint) -> Bool { cgPath.contains(point, rule) }

  /// Fills it in the color of the context.
  public func fill(in context: CGContext) { context.fill(cgPath, rule) }

  /// Strokes it with its own pen, in the color of the context.
  public func stroke(in context: CGContext) {
    let pen = context.state.pen
    context.state.pen = self.pen
    defer { context.state.pen = pen }
    context.stroke(cgPath)
  }

  /// Restricts the context's painting to the path.
  public func addClip(to context: CGContext) { context.clip(to: cgPath, rule) }
}
