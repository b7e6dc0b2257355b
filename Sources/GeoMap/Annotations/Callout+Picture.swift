/// The drawing of a callout: a bubble with a point, light or dark like the map, and a soft shadow.
extension Callout {
  private static let radius = 10.0
  /// Half the width of its point, where it leaves the bubble.
  private static let pointReach = 13.0

  /// Sets colors that are readable on a light or dark bubble.
  func dress(isDark: Bool) {
    isDressedDark = isDark
    titleLabel.textColor = isDark ? .white : .black
    subtitleLabel.textColor = isDark ? UIColor(white: 0.74) : UIColor(white: 0.36)
  }

  func drawBubble(in context: CGContext) {
    let outline = outline
    context.saving {
      let strength = isDressedDark ? 0.6 : 0.32
      context.state.blending.shadow = Shadow(
        offset: CGSize(width: 0, height: 3), blur: 9, color: UIColor(white: 0, alpha: strength))
      context.state.fill = .color(isDressedDark ? UIColor(red: 0.21, green: 0.215, blue: 0.235) : .white)
      context.fill(outline)
    }
    // The edge makes it visible even on ground of its own color.
    context.state.stroke = .color(
      isDressedDark ? UIColor(white: 1, alpha: 0.16) : UIColor(white: 0, alpha: 0.17))
    context.state.pen = Pen(width: 0.5)
    context.stroke(outline)
  }

  private var outline: CGPath {
    let bubble = CGRect(
      x: 0, y: 0, width: bounds.width, height: bounds.height - Callout.pointHeight)
    let radius = min(Callout.radius, bubble.height / 2, bubble.width / 2)
    let reach = min(Callout.pointReach, bubble.width / 2)
    let tip = CGPoint(x: min(max(tipX, reach), bubble.width - reach), y: bounds.height)
    let (right, bottom) = (bubble.maxX, bubble.maxY)
    let k = radius * 0.45
    var path = CGPath()
    path.move(to: CGPoint(x: radius, y: 0))
    path.addLine(to: CGPoint(x: right - radius, y: 0))
    path.addCurve(
      to: CGPoint(x: right, y: radius), control1: CGPoint(x: right - k, y: 0),
      control2: CGPoint(x: right, y: k))
    path.addLine(to: CGPoint(x: right, y: bottom - radius))
    path.addCurve(
      to: CGPoint(x: right - radius, y: bottom), control1: CGPoint(x: right, y: bottom - k),
      control2: CGPoint(x: right - k, y: bottom))
    // The point grows out of the bubble and ends slightly blunt.
    path.addLine(to: CGPoint(x: min(tip.x + reach, right - radius), y: bottom))
    path.addCurve(
      to: CGPoint(x: tip.x, y: tip.y), control1: CGPoint(x: tip.x + reach * 0.5, y: bottom),
      control2: CGPoint(x: tip.x + reach * 0.22, y: tip.y))
    path.addCurve(
      to: CGPoint(x: max(tip.x - reach, radius), y: bottom),
      control1: CGPoint(x: tip.x - reach * 0.22, y: tip.y),
      control2: CGPoint(x: tip.x - reach * 0.5, y: bottom))
    path.addLine(to: CGPoint(x: radius, y: bottom))
    path.addCurve(
      to: CGPoint(x: 0, y: bottom - radius), control1: CGPoint(x: k, y: bottom),
      control2: CGPoint(x: 0, y: bottom - k))
    path.addLine(to: CGPoint(x: 0, y: radius))
    path.addCurve(
      to: CGPoint(x: radius, y: 0), control1: CGPoint(x: 0, y: k), control2: CGPoint(x: k, y: 0))
    path.close()
    return path
  }
}
