import GeoCore
import Glibc

/// A line whose length is a round distance at the middle of the picture.
///
/// - Units: meters, points.
public struct ScaleBar: Equatable {
  /// 1, 2 or 5 times a power of ten.
  public let meters: Double
  public let length: Double

  /// The longest distance that takes at most `room` points; nil if none is worth showing.
  ///
  /// - Parameter metersPerPoint: at the middle of the picture.
  public init?(metersPerPoint: Double, room: Double) {
    let most = metersPerPoint * room
    guard most >= 1e-3, most.isFinite, metersPerPoint > 0 else { return nil }
    let power = pow(10, log10(most).rounded(.down))
    let step = [5.0, 2, 1].first { $0 * power <= most * (1 + 1e-12) } ?? 0.5
    meters = step * power
    length = meters / metersPerPoint
  }

  /// In kilometers from 1000 m, in centimeters below one meter.
  public var label: String {
    if meters >= 1000 { return ScaleBar.number(meters / 1000) + " km" }
    return meters >= 1 ? ScaleBar.number(meters) + " m" : ScaleBar.number(meters * 100) + " cm"
  }

  private static func number(_ value: Double) -> String {
    value >= 1 ? String(Int(value.rounded())) : String(value)
  }
}

extension ScaleBar {
  /// The scale bar of a scene; nil if the picture is too small.
  init?(_ scene: MapScene) {
    let room = min(110, scene.size.width / 3)
    guard room >= 40, scene.size.height >= 60 else { return nil }
    let latitude = MKCoordinateForMapPoint(scene.center).latitude
    self.init(metersPerPoint: MKMetersPerMapPointAtLatitude(latitude) / scene.zoomScale, room: room)
  }

  private static let left = 12.5
  private static func bottom(_ scene: MapScene) -> Double { scene.size.height.rounded(.down) - 11.5 }

  /// Its frame in the picture, including its text.
  func frame(_ scene: MapScene) -> CGRect {
    CGRect(x: ScaleBar.left - 3, y: ScaleBar.bottom(scene) - 20, width: length + 6, height: 23)
  }

  /// Draws it into the lower left corner.
  func draw(_ scene: MapScene, in context: CGContext) {
    let ink = Ink(scene)
    let (left, bottom) = (ScaleBar.left, ScaleBar.bottom(scene))
    let right = left + length
    var line = CGPath()
    line.move(to: CGPoint(x: left, y: bottom - 5))
    line.addLine(to: CGPoint(x: left, y: bottom))
    line.addLine(to: CGPoint(x: right, y: bottom))
    line.addLine(to: CGPoint(x: right, y: bottom - 5))
    context.saving {
      context.state.pen.cap = .square
      for (color, width) in [(ink.halo, 4.0), (ink.color, 1.5)] {
        context.state.stroke = .color(color)
        context.state.pen.width = width
        context.stroke(line)
      }
      let text = ink.block(label, size: 11)
      let size = context.canvas.measure(text)
      context.state.fill = .color(ink.color)
      let x = max(left + (length - size.width) / 2, left + 3)
      context.draw(text, at: CGPoint(x: x, y: bottom - 4 - size.height))
    }
  }
}
