import Geo

/// Writes one picture's names without overlaps: countries first, then cities by size.
///
/// - Source: PI-15.
struct LabelPainter {
  let map: WorldMap
  let scene: MapScene
  let context: CGContext
  let style: MapStyle
  /// The space that is left.
  var space: LabelSpace

  init(_ map: WorldMap, _ scene: MapScene, in context: CGContext) {
    self.map = map
    self.scene = scene
    self.context = context
    style = scene.style
    space = scene.labels
  }

  mutating func draw() {
    if scene.level >= map.neutralLevel || scene.showsGraticule { drawDegrees() }
    guard scene.mapType.hasLabels else { return }
    write(labels())
  }

  /// The visible names.
  private func labels() -> [PlaceLabel] {
    let box = scene.seen(margin: 0)
    let transform = scene.transform(from: scene.center)
    let hidden = scene.replaced.filter(\.isAboveLabels).map(\.rect)
    var found: [PlaceLabel] = []
    for copy in scene.copies(of: box) {
      map.places.forEach(within: box.moved(by: -copy), level: scene.level + 0.01) { place in
        guard let label = label(for: place, copy, transform), !isHidden(place.point, hidden) else { return }
        found.append(label)
      }
    }
    for settlement in map.settlements(scene) {
      let place = PlaceFile.Place(settlement)
      guard !isHidden(place.point, hidden) else { continue }
      for copy in scene.copies(of: box) where box.moved(by: -copy).contains(place.point) {
        if let label = label(for: place, copy, transform) { found.append(label) }
      }
    }
    return found
  }

  func isHidden(_ point: MKMapPoint, _ rects: [MKMapRect]) -> Bool {
    rects.contains { rect in
      [-1.0, 0, 1].contains { turn in
        rect.contains(MKMapPoint(x: point.x + turn * MKMapSizeWorld.width, y: point.y))
      }
    }
  }

  private func label(
    for place: PlaceFile.Place, _ copy: Double, _ transform: CGAffineTransform
  ) -> PlaceLabel? {
    guard let (look, weight) = style(of: place) else { return nil }
    let anchor = CGPoint(x: place.point.x + copy - scene.center.x, y: place.point.y - scene.center.y)
      .applying(transform)
    return PlaceLabel(
      text: place.name, localText: scene.level >= 5 ? place.localName : "", style: look, anchor: anchor,
      weight: Double(weight))
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

  /// The sizes of a label's two lines; the second may be empty.
  private struct Lines {
    var own: CGSize
    var local: CGSize
    /// The typeface of the local name; nil without one.
    var localFont: UIFont?

    var size: CGSize { CGSize(width: max(own.width, local.width), height: own.height + local.height) }
  }

  private func lines(of label: PlaceLabel) -> Lines {
    let own = measure(label.text, label.style.font)
    guard !label.localText.isEmpty else { return Lines(own: own, local: .zero) }
    let font = UIFont.systemFont(ofSize: max(label.style.font.pointSize - 2, 8))
    return Lines(own: own, local: measure(label.localText, font), localFont: font)
  }

  /// Writes the names that have room: in the middle of an area, or beside the dot of a city.
  mutating func write(_ labels: [PlaceLabel]) {
    let lines = labels.map { self.lines(of: $0) }
    let candidates = zip(labels, lines).map { label, lines in
      var candidate = LabelCandidate(
        label.text, .place, weight: label.weight,
        frames: label.style.hasDot ? places(beside: label.anchor, lines) : middles(lines.size, label.anchor))
      candidate.margin = CGSize(width: 4, height: 2)
      if label.style.hasDot { candidate.dot = label.dot }
      return candidate
    }
    for place in space.place(candidates) {
      write(labels[place.candidate], lines[place.candidate], at: place.frame.rect)
    }
  }

  private func write(_ label: PlaceLabel, _ lines: Lines, at rect: CGRect) {
    if label.style.hasDot { drawDot(label.anchor, label.style) }
    // Beside the dot both lines are aligned to it; otherwise they are centered.
    func x(_ width: Double) -> Double {
      if !label.style.hasDot { return rect.midX - width / 2 }
      if rect.minX > label.anchor.x { return rect.minX }
      return rect.maxX < label.anchor.x ? rect.maxX - width : rect.midX - width / 2
    }
    var block = TextBlock(label.text, font: label.style.font)
    if label.style.halo > 0 { block.halo = TextBlock.Halo(color: style.halo, width: label.style.halo) }
    context.state.fill = .color(label.style.color)
    context.draw(block, at: CGPoint(x: x(lines.own.width), y: rect.minY))
    guard let font = lines.localFont else { return }
    var second = TextBlock(label.localText, font: font)
    second.halo = block.halo
    context.state.fill = .color(label.style.color.withAlphaComponent(0.75))
    context.draw(second, at: CGPoint(x: x(lines.local.width), y: rect.minY + lines.own.height))
  }

  /// Places of a city's name: right, left, above and below its dot, near a line also between these, and farther away if an
  /// annotation lies over the dot.
  private func places(beside anchor: CGPoint, _ lines: Lines) -> [LabelFrame] {
    let (size, own) = (lines.size, lines.own.height)
    let isUnder = space.isMarked(CGRect(x: anchor.x - 1, y: anchor.y - 1, width: 2, height: 2))
    let isNearLine = space.isCrossed(CGRect(x: anchor.x - 16, y: anchor.y - 16, width: 32, height: 32))
    return (isUnder ? [5.0, 18, 30] : [5]).flatMap { gap in
      let (left, right) = (anchor.x - gap - size.width, anchor.x + gap)
      let (above, below) = (anchor.y - gap - size.height, anchor.y + gap)
      var origins = [
        CGPoint(x: right, y: anchor.y - own / 2), CGPoint(x: left, y: anchor.y - own / 2),
        CGPoint(x: anchor.x - size.width / 2, y: above), CGPoint(x: anchor.x - size.width / 2, y: below),
      ]
      if isNearLine {
        for y in [above + gap / 2, below - gap / 2] {
          origins += [CGPoint(x: right, y: y), CGPoint(x: left, y: y)]
        }
      }
      return origins.map { LabelFrame(origin: $0, size: size) }
    }
  }

  /// Places of an area's name: its middle, or not far from it if something lies there.
  private func middles(_ size: CGSize, _ anchor: CGPoint) -> [LabelFrame] {
    let middle = LabelFrame(middle: anchor, size: size)
    var steps = [(0.0, 0.0)]
    if space.isObstructed(middle.rect) {
      steps += [(0, 1.5), (0, -1.5), (0.6, 0), (-0.6, 0), (0.6, 1.5), (-0.6, 1.5), (0.6, -1.5), (-0.6, -1.5)]
    }
    if space.isMarked(middle.rect) { steps += [(0, 3), (0, -3)] }
    return steps.map { x, y in
      LabelFrame(middle: CGPoint(x: anchor.x + x * size.width, y: anchor.y + y * size.height), size: size)
    }
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

  /// Writes degrees inside the picture, beside their lines.
  mutating func drawDegrees() {
    let font = UIFont.systemFont(ofSize: 9)
    var candidates: [LabelCandidate] = []
    Graticule(scene).forEachLabel { text, end, isMeridian in
      let size = measure(text, font)
      let (right, bottom) = (scene.size.width - size.width - 3, scene.size.height - size.height - 3)
      let x = isMeridian ? end.x + 3 : min(max(end.x + 3, 3), right)
      let y = isMeridian ? min(max(end.y + 3, 3), bottom) : end.y + 1
      let other =
        isMeridian ? CGPoint(x: end.x - 3 - size.width, y: y) : CGPoint(x: x, y: end.y - 1 - size.height)
      candidates.append(
        LabelCandidate(
          text, .degree, weight: 0,
          frames: [CGPoint(x: x, y: y), other].map { LabelFrame(origin: $0, size: size) }))
    }
    context.state.fill = .color(style.graticuleText)
    for place in space.place(candidates) {
      var block = TextBlock(candidates[place.candidate].name, font: font)
      block.halo = TextBlock.Halo(color: style.halo, width: 1.5)
      context.draw(block, at: place.frame.rect.origin)
    }
  }
}
