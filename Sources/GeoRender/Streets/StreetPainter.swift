import Geo

/// Paints one picture's streets: areas, then lines, with tunnels first and bridges last.
struct StreetPainter {
  let data: StreetData
  let scene: MapScene
  let context: CGContext
  let style: StreetStyle
  private let ground: MapStyle
  /// From this level the world's ground is neutral.
  private let neutralLevel: Double
  private let transform: CGAffineTransform

  init(_ data: StreetData, _ scene: MapScene, neutralLevel: Double, in context: CGContext) {
    self.data = data
    self.neutralLevel = neutralLevel
    self.scene = scene
    self.context = context
    ground = scene.style
    style = scene.streetStyle
    transform = scene.transform(from: scene.center)
  }

  func draw() {
    if !style.isLines { drawGround() }
    for kind in StreetKind.areas where isShown(kind) { drawArea(kind) }
    for kind in [StreetKind.stream, .river] where isShown(kind) {
      stroke(lines(kind) { $0.stratum >= 0 }, ground.river, kind)
    }
    if style.isLines {
      // Painted as one layer, so that crossings are not brighter than the roads.
      context.saving {
        context.state.blending.alpha *= 0.55
        context.layer(drawRoads)
      }
    } else {
      drawRoads()
    }
    if scene.showsGraticule, scene.level >= neutralLevel {
      Graticule(scene).drawLines(in: context, ground.graticule)
    }
  }

  private func isShown(_ kind: StreetKind) -> Bool { scene.level >= kind.firstLevel }

  /// Covers the world map's ground where it is missing or too coarse.
  private func drawGround() {
    let isNeutral = scene.level >= neutralLevel
    if isNeutral { fill(CGPath(CGRect(origin: .zero, size: scene.size)), ground.paper) }
    if isNeutral || scene.level >= StreetMap.firstGround, let bounds = data.bounds {
      forEachCopy { copy, box in
        var clip = MapClip(box)
        var ring = [
          (bounds.minX, bounds.minY), (bounds.maxX, bounds.minY), (bounds.maxX, bounds.maxY),
          (bounds.minX, bounds.maxY),
        ].map { MKMapPoint(x: $0.0, y: $0.1) }
        clip.cut(ring: &ring)
        var path = CGPath()
        path.addLines(ring.map { point($0, copy) })
        path.close()
        fill(path, isNeutral ? ground.neutral : ground.land)
      }
    }
  }

  private func drawArea(_ kind: StreetKind) {
    guard let color = style.areas[kind] else { return }
    if kind == .building {
      let path = area(kind)
      fill(path, color)
      // Buildings fade in gradually.
      let alpha = min(max((scene.level - 14.5) / 1.5, 0), 1)
      if alpha > 0 { stroke(path, style.buildingEdge.withAlphaComponent(alpha), width: 0.6) }
    } else {
      fill(area(kind), color)
    }
  }

  // MARK: Roads

  private func drawRoads() {
    for stratum in [Int8(-1), 0, 1] { drawRoads(stratum) }
  }

  private func drawRoads(_ stratum: Int8) {
    let kinds = StreetKind.roads.filter(isShown)
    var paths: [(kind: StreetKind, path: CGPath, ramps: CGPath)] = []
    for kind in kinds {
      let path = lines(kind) { $0.stratum == stratum && !$0.isLink }
      let ramps = lines(kind) { $0.stratum == stratum && $0.isLink }
      paths.append((kind, path, ramps))
    }
    let fading = stratum < 0 ? 0.45 : 1
    for road in paths where hasEdge(road.kind) {
      guard let color = style.roads[road.kind]?.edge else { continue }
      let width = StreetStyle.width(road.kind, level: scene.level)
      let edge = scene.level >= 15 ? 1.6 : 1.2
      stroke(
        road.ramps, color.withAlphaComponent(color.alpha * fading), width: width * StreetPainter.ramp + edge,
        isRound: stratum == 0)
      stroke(
        road.path, color.withAlphaComponent(color.alpha * fading), width: width + edge, isRound: stratum == 0)
    }
    if stratum >= 0 { drawRails(stratum) }
    for road in paths {
      guard let color = style.roads[road.kind]?.fill else { continue }
      let width = StreetStyle.width(road.kind, level: scene.level)
      let shade = color.withAlphaComponent(color.alpha * fading)
      if road.kind == .path || road.kind == .cycleway {
        guard stratum >= 0 else { continue }
        stroke(road.path, shade, width: width, dashes: [3 * max(width, 1), 2 * max(width, 1)])
      } else {
        stroke(road.ramps, shade, width: width * StreetPainter.ramp, isRound: true)
        stroke(road.path, shade, width: width, isRound: true)
      }
    }
  }

  /// The width of a ramp relative to its road.
  private static let ramp = 0.65

  private func hasEdge(_ kind: StreetKind) -> Bool {
    kind != .path && kind != .cycleway && StreetStyle.width(kind, level: scene.level) >= 1.2
  }

  private func drawRails(_ stratum: Int8) {
    if isShown(.tram) { stroke(lines(.tram) { $0.stratum == stratum }, style.rail, .tram) }
    guard isShown(.rail) else { return }
    let path = lines(.rail) { $0.stratum == stratum }
    let width = StreetStyle.width(.rail, level: scene.level)
    stroke(path, style.rail, width: width)
    // Sleepers.
    if scene.level >= 15 { stroke(path, style.rail, width: width + 3, dashes: [1, 6]) }
  }

  // MARK: Paths

  private func forEachCopy(_ body: (_ copy: Double, _ box: MapBox) -> Void) {
    let box = scene.seen(margin: 48)
    for copy in scene.copies(of: box) { body(copy, box.moved(by: -copy)) }
  }

  private func area(_ kind: StreetKind) -> CGPath {
    var path = CGPath()
    let least = 0.7 / scene.zoomScale
    forEachCopy { copy, box in
      var clip = MapClip(box)
      data.forEach(kind, within: box) { shape in
        let extent = StreetData.box(shape.least, shape.most)
        guard max(extent.maxX - extent.minX, extent.maxY - extent.minY) > least else { return }
        for index in shape.rings {
          var ring = thinned(data.ring(index))
          if !box.contains(extent) { clip.cut(ring: &ring) }
          guard ring.count > 2 else { continue }
          path.addLines(ring.map { point($0, copy) })
          path.close()
        }
      }
    }
    return path
  }

  private func lines(_ kind: StreetKind, _ isMeant: (StreetData.Shape) -> Bool) -> CGPath {
    var path = CGPath()
    forEachCopy { copy, box in
      let clip = MapClip(box)
      data.forEach(kind, within: box) { shape in
        guard isMeant(shape) else { return }
        for index in shape.rings {
          let line = thinned(data.ring(index))
          if box.contains(StreetData.box(shape.least, shape.most)) {
            path.addLines(line.map { point($0, copy) })
          } else {
            clip.pieces(of: line) { piece in path.addLines(piece.map { point($0, copy) }) }
          }
        }
      }
    }
    return path
  }

  /// The places of a line, without those too near to the previous one to be visible.
  private func thinned(_ places: ArraySlice<StreetData.Place>) -> [MKMapPoint] {
    let near = 0.4 / scene.zoomScale / max(scene.contentScale, 1)
    var points: [MKMapPoint] = []
    points.reserveCapacity(places.count)
    for (index, place) in zip(places.indices, places) {
      let point = StreetData.point(place)
      if let last = points.last, index < places.endIndex - 1, abs(point.x - last.x) < near,
        abs(point.y - last.y) < near
      {
        continue
      }
      points.append(point)
    }
    return points
  }

  @inline(__always)
  private func point(_ place: MKMapPoint, _ copy: Double) -> CGPoint {
    CGPoint(x: place.x + copy - scene.center.x, y: place.y - scene.center.y).applying(transform)
  }

  // MARK: Painting

  private func fill(_ path: CGPath, _ color: UIColor) {
    guard !path.isEmpty else { return }
    context.state.fill = .color(color)
    context.fill(path)
  }

  private func stroke(_ path: CGPath, _ color: UIColor, _ kind: StreetKind) {
    stroke(path, color, width: StreetStyle.width(kind, level: scene.level))
  }

  private func stroke(
    _ path: CGPath, _ color: UIColor, width: Double, dashes: [Double] = [], isRound: Bool = false
  ) {
    guard !path.isEmpty else { return }
    context.state.stroke = .color(color)
    context.state.pen = Pen(width: width)
    context.state.pen.dashes = dashes
    // Thin lines show no joins, and round ones cost several times as much.
    let isWide = width > 2.5
    context.state.pen.join = isWide ? .round : .bevel
    context.state.pen.cap = isRound && isWide ? .round : .butt
    context.stroke(path)
  }
}

extension MapScene {
  var streetStyle: StreetStyle { mapType.isImagery ? .hybrid : isDark ? .dark : .light }
}
