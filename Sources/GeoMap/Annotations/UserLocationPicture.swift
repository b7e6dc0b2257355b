import Glibc

/// How the user's location is drawn: a dot, a beam where the device points to, and around them how far off it may be.
///
/// - Units: points; the middle of the dot is the origin.
struct UserLocationPicture {
  static let blue = UIColor(red: 0.1, green: 0.475, blue: 0.985)
  static let radius = 11.0

  /// Whether where the user was is all that is known.
  var isStale = false
  /// Where the beam points, in radians clockwise from what is up, and half of its width.
  var beam: (direction: Double, spread: Double)?

  private var color: UIColor { isStale ? UIColor(white: 0.62) : UserLocationPicture.blue }

  /// Draws how far off the user may be, which is left out where the dot covers it.
  static func drawAccuracy(radius: Double, isStale: Bool, in context: CGContext) {
    guard radius > self.radius + 2, radius.isFinite else { return }
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
