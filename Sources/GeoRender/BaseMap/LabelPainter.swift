import Geo

/// Writes one picture's names without overlaps: countries first, then cities by size.
struct LabelPainter {
  let map: WorldMap
  let scene: MapScene
  let context: CGContext
  let style: MapStyle
  var room: LabelCollisionGrid
  /// The space that annotations take: names avoid it, but their dots may lie in it.
  private(set) var marked: LabelCollisionGrid

  init(_ map: WorldMap, _ scene: MapScene, in context: CGContext) {
    self.map = map
    self.scene = scene
    self.context = context
    style = scene.style
    room = LabelCollisionGrid(scene.size)
    for rect in scene.covered { room.cover(rect.insetBy(dx: -2, dy: -2)) }
    marked = LabelCollisionGrid(scene.size)
    for rect in scene.marked + scene.covered { marked.cover(rect) }
  }

  mutating func draw() {
    if scene.level >= map.neutralLevel || scene.showsGraticule { drawDegrees() }
    guard scene.mapType.hasLabels else { return }
    for candidate in candidates() { place(candidate) }
  }

  /// The visible names, the weightiest first.
  private func candidates() -> [LabelCandidate] {
    let box = scene.seen(margin: 0)
    let transform = scene.transform(from: scene.center)
    let hidden = scene.replaced.filter(\.isAboveLabels).map(\.rect)
    var found: [LabelCandidate] = []
    for copy in scene.copies(of: box) {
      map.places.forEach(within: box.moved(by: -copy), level: scene.level + 0.01) { place in
        guard let candidate = candidate(for: place, copy, transform), !isHidden(place.point, hidden) else {
          return
        }
        found.append(candidate)
      }
    }
    return found.sorted(by: LabelCandidate.isBefore)
  }

  func isHidden(_ point: MKMapPoint, _ rects: [MKMapRect]) -> Bool {
    rects.contains { rect in
      [-1.0, 0, 1].contains { turn in
        rect.contains(MKMapPoint(x: point.x + turn * MKMapSizeWorld.width, y: point.y))
      }
    }
  }

  private func candidate(
    for place: PlaceFile.Place, _ copy: Double, _ transform: CGAffineTransform
  ) -> LabelCandidate? {
    guard let (look, weight) = style(of: place) else { return nil }
    let anchor = CGPoint(x: place.point.x + copy - scene.center.x, y: place.point.y - scene.center.y)
      .applying(transform)
    return LabelCandidate(
      text: place.name, localText: scene.level >= 5 ? place.localName : "", style: look, anchor: anchor,
      weight: weight, number: place.number)
  }

  /// The style and weight of a place's name at this level; nil if the name is not shown.
  private func style(of place: PlaceFile.Place) -> (LabelStyle, Int)? {
    let level = scene.level
    switch place.kind {
    case .country:
      let least = Double(place.size) / 8
      guard level >= least - 0.01, level < least + 5 else { return nil }
      // A country that has just appeared is written small.
      let size = min(11 + (level - least) * 1.3, 15)
      return (
        LabelStyle(font: .boldSystemFont(ofSize: size), color: style.countryText, halo: 2),
        // A country hardly larger than its name leaves room for its capital.
        least < 4.5 ? 1000 : 200
      )
    case .area:
      let least = Double(place.size) / 8
      guard level >= least - 0.01, level < least + 4 else { return nil }
      return (
        LabelStyle(font: .systemFont(ofSize: min(10 + (level - least), 13)), color: style.areaText, halo: 2),
        190
      )
    case .sea:
      let least = Double(place.size) / 8
      guard level >= least - 0.01, level < least + 5.5 else { return nil }
      return (
        LabelStyle(font: .systemFont(ofSize: min(10.5 + (level - least), 14)), color: style.seaText, halo: 0),
        500
      )
    case .city:
      // Ten per doubling: 200 is a million people.
      let weight = place.size + (place.isCapital ? 25 : 0)
      let size = min(max(10 + Double(weight - 200) / 30 + (level - 4) * 0.45, 10), 16)
      let isBold = weight >= 225 && level >= 5
      return (
        LabelStyle(
          font: isBold ? .boldSystemFont(ofSize: size) : .systemFont(ofSize: size), color: style.cityText,
          halo: 2, hasDot: true, isCapital: place.isCapital), weight
      )
    }
  }

  // MARK: Placing

  /// Writes a name where there is room: in the middle of an area, or right, left, above or below a city.
  mutating func place(_ candidate: LabelCandidate) {
    var block = TextBlock(candidate.text, font: candidate.style.font)
    var size = measure(candidate.text, candidate.style.font)
    let local =
      candidate.localText.isEmpty
      ? nil : UIFont.systemFont(ofSize: max(candidate.style.font.pointSize - 2, 8))
    let localSize = local.map { measure(candidate.localText, $0) } ?? .zero
    if candidate.style.halo > 0 {
      block.halo = TextBlock.Halo(color: style.halo, width: candidate.style.halo)
    }
    let own = size
    size = CGSize(width: max(size.width, localSize.width), height: size.height + localSize.height)
    let anchor = candidate.anchor
    let origins = candidate.style.hasDot ? places(beside: anchor, size, own) : middles(for: size, anchor)
    if candidate.style.hasDot {
      guard room.isFree(CGRect(x: anchor.x - 3, y: anchor.y - 3, width: 6, height: 6)) else { return }
    }
    for (index, origin) in origins.enumerated() {
      let rect = CGRect(origin: origin, size: size)
      guard marked.isFree(rect), room.reserve(rect.insetBy(dx: -4, dy: -2)) else { continue }
      if candidate.style.hasDot {
        _ = room.reserve(CGRect(x: anchor.x - 3, y: anchor.y - 3, width: 6, height: 6))
        drawDot(anchor, candidate.style)
      }
      // Beside the dot both lines are aligned to it; otherwise they are centered.
      func x(_ width: Double) -> Double {
        switch candidate.style.hasDot ? index % 4 : 2 {
        case 0: origin.x
        case 1: rect.maxX - width
        default: rect.midX - width / 2
        }
      }
      context.state.fill = .color(candidate.style.color)
      context.draw(block, at: CGPoint(x: x(own.width), y: origin.y))
      if let local {
        var second = TextBlock(candidate.localText, font: local)
        second.halo = block.halo
        context.state.fill = .color(candidate.style.color.withAlphaComponent(0.75))
        context.draw(second, at: CGPoint(x: x(localSize.width), y: origin.y + own.height))
      }
      return
    }
  }

  /// Candidate positions for a city's name: beside its dot, or beside an annotation over it.
  private func places(beside anchor: CGPoint, _ size: CGSize, _ own: CGSize) -> [CGPoint] {
    let isUnder = !marked.isFree(CGRect(x: anchor.x - 1, y: anchor.y - 1, width: 2, height: 2))
    return (isUnder ? [5.0, 18, 30] : [5]).flatMap { gap in
      [
        CGPoint(x: anchor.x + gap, y: anchor.y - own.height / 2),
        CGPoint(x: anchor.x - gap - size.width, y: anchor.y - own.height / 2),
        CGPoint(x: anchor.x - size.width / 2, y: anchor.y - gap - size.height),
        CGPoint(x: anchor.x - size.width / 2, y: anchor.y + gap),
      ]
    }
  }

  /// Candidate positions for an area's name: its middle, or slightly above or below if that is covered.
  private func middles(for size: CGSize, _ anchor: CGPoint) -> [CGPoint] {
    let middle = CGPoint(x: anchor.x - size.width / 2, y: anchor.y - size.height / 2)
    let isInside = middle.x >= 1 && middle.y >= 1 && middle.x + size.width <= scene.size.width - 1
    guard isInside, !marked.isFree(CGRect(origin: middle, size: size)) else { return [middle] }
    return [0, 1.5, -1.5, 3, -3].map { CGPoint(x: middle.x, y: middle.y + $0 * size.height) }
  }

  private func drawDot(_ center: CGPoint, _ look: LabelStyle) {
    func circle(_ radius: Double) -> CGPath {
      CGPath(
        ellipseIn: CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
    }
    context.state.fill = .color(style.halo)
    context.fill(circle(look.isCapital ? 4 : 3))
    context.state.fill = .color(style.dot)
    if look.isCapital {
      context.state.stroke = .color(style.dot)
      context.state.pen = Pen(width: 1)
      context.stroke(circle(3))
      context.fill(circle(1.5))
    } else {
      context.fill(circle(1.8))
    }
  }

  func measure(_ text: String, _ font: UIFont) -> CGSize {
    let key = LabelKey(text: text, font: font)
    if let known = map.measured[key] { return known }
    let size = context.canvas.measure(TextBlock(text, font: font))
    map.measured[key] = size
    return size
  }

  mutating func drawDegrees() {
    let font = UIFont.systemFont(ofSize: 9)
    context.state.fill = .color(style.graticuleText)
    Graticule(scene).forEachLabel { text, end, isMeridian in
      var block = TextBlock(text, font: font)
      block.halo = TextBlock.Halo(color: style.halo, width: 1.5)
      let size = measure(text, font)
      // Inside the picture, beside its line.
      let x = isMeridian ? end.x + 3 : min(max(end.x + 3, 3), scene.size.width - size.width - 3)
      let y = isMeridian ? min(max(end.y + 3, 3), scene.size.height - size.height - 3) : end.y + 1
      let origin = CGPoint(x: x, y: y)
      if room.reserve(CGRect(origin: origin, size: size)) { context.draw(block, at: origin) }
    }
  }
}
