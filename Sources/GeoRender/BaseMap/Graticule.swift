import Geo
import Glibc

/// Meridians and parallels, with labels at the upper and left edge.
struct Graticule {
  let scene: MapScene
  /// The distance between lines.
  ///
  /// - Units: seconds of arc.
  let step: Int

  /// One visible line.
  private struct Line {
    var from: CGPoint
    var to: CGPoint
    var text: String
  }

  /// Round steps, down to half a minute of arc.
  private static let steps = [
    1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18000, 36000, 54000, 108_000,
  ]

  init(_ scene: MapScene) {
    self.scene = scene
    // Lines are at least about a hundred points apart, at the equator.
    let seconds = 120 / scene.zoomScale / MKMapSizeWorld.width * 360 * 3600
    step = Graticule.steps.first { Double($0) >= seconds } ?? 108_000
  }

  func drawLines(in context: CGContext, _ color: UIColor) {
    var path = CGPath()
    for line in lines { path.addLines([line.from, line.to]) }
    context.state.stroke = .color(color)
    context.state.pen = Pen(width: 0.8)
    context.stroke(path)
  }

  /// Calls `body` with each labeled degree and the point where its line enters the picture: at the top or the
  /// left.
  func forEachLabel(_ body: (_ text: String, _ end: CGPoint, _ isMeridian: Bool) -> Void) {
    for line in lines {
      guard let (a, b) = within(line.from, line.to) else { continue }
      // Meridians are labeled at their upper end, parallels at their left one; rotated maps may swap these.
      let isUpright = abs(b.y - a.y) > abs(b.x - a.x)
      let end = isUpright ? (a.y < b.y ? a : b) : (a.x < b.x ? a : b)
      body(line.text, end, isUpright)
    }
  }

  private var lines: [Line] {
    let box = scene.seen(margin: 2)
    let world = MKMapSizeWorld.width
    let transform = scene.transform(from: scene.center)
    func point(_ x: Double, _ y: Double) -> CGPoint {
      CGPoint(x: x - scene.center.x, y: y - scene.center.y).applying(transform)
    }
    var found: [Line] = []
    // Meridians are numbered from the 180th; beyond the map's edge the numbers wrap around.
    let perWorld = 360 * 3600 / step
    let spacing = world / Double(perWorld)
    let (top, bottom) = (max(box.minY, 0), min(box.maxY, world))
    let (first, last) = ((box.minX / spacing).rounded(.up), (box.maxX / spacing).rounded(.down))
    guard top < bottom, first <= last, last - first < 1000 else { return [] }
    for index in stride(from: first, through: last, by: 1) {
      let number = Int(index) - perWorld * Int((index / Double(perWorld)).rounded(.down))
      let text = Graticule.text(number * step - 180 * 3600, "E", "W")
      found.append(
        Line(from: point(index * spacing, top), to: point(index * spacing, bottom), text: text)
      )
    }
    let north = MKCoordinateForMapPoint(MKMapPoint(x: 0, y: top)).latitude * 3600 / Double(step)
    let south = MKCoordinateForMapPoint(MKMapPoint(x: 0, y: bottom)).latitude * 3600 / Double(step)
    for index in stride(from: south.rounded(.up), through: north.rounded(.down), by: 1) {
      let seconds = Int(index) * step
      let latitude = Double(seconds) / 3600
      let y = MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: latitude, longitude: 0)).y
      found.append(
        Line(
          from: point(box.minX, y), to: point(box.maxX, y), text: Graticule.text(seconds, "N", "S")))
    }
    return found
  }

  /// The part of a line within the picture.
  private func within(_ a: CGPoint, _ b: CGPoint) -> (CGPoint, CGPoint)? {
    let box = MapBox(minX: 0, minY: 0, maxX: scene.size.width, maxY: scene.size.height)
    let part = MapClip(box).part(MKMapPoint(x: a.x, y: a.y), MKMapPoint(x: b.x, y: b.y))
    return part.map { (CGPoint(x: $0.0.x, y: $0.0.y), CGPoint(x: $0.1.x, y: $0.1.y)) }
  }

  /// Degrees, with minutes and seconds if they are not 0.
  static func text(_ seconds: Int, _ positive: String, _ negative: String) -> String {
    let size = abs(seconds)
    let (degrees, minutes, rest) = (size / 3600, size / 60 % 60, size % 60)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    var text = "\(degrees)°"
    if minutes > 0 || rest > 0 { text += two(minutes) + "′" }
    if rest > 0 { text += two(rest) + "″" }
    // The equator, Greenwich and the 180th meridian have no side.
    if seconds == 0 || size == 180 * 3600 { return text }
    return text + (seconds > 0 ? positive : negative)
  }
}
