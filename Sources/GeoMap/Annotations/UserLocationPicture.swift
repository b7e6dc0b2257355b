import Glibc

/// The drawing of the user's location: a dot, a beam in the direction of the device, and a circle for the
/// accuracy.
///
/// - Units: points; the center of the dot is the origin.
struct UserLocationPicture {
  static let blue = UIColor(red: 0.1, green: 0.475, blue: 0.985)
  static let radius = 11.0

  /// Whether only an old location is known.
  var isStale = false
  /// The direction of the beam, in radians clockwise from up, and half its width.
  var beam: (direction: Double, spread: Double)?

  private var color: UIColor { isStale ? UIColor(white: 0.62) : UserLocationPicture.blue }

  /// Draws the accuracy circle.
  static func drawAccuracy(radius: Double, isStale: Bool, in context: CGContext) {
    let color = isStale ? UIColor(white: 0.5) : blue
    let circle = CGPath(circle: .zero, radius: radius)
    context.state.fill = .color(color.withAlphaComponent(0.13))
    context.fill(circle)
    context.state.stroke = .color(color.withAlphaComponent(0.38))
    context.state.pen = Pen(width: 1)
    context.stroke(circle)
  }

  func draw(in context: CGContext) {
    if let beam { draw(beam, in: context) }
    let radius = UserLocationPicture.radius
    context.saving {
      context.translateBy(x: 0, y: 1)
      let shadow = UIColor(white: 0, alpha: 0.34)
      context.fillRadially(
        radius: radius + 5,
        [(0, shadow), (0.62, shadow), (0.78, UIColor(white: 0, alpha: 0.13)), (1, .clear)])
    }
    context.state.fill = .color(.white)
    context.fill(CGPath(circle: .zero, radius: radius))
    let inner = radius - 3
    context.fill(
      CGPath(circle: .zero, radius: inner), from: CGPoint(x: 0, y: -inner), to: CGPoint(x: 0, y: inner),
      [(0, color.mixed(with: .white, 0.16)), (1, color.mixed(with: .black, 0.08))])
  }

  private func draw(_ beam: (direction: Double, spread: Double), in context: CGContext) {
    let reach = 46.0
    let up = beam.direction - .pi / 2
    var path = CGPath()
    path.move(to: .zero)
    path.addArc(center: .zero, radius: reach, from: up - beam.spread, to: up + beam.spread)
    path.close()
    context.saving {
      context.clip(to: path)
      context.fillRadially(
        radius: reach,
        [
          (0, color.withAlphaComponent(0.75)), (0.25, color.withAlphaComponent(0.6)),
          (0.7, color.withAlphaComponent(0.2)), (1, color.withAlphaComponent(0)),
        ])
    }
  }
}
