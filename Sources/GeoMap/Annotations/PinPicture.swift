/// A pin, our drawing in the spirit of old maps: a glossy head on a thin needle, with a shadow to the right.
///
/// - Units: points; the tip of the needle is the origin.
struct PinPicture: Hashable {
  var color: UIColor
  /// Whether it is darker, while a finger is on it.
  var isHighlighted = false
  /// Whether a dragging finger has lifted it off the ground.
  var isLifted = false

  /// Encloses the whole drawing.
  var extent: CGRect {
    isLifted ? CGRect(x: -9, y: -45, width: 50, height: 48) : CGRect(x: -9, y: -36, width: 43, height: 39)
  }

  private static let radius = 8.0
  private static let head = CGPoint(x: 0, y: -27)
  /// How far it is lifted.
  private static let lift = 9.0

  func draw(in context: CGContext) {
    drawShadow(in: context)
    context.saving {
      if isLifted { context.translateBy(x: 0, y: -PinPicture.lift) }
      drawNeedle(in: context)
      drawHead(in: context)
    }
  }

  // MARK: Shadow

  /// The light comes from the upper left in front: the shadow lies on the ground, away from the tip.
  private func drawShadow(in context: CGContext) {
    context.saving {
      // Farther away and softer, because there is air under the needle.
      if isLifted { context.translateBy(x: 7, y: -5) }
      let strength = isLifted ? 0.55 : 1
      let ground = UIColor(white: 0, alpha: 0.27 * strength)
      let (near, far) = (CGPoint(x: 0, y: 0), CGPoint(x: 21, y: -14.2))
      var needle = CGPath()
      needle.move(to: CGPoint(x: near.x - 0.1, y: near.y - 0.4))
      needle.addLine(to: CGPoint(x: far.x - 1, y: far.y - 1.2))
      needle.addLine(to: CGPoint(x: far.x + 0.8, y: far.y + 1.2))
      needle.addLine(to: CGPoint(x: near.x + 0.4, y: near.y + 0.5))
      needle.close()
      context.fill(
        needle, from: near, to: far,
        [
          (0, ground), (0.55, ground.withAlphaComponent(0.15 * strength)),
          (0.85, ground.withAlphaComponent(0)),
        ])
      // Round heads cast elongated shadows.
      context.translateBy(x: far.x, y: far.y)
      context.rotate(by: -0.594)
      context.scaleBy(x: 1.25, y: 0.72)
      context.fillRadially(
        radius: 10.5,
        [
          (0, ground), (0.35, ground.withAlphaComponent(0.22 * strength)),
          (0.7, ground.withAlphaComponent(0.08 * strength)), (1, ground.withAlphaComponent(0)),
        ])
    }
    guard !isLifted else { return }
    context.saving {
      context.translateBy(x: 0.6, y: 0)
      context.scaleBy(x: 1, y: 0.45)
      context.fillRadially(radius: 3.4, [(0, UIColor(white: 0, alpha: 0.42)), (1, .clear)])
    }
  }

  // MARK: Pin

  private func drawNeedle(in context: CGContext) {
    let top = PinPicture.head.y + PinPicture.radius - 1
    var needle = CGPath()
    needle.move(to: CGPoint(x: -1.15, y: top))
    needle.addLine(to: CGPoint(x: 1.15, y: top))
    needle.addLine(to: CGPoint(x: 0.35, y: -0.4))
    needle.addQuadCurve(to: CGPoint(x: -0.35, y: -0.4), control: CGPoint(x: 0, y: 0.4))
    needle.close()
    let dark = UIColor(white: 0.36)
    context.fill(
      needle, from: CGPoint(x: -1.2, y: 0), to: CGPoint(x: 1.2, y: 0),
      [(0, UIColor(white: 0.50)), (0.35, UIColor(white: 0.86)), (0.65, UIColor(white: 0.60)), (1, dark)])
    // The part shaded by the head.
    let shade = CGRect(x: -1.15, y: top, width: 2.3, height: 4.5)
    context.fill(
      CGPath(shade), from: CGPoint(x: 0, y: shade.minY), to: CGPoint(x: 0, y: shade.maxY),
      [(0, UIColor(white: 0, alpha: 0.45)), (1, .clear)])
  }

  private func drawHead(in context: CGContext) {
    let (head, radius) = (PinPicture.head, PinPicture.radius)
    let base = isHighlighted ? color.mixed(with: .black, 0.35) : color
    context.saving {
      context.translateBy(x: head.x, y: head.y)
      context.clip(to: CGPath(circle: .zero, radius: radius))
      context.fillRadially(
        radius: radius * 1.75, at: CGPoint(x: -radius * 0.3, y: -radius * 0.42),
        [
          (0, base.mixed(with: .white, 0.34)), (0.36, base), (0.72, base.mixed(with: .black, 0.26)),
          (1, base.mixed(with: .black, 0.55)),
        ])
      // Light reflected from the ground.
      context.fillRadially(
        radius: radius * 0.9, at: CGPoint(x: radius * 0.25, y: radius * 0.85),
        [(0, base.mixed(with: .white, 0.5).withAlphaComponent(0.28)), (1, base.withAlphaComponent(0))])
    }
    context.state.stroke = .color(base.mixed(with: .black, 0.6).withAlphaComponent(0.55))
    context.state.pen = Pen(width: 0.6)
    context.stroke(CGPath(circle: head, radius: radius - 0.3))
    drawGloss(in: context)
  }

  private func drawGloss(in context: CGContext) {
    let (head, radius) = (PinPicture.head, PinPicture.radius)
    context.saving {
      context.translateBy(x: head.x - radius * 0.30, y: head.y - radius * 0.43)
      context.rotate(by: -0.5)
      context.scaleBy(x: 1, y: 0.66)
      let white = UIColor(white: 1, alpha: isHighlighted ? 0.5 : 0.92)
      context.fillRadially(
        radius: radius * 0.44,
        [(0, white), (0.45, white.withAlphaComponent(white.alpha * 0.62)), (1, UIColor(white: 1, alpha: 0))])
    }
  }
}
