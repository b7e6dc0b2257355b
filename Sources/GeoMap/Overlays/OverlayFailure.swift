/// The replacement of an overlay whose drawing has failed: its area, hatched in gray, and a mark in the
/// middle.
extension MKOverlayRenderer {
  func drawFailure(_ scene: MapScene, in context: CGContext) {
    for shift in scene.shifts(of: overlay.boundingMapRect) {
      let visible = scene.visibleRect.offsetBy(dx: -shift, dy: 0)
      let seen = overlay.boundingMapRect.intersection(visible)
      guard !seen.isNull else { continue }
      let corner = mapPoint(for: .zero)
      let path = CGPath(
        CGRect(x: seen.minX - corner.x, y: seen.minY - corner.y, width: seen.width, height: seen.height))
      OverlayFailure(area: path.applying(transform(scene, shift: shift))).draw(in: context)
    }
  }
}

/// - Units: points of the picture.
struct OverlayFailure {
  let area: CGPath

  private static let ground = UIColor(white: 0.96, alpha: 0.72)
  private static let hatch = UIColor(white: 0.45, alpha: 0.35)
  private static let edge = UIColor(white: 0.4, alpha: 0.6)
  private static let sign = UIColor(white: 0.3, alpha: 0.9)
  private static let gap = 8.0
  /// Smaller areas have no room for the mark.
  private static let room = 22.0

  func draw(in context: CGContext) {
    let bounds = area.controlBounds
    guard bounds.width > 0, bounds.height > 0 else { return }
    context.saving {
      context.clip(to: area)
      context.state.fill = .color(OverlayFailure.ground)
      context.fill(area)
      context.state.pen = Pen(width: 1)
      context.state.stroke = .color(OverlayFailure.hatch)
      context.stroke(hatching(bounds))
      // Half of it is clipped.
      context.state.pen = Pen(width: 2)
      context.state.stroke = .color(OverlayFailure.edge)
      context.stroke(area)
      guard min(bounds.width, bounds.height) >= OverlayFailure.room else { return }
      drawSign(CGPoint(x: bounds.midX, y: bounds.midY), in: context)
    }
  }

  /// Lines from the lower left to the upper right, at the same places of the picture for all overlays.
  private func hatching(_ bounds: CGRect) -> CGPath {
    var lines = CGPath()
    let gap = OverlayFailure.gap
    var sum = ((bounds.minX + bounds.minY) / gap).rounded(.down) * gap
    while sum < bounds.maxX + bounds.maxY {
      lines.move(to: CGPoint(x: sum - bounds.maxY, y: bounds.maxY))
      lines.addLine(to: CGPoint(x: sum - bounds.minY, y: bounds.minY))
      sum += gap
    }
    return lines
  }

  /// A disc with an exclamation mark, drawn without a font.
  private func drawSign(_ middle: CGPoint, in context: CGContext) {
    func around(_ y: Double, _ width: Double, _ height: Double) -> CGRect {
      CGRect(x: middle.x - width / 2, y: middle.y + y - height / 2, width: width, height: height)
    }
    context.state.fill = .color(OverlayFailure.sign)
    context.fill(CGPath(ellipseIn: around(0, 18, 18)))
    context.state.fill = .color(.white)
    var mark = CGPath()
    mark.addRoundedRect(around(-1.6, 2.2, 7), radius: 1.1)
    mark.addEllipse(in: around(4.4, 2.4, 2.4))
    context.fill(mark)
  }
}
