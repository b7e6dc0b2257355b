import Geo
import Glibc

/// Writes one picture's names: places first, then streets, larger ones first.
struct StreetNames {
  let data: StreetData
  let scene: MapScene
  let context: CGContext
  let style: StreetStyle
  private var painter: LabelPainter
  private let transform: CGAffineTransform

  /// A street's name at its best position.
  private struct StreetLabelCandidate {
    var name: String
    var font: UIFont
    var color: UIColor
    var middle: CGPoint
    var angle: Double
    var size: CGSize
    var kind: StreetKind
    var room: Double
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
    for candidate in (towns() + areas()).sorted(by: LabelCandidate.isBefore) { painter.place(candidate) }
    drawStreets()
  }

  // MARK: Places

  private func towns() -> [LabelCandidate] {
    let box = scene.seen(margin: 0)
    var candidates: [LabelCandidate] = []
    for copy in scene.copies(of: box) {
      let own = box.moved(by: -copy)
      for (number, town) in data.towns.enumerated() {
        let place = StreetData.point(town.place)
        guard own.contains(place), !isHidden(place), let name = data.name(town.name),
          let (look, weight) = style(of: town)
        else { continue }
        candidates.append(
          LabelCandidate(text: name, style: look, anchor: point(place, copy), weight: weight, number: number))
      }
    }
    return candidates
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
  private func areas() -> [LabelCandidate] {
    guard scene.level >= 12 else { return [] }
    let box = scene.seen(margin: 0)
    var candidates: [LabelCandidate] = []
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
          candidates.append(
            LabelCandidate(
              text: name, style: look, anchor: point(middle, copy), weight: Int(min(log2(width) * 10, 150)),
              number: Int(shape.name)))
        }
      }
    }
    return candidates
  }

  private func isHidden(_ place: MKMapPoint) -> Bool {
    painter.isHidden(place, scene.replaced.filter(\.isAboveLabels).map(\.rect))
  }

  private func point(_ place: MKMapPoint, _ copy: Double) -> CGPoint {
    CGPoint(x: place.x + copy - scene.center.x, y: place.y - scene.center.y).applying(transform)
  }

  // MARK: Streets

  private mutating func drawStreets() {
    var written: [String: [CGPoint]] = [:]
    for candidate in streets() {
      let near = written[candidate.name] ?? []
      guard near.allSatisfy({ hypot($0.x - candidate.middle.x, $0.y - candidate.middle.y) > 280 }) else {
        continue
      }
      guard reserve(candidate) else { continue }
      written[candidate.name] = near + [candidate.middle]
      write(candidate)
    }
  }

  private func streets() -> [StreetLabelCandidate] {
    let box = scene.seen(margin: 0)
    var candidates: [StreetLabelCandidate] = []
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
              let points = piece.map { point($0, copy) }
              guard let (from, to) = StreetNames.straightest(points) else { return }
              let room = hypot(to.x - from.x, to.y - from.y)
              guard room >= size.width + 8 else { return }
              var angle = atan2(to.y - from.y, to.x - from.x)
              // Never upside down.
              if angle > .pi / 2 + 0.01 { angle -= .pi } else if angle < -.pi / 2 + 0.01 { angle += .pi }
              candidates.append(
                StreetLabelCandidate(
                  name: name, font: font, color: color,
                  middle: CGPoint(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2), angle: angle, size: size,
                  kind: kind, room: room))
            }
          }
        }
      }
    }
    return candidates.sorted {
      ($0.kind.rawValue, $0.room, $0.name, $0.middle.x) > ($1.kind.rawValue, $1.room, $1.name, $1.middle.x)
    }
  }

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

  /// Takes the space along a name, in upright squares, if all of it is free.
  private mutating func reserve(_ candidate: StreetLabelCandidate) -> Bool {
    let side = candidate.size.height
    let count = max(Int((candidate.size.width / side).rounded(.up)), 1)
    let squares = (0...count).map { index in
      let along = (Double(index) / Double(count) - 0.5) * candidate.size.width
      return CGRect(
        x: candidate.middle.x + along * cos(candidate.angle) - side / 2,
        y: candidate.middle.y + along * sin(candidate.angle) - side / 2, width: side, height: side)
    }
    guard squares.allSatisfy({ painter.room.isFree($0) && painter.marked.isFree($0) }) else { return false }
    for square in squares { painter.room.cover(square) }
    return true
  }

  private func write(_ candidate: StreetLabelCandidate) {
    var block = TextBlock(candidate.name, font: candidate.font)
    block.halo = TextBlock.Halo(color: painter.style.halo, width: 1.6)
    context.saving {
      context.translateBy(x: candidate.middle.x, y: candidate.middle.y)
      context.rotate(by: candidate.angle)
      context.state.fill = .color(candidate.color)
      context.draw(block, at: CGPoint(x: -candidate.size.width / 2, y: -candidate.size.height / 2))
    }
  }
}
