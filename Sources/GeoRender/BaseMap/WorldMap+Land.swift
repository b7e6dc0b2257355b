public import Geo

extension WorldMap {
  /// Whether the base map shows land at a place, in its own finest detail: inside a coast and not in a lake,
  /// or on an island in one.
  public func isLand(at point: MKMapPoint) -> Bool {
    isCovered(point, .land) && !isCovered(point, .lake)
  }

  /// Whether rings of a kind enclose a place, by counting their crossings with a ray to the east.
  private func isCovered(_ point: MKMapPoint, _ kind: MapFile.Kind) -> Bool {
    guard let layer = world.layer(kind, level: .infinity) else { return false }
    let all = MKMapSizeWorld.width
    let way = MapBox(minX: point.x, minY: point.y, maxX: all, maxY: point.y)
    var isInside = false
    world.forEach(in: layer, within: way, level: .infinity) { ring, isRing in
      guard isRing, var last = ring.last else { return }
      for place in ring {
        if (last.y > point.y) != (place.y > point.y) {
          let x = last.x + (place.x - last.x) * ((point.y - last.y) / (place.y - last.y))
          if x > point.x { isInside.toggle() }
        }
        last = place
      }
    }
    return isInside
  }
}
