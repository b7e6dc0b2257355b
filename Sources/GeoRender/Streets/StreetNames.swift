import Geo
import Glibc

/// Writes one picture's names: places first, then streets, larger ones first.
///
/// - Source: PI-15.
struct StreetNames {
  let data: StreetData
  let scene: MapScene
  let context: CGContext
  let style: StreetStyle
  private var painter: LabelPainter
  private let transform: CGAffineTransform

  /// A street's name.
  private struct StreetLabel {
    var candidate: LabelCandidate
    var font: UIFont
    var color: UIColor
  }

  init(_ map: StreetMap, _ scene: MapScene, in context: CGContext) {
    data = map.data
    self.scene = scene
    self.context = context
    style = scene.streetStyle
    painter = LabelPainter(map.world, scene, in: context)
    transform = scene.transform(from: scene.center)
  }

  mutating func draw() {
    if scene.showsGraticule { painter.drawDegrees() }
    guard scene.mapType.hasLabels else { return }
    painter.write(towns() + areas())
    drawStreets()
  }

  // MARK: Places

  private func towns() -> [PlaceLabel] {
    let box = scene.seen(margin: 0)
    var labels: [PlaceLabel] = []
    for copy in scene.copies(of: box) {
      let own = box.moved(by: -copy)
      for town in data.towns {
        let place = StreetData.point(town.place)
        guard own.contains(place), !isHidden(place), let name = data.name(town.name),
          let (look, weight) = style(of: town)
        else { continue }
        labels.append(
          PlaceLabel(text: name, style: look, anchor: point(place, copy), weight: Double(weight)))
      }
    }
    return labels
  }

  /// The style and weight of a place's name at this level; nil if the name is not shown.
  private func style(of town: StreetData.Town) -> (LabelStyle, Int)? {
    let level = scene.level
    let (first, last, size, isBold): (Double, Double, Double, Bool) =
      switch town.rank {
      case .city: (0, 15, 15, true)
      case .town: (9, 16, 13, true)
      case .village: (11.5, 17, 12, false)
      case .suburb: (11.5, 17, 12.5, false)
      case .quarter: (13.5, 18, 11, false)
      case .hamlet: (13.5, 18, 11, false)
      }
    guard level >= first, level < last else { return nil }
    let font: UIFont = isBold ? .boldSystemFont(ofSize: size) : .systemFont(ofSize: size)
    let isPart = town.rank == .suburb || town.rank == .quarter
    let color = isPart ? painter.style.countryText : painter.style.cityText
    let weight = 900 - 100 * Int(town.rank.rawValue) + Int(log2(Double(town.people + 1)))
    return (LabelStyle(font: font, color: color, halo: 2), weight)
  }

  /// Parks and waters wide enough for their names.
  private func areas() -> [PlaceLabel] {
    guard scene.level >= 12 else { return [] }
    let box = scene.seen(margin: 0)
    var labels: [PlaceLabel] = []
    for (kind, color) in [
      (StreetKind.water, style.waterText), (.park, style.parkText), (.wood, style.parkText),
    ] {
      let look = LabelStyle(font: .systemFont(ofSize: 10.5), color: color, halo: 1.5)
      for copy in scene.copies(of: box) {
        data.forEach(kind, within: box.moved(by: -copy)) { shape in
          guard let name = data.name(shape.name) else { return }
          let extent = StreetData.box(shape.least, shape.most)
          let width = (extent.maxX - extent.minX) * scene.zoomScale
          let middle = MKMapPoint(x: (extent.minX + extent.maxX) / 2, y: (extent.minY + extent.maxY) / 2)
          guard painter.measure(name, look.font).width < width * 1.2, !isHidden(middle),
            data.covers(shape, middle)
          else { return }
          labels.append(
            PlaceLabel(
              text: name, style: look, anchor: point(middle, copy),
              weight: min(log2(width) * 10, 150).rounded(.down)))
        }
      }
    }
    return labels
  }

  private func isHidden(_ place: MKMapPoint) -> Bool {
    painter.isHidden(place, scene.replaced.filter(\.isAboveLabels).map(\.rect))
  }

  private func point(_ place: MKMapPoint, _ copy: Double) -> CGPoint {
    CGPoint(x: place.x + copy - scene.center.x, y: place.y - scene.center.y).applying(transform)
  }

  // MARK: Streets

  private mutating func drawStreets() {
    let streets = streets()
    for place in painter.space.place(streets.map(\.candidate)) {
      write(streets[place.candidate], at: place.frame)
    }
  }

  private func streets() -> [StreetLabel] {
    let box = scene.seen(margin: 0)
    var labels: [StreetLabel] = []
    for kind in StreetKind.roads.reversed() + [.river] {
      guard let font = font(kind) else { continue }
      let color = kind == .river ? style.waterText : style.text
      for copy in scene.copies(of: box) {
        let own = box.moved(by: -copy)
        let clip = MapClip(own)
        data.forEach(kind, within: own) { shape in
          guard !shape.isLink, shape.stratum >= 0, let name = data.name(shape.name) else { return }
          let size = painter.measure(name, font)
          for index in shape.rings {
            clip.pieces(of: data.ring(index).map(StreetData.point)) { piece in
              guard let candidate = candidate(name, size, kind, along: piece.map { point($0, copy) }) else {
                return
              }
              labels.append(StreetLabel(candidate: candidate, font: font, color: color))
            }
          }
        }
      }
    }
    return labels
  }

  /// A name along the straightest part of a line: in its middle, or nearer to one of its ends; nil if it is too short.
  private func candidate(
    _ name: String, _ size: CGSize, _ kind: StreetKind, along points: [CGPoint]
  ) -> LabelCandidate? {
    guard let (from, to) = StreetNames.straightest(points) else { return nil }
    let room = hypot(to.x - from.x, to.y - from.y)
    guard room >= size.width + 8 else { return nil }
    var angle = atan2(to.y - from.y, to.x - from.x)
    // Never upside down.
    if angle > .pi / 2 + 0.01 { angle -= .pi } else if angle < -.pi / 2 + 0.01 { angle += .pi }
    let slack = (room - size.width - 8) / 2 / room
    var candidate = LabelCandidate(
      name, .street,
      weight: Double(kind.rawValue) * StreetNames.kindWeight + min(room, StreetNames.kindWeight / 2),
      frames: (slack < 0.02 ? [0] : [0, slack / 2, -slack / 2, slack, -slack]).map { share in
        LabelFrame(
          middle: CGPoint(
            x: (from.x + to.x) / 2 + (to.x - from.x) * share, y: (from.y + to.y) / 2 + (to.y - from.y) * share
          ),
          size: size, angle: angle)
      })
    candidate.spacing = 280
    return candidate
  }

  /// The name of a larger street comes before those of smaller ones, however long these are.
  private static let kindWeight = 1e6

  private func font(_ kind: StreetKind) -> UIFont? {
    let level = scene.level
    let (first, size): (Double, Double) =
      switch kind {
      case .motorway, .trunk, .primary: (12.5, 10.5)
      case .secondary: (13.5, 10.5)
      case .tertiary, .river: (14, 10)
      case .residential, .pedestrian: (14.7, 9.5)
      case .service, .path, .cycleway: (16.5, 8.5)
      default: (.infinity, 0)
      }
    guard level >= first else { return nil }
    return .systemFont(ofSize: min(size + max(level - 15, 0) * 0.7, size + 2))
  }

  /// The ends of the longest nearly straight piece of a line.
  static func straightest(_ points: [CGPoint]) -> (CGPoint, CGPoint)? {
    let most = 3.0
    var best: (CGPoint, CGPoint)?
    var longest = 0.0
    var start = 0
    for end in points.indices.dropFirst() {
      // The window stays small, because each step scans it again.
      if end - start > 64 { start = end - 64 }
      while start < end - 1, !isStraight(points[start...end], most) { start += 1 }
      let length = hypot(points[end].x - points[start].x, points[end].y - points[start].y)
      if length > longest {
        longest = length
        best = (points[start], points[end])
      }
    }
    return best
  }

  private static func isStraight(_ points: ArraySlice<CGPoint>, _ most: Double) -> Bool {
    guard let from = points.first, let to = points.last else { return true }
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let length = hypot(dx, dy)
    guard length > 0 else { return false }
    return points.allSatisfy { abs(($0.x - from.x) * dy - ($0.y - from.y) * dx) <= most * length }
  }

  private func write(_ label: StreetLabel, at frame: LabelFrame) {
    var block = TextBlock(label.candidate.name, font: label.font)
    block.halo = TextBlock.Halo(color: painter.style.halo, width: 1.6)
    context.saving {
      context.translateBy(x: frame.middle.x, y: frame.middle.y)
      context.rotate(by: frame.angle)
      context.state.fill = .color(label.color)
      context.draw(block, at: CGPoint(x: -frame.size.width / 2, y: -frame.size.height / 2))
    }
  }
}
