/// The balloon of a marker, without its glyph.
///
/// - Units: points; the tip is the origin.
struct MarkerPicture: Hashable {
  var color: UIColor
  /// Whether it is darker, while a finger is on it.
  var isHighlighted = false
  /// Whether it is larger, while it is selected or dragged.
  var isLarge = false
  /// The color of the standard glyph; nil if the marker has a glyph of its own.
  var dot: UIColor?

  private static let radius = 14.0
  /// The middle of the balloon over the tip.
  private static let height = 21.0

  private var scale: Double { isLarge ? 1.4 : 1 }

  /// Encloses the whole drawing.
  var extent: CGRect { CGRect(x: -18 * scale, y: -39 * scale, width: 36 * scale, height: 44 * scale) }

  /// The square in which a glyph has room.
  var glyphFrame: CGRect {
    let side = 20 * scale
    return CGRect(x: -side / 2, y: -MarkerPicture.height * scale - side / 2, width: side, height: side)
  }

  func draw(in context: CGContext) {
    let base = isHighlighted ? color.mixed(with: .black, 0.3) : color
    context.saving {
      context.scaleBy(x: scale, y: scale)
      drawShadow(in: context)
      context.state.fill = .color(.white)
      context.fill(outline(radius: MarkerPicture.radius, tip: 0))
      let (top, bottom) = (-MarkerPicture.height - MarkerPicture.radius, 0.0)
      context.fill(
        outline(radius: MarkerPicture.radius - 1.2, tip: -2), from: CGPoint(x: 0, y: top),
        to: CGPoint(x: 0, y: bottom),
        [(0, base.mixed(with: .white, 0.14)), (1, base.mixed(with: .black, 0.08))])
      guard let dot else { return }
      context.state.fill = .color(dot)
      context.fill(CGPath(circle: CGPoint(x: 0, y: -MarkerPicture.height), radius: 4.6))
    }
  }

  /// A soft shadow on the ground around the tip.
  private func drawShadow(in context: CGContext) {
    context.saving {
      context.scaleBy(x: 1, y: 0.4)
      let strong = UIColor(white: 0, alpha: 0.45)
      context.fillRadially(radius: 9, [(0, strong), (1, UIColor(white: 0, alpha: 0))])
    }
  }

  /// A circle whose lower part runs into a tip.
  private func outline(radius: Double, tip: Double) -> CGPath {
    let middle = CGPoint(x: 0, y: -MarkerPicture.height)
    // The sides leave the circle 40° from straight below.
    let side = Double.pi * 40 / 180
    var path = CGPath()
    path.addArc(
      center: middle, radius: radius, from: .pi / 2 + side, to: 2 * .pi + .pi / 2 - side)
    let last = path.currentPoint ?? middle
    path.addQuadCurve(to: CGPoint(x: 0, y: tip), control: CGPoint(x: 2.2, y: middle.y + radius + 1))
    path.addQuadCurve(
      to: CGPoint(x: -last.x, y: last.y), control: CGPoint(x: -2.2, y: middle.y + radius + 1))
    path.close()
    return path
  }
}
