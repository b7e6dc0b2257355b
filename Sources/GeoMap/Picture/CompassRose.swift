import Glibc

/// Shows the direction of north on a rotated map.
struct CompassRose {
  private static let radius = 17.0
  private static let red = UIColor(red: 0.89, green: 0.22, blue: 0.19)

  /// Its frame in the picture; nil if the picture is too small.
  func frame(_ scene: MapScene) -> CGRect? {
    guard scene.size.width >= 120, scene.size.height >= 90 else { return nil }
    let side = 2 * CompassRose.radius
    return CGRect(x: scene.size.width - side - 12, y: 12, width: side, height: side)
  }

  /// Draws it into the upper right corner.
  ///
  /// - Parameter heading: the direction at the top, in degrees clockwise from north.
  func draw(_ scene: MapScene, in context: CGContext) {
    guard let frame = frame(scene) else { return }
    let radius = CompassRose.radius
    let (face, ring, south) =
      scene.isDark
      ? (UIColor(white: 0.2, alpha: 0.94), UIColor(white: 1, alpha: 0.2), UIColor(white: 0.62))
      : (UIColor(white: 1, alpha: 0.94), UIColor(white: 0, alpha: 0.14), UIColor(white: 0.66))
    context.saving {
      context.translateBy(x: frame.midX, y: frame.midY)
      context.saving {
        context.translateBy(x: 0, y: 1.5)
        let shadow = UIColor(white: 0, alpha: 0.26)
        context.fillRadially(radius: radius + 5, [(0, shadow), (0.7, shadow), (1, .clear)])
      }
      context.state.fill = .color(face)
      context.fill(CGPath(circle: .zero, radius: radius))
      context.state.stroke = .color(ring)
      context.state.pen = Pen(width: 0.75)
      context.stroke(CGPath(circle: .zero, radius: radius - 0.4))
      context.rotate(by: -scene.heading * .pi / 180)
      drawNeedle(CompassRose.red, up: 1, in: context)
      drawNeedle(south, up: -1, in: context)
    }
  }

  private func drawNeedle(_ color: UIColor, up: Double, in context: CGContext) {
    for (side, shade) in [(-1.0, 0.0), (1, 0.18)] {
      var half = CGPath()
      half.move(to: .zero)
      half.addLine(to: CGPoint(x: side * 4.2, y: 0))
      half.addLine(to: CGPoint(x: 0, y: -up * 13))
      half.close()
      context.state.fill = .color(color.mixed(with: .black, shade))
      context.fill(half)
    }
  }
}
