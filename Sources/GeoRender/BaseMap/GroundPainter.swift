import Geo
import Glibc

/// Paints one picture's ground: water, land and borders.
struct GroundPainter {
  let map: WorldMap
  let scene: MapScene
  let context: CGContext
  let style: MapStyle
  /// The level of detail that the picture can show: a higher scale shows more.
  let detail: Double
  /// Converts map points east and south of the center to points of the picture.
  private let transform: CGAffineTransform

  init(_ map: WorldMap, _ scene: MapScene, in context: CGContext) {
    self.map = map
    self.scene = scene
    self.context = context
    style = scene.style
    detail = scene.level + log2(max(context.canvas.scale, 0.01))
    transform = scene.transform(from: scene.center)
  }

  func draw() throws {
    let isNeutral = scene.level >= map.neutralLevel
    if isNeutral {
      fillAll(isAtSea ? style.water : style.paper)
    } else {
      fillAll(style.water)
      let land = areas(.land, margin: 8)
      if scene.mapType.isImagery { drawShelf(land) }
      try drawLand(land)
      drawLines(.river, style.river, width: min(0.5 + scene.level / 10, 1.6))
      let lakes = areas(.lake, margin: 8)
      fill(lakes, style.water)
      if !scene.mapType.isImagery { drawCoast(land + lakes) }
      if scene.mapType.hasLabels { drawBorders() }
    }
    if isNeutral || scene.showsGraticule { Graticule(scene).drawLines(in: context, style.graticule) }
  }

  private func drawLand(_ land: [Area]) throws {
    fill(land, style.land)
    if scene.mapType.isImagery {
      try drawImagery(land)
    } else {
      // Towns at 1:50m are coarse, so they fade as the map zooms in.
      let fading = min(max(1 - (scene.level - 7) / 4, 0.25), 1)
      cover(land, with: areas(.ice, margin: 2), style.ice)
      cover(land, with: areas(.urban, margin: 2), style.urban.withAlphaComponent(fading))
    }
  }

  /// Fills areas clipped to land, because their own edges do not follow the finer coast.
  private func cover(_ land: [Area], with areas: [Area], _ color: UIColor) {
    for (land, area) in zip(land, areas) where !area.fill.isEmpty {
      context.saving {
        if scene.level >= WorldMap.finerLevel, map.finer != nil { context.clip(to: land.fill, .evenOdd) }
        fill([area], color)
      }
    }
  }

  private func drawCoast(_ areas: [Area]) {
    for area in areas { stroke(area.edge, style.coast, width: 0.8) }
  }

  private func drawBorders() {
    let width = min(0.6 + scene.level / 12, 1.2)
    drawLines(.state, style.stateBorder, width: 0.8, dashes: [3.5, 2.5])
    if scene.level >= 5 { drawLines(.border, style.border.withAlphaComponent(0.16), width: 4) }
    drawLines(.border, style.border, width: width)
  }

  // MARK: Reading

  /// A kind of area on one copy of the world: the fill, and its edge without cuts of the map.
  struct Area {
    /// The offset of its world.
    var copy: Double
    var fill = CGPath()
    var edge = CGPath()
  }

  private func source(_ kind: MapFile.Kind) -> (file: MapFile, layer: MapFile.Layer)? {
    let least = kind == .river ? WorldMap.finerRiverLevel : WorldMap.finerLevel
    if scene.level >= least, let finer = map.finer, let layer = finer.layer(kind, level: detail) {
      return (finer, layer)
    }
    return map.world.layer(kind, level: detail).map { (map.world, $0) }
  }

  /// Whether the view is all sea, with no coast near as far as the data shows.
  private var isAtSea: Bool {
    guard let (file, layer) = source(.land) else { return false }
    // The coast of 1:50m lies within a few kilometers of the real one, the finer one within some hundred meters.
    let accuracy =
      (map.finer == nil ? 5000 : 500)
      * MKMapPointsPerMeterAtLatitude(MKCoordinateForMapPoint(scene.center).latitude)
    let box = scene.seen(margin: accuracy * scene.zoomScale)
    // A clipped ring that surrounds the rect but does not cover it leaves edges that enclose nothing.
    let least = (box.maxX - box.minX) * (box.maxY - box.minY) * 1e-9
    var isAtSea = true
    for copy in scene.copies(of: box) {
      let own = box.moved(by: -copy)
      var clip = MapClip(own)
      file.forEach(in: layer, within: own, level: scene.level) { places, _ in
        var ring = places
        clip.cut(ring: &ring)
        if MapClip.area(of: ring) > least { isAtSea = false }
      }
    }
    return isAtSea
  }

  /// Returns the areas of a kind, one for each visible copy of the world.
  func areas(_ kind: MapFile.Kind, margin: Double) -> [Area] {
    guard let (file, layer) = source(kind) else { return [] }
    let box = scene.seen(margin: margin)
    return scene.copies(of: box).map { copy in
      var area = Area(copy: copy)
      let own = box.moved(by: -copy)
      var clip = MapClip(own)
      file.forEach(in: layer, within: own, level: scene.level) { places, _ in
        add(places, to: &area, &clip, copy)
      }
      return area
    }
  }

  private func add(_ places: [MKMapPoint], to area: inout Area, _ clip: inout MapClip, _ copy: Double) {
    let world = MKMapSizeWorld.width
    var ring = places
    // At a cut of the map, parts overlap by a point to hide the seam; at the bottom they continue beyond the
    // map.
    let overlap = 1 / scene.zoomScale
    for index in ring.indices {
      if ring[index].x <= 0 { ring[index].x = -overlap }
      if ring[index].x >= world { ring[index].x = world + overlap }
      if ring[index].y >= world { ring[index].y = 2 * world }
    }
    clip.cut(ring: &ring)
    guard ring.count > 2 else { return }
    let points = ring.map { point($0, copy) }
    area.fill.addLines(points)
    area.fill.close()
    func isCut(_ a: MKMapPoint, _ b: MKMapPoint) -> Bool {
      a.x < 0 && b.x < 0 || a.x > world && b.x > world || a.y > world && b.y > world
    }
    guard ring.contains(where: { $0.x < 0 || $0.x > world || $0.y > world }) else {
      area.edge.addLines(points)
      area.edge.close()
      return
    }
    for index in ring.indices {
      let next = index + 1 < ring.count ? index + 1 : 0
      if isCut(ring[index], ring[next]) {
        area.edge.move(to: points[next])
      } else {
        if index == 0 { area.edge.move(to: points[0]) }
        area.edge.addLine(to: points[next])
      }
    }
  }

  private func lines(_ kind: MapFile.Kind, margin: Double) -> CGPath {
    var path = CGPath()
    guard let (file, layer) = source(kind) else { return path }
    let box = scene.seen(margin: margin)
    for copy in scene.copies(of: box) {
      let own = box.moved(by: -copy)
      let clip = MapClip(own)
      file.forEach(in: layer, within: own, level: scene.level) { places, _ in
        clip.pieces(of: places) { piece in path.addLines(piece.map { point($0, copy) }) }
      }
    }
    return path
  }

  @inline(__always)
  private func point(_ place: MKMapPoint, _ copy: Double) -> CGPoint {
    CGPoint(x: place.x + copy - scene.center.x, y: place.y - scene.center.y).applying(transform)
  }

  // MARK: Painting

  private func fillAll(_ color: UIColor) {
    context.state.fill = .color(color)
    context.fill(CGPath(CGRect(origin: .zero, size: scene.size)))
  }

  private func fill(_ areas: [Area], _ color: UIColor) {
    context.state.fill = .color(color)
    // Copies overlap, so each is filled separately.
    for area in areas where !area.fill.isEmpty { context.fill(area.fill, .evenOdd) }
  }

  func stroke(_ path: CGPath, _ color: UIColor, width: Double, dashes: [Double] = []) {
    guard !path.isEmpty else { return }
    context.state.stroke = .color(color)
    context.state.pen = Pen(width: width)
    // Round joins cost several times as much, and would not show on such thin lines.
    context.state.pen.join = .bevel
    context.state.pen.dashes = dashes
    context.stroke(path)
  }

  private func drawLines(_ kind: MapFile.Kind, _ color: UIColor, width: Double, dashes: [Double] = []) {
    stroke(lines(kind, margin: width + 2), color, width: width, dashes: dashes)
  }
}
