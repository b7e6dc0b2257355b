/// Draws an ``MKPolygon`` without its holes.
open class MKPolygonRenderer: MKOverlayPathRenderer {
  public let polygon: MKPolygon

  public init(polygon: MKPolygon) {
    self.polygon = polygon
    super.init(overlay: polygon)
  }

  open override func createPath() throws {
    let origin = mapPoint(for: .zero)
    path = CGPath(rings: polygon.rings, from: origin)
    if polygon.isAroundPole { edge = CGPath(edgesOf: polygon, from: origin) }
  }
}

/// Draws several polygons in one style; where they overlap they form one area.
open class MKMultiPolygonRenderer: MKOverlayPathRenderer {
  public let multiPolygon: MKMultiPolygon

  public init(multiPolygon: MKMultiPolygon) {
    self.multiPolygon = multiPolygon
    super.init(overlay: multiPolygon)
  }

  open override func createPath() throws {
    let polygons = multiPolygon.polygons.map { polygon in
      (polygon, origin: origin(of: polygon.boundingMapRect))
    }
    path = polygons.reduce(into: CGPath()) { path, part in
      // All outer rings have one direction and all holes the other, so the overlap of two polygons is inside
      // as well.
      for (index, ring) in part.0.rings.enumerated() {
        path.append(CGPath(rings: [MapPath.turned(ring, clockwise: index == 0)], from: part.origin))
      }
    }
    guard multiPolygon.polygons.contains(where: \.isAroundPole) else { return }
    edge = polygons.reduce(into: CGPath()) { $0.append(CGPath(edgesOf: $1.0, from: $1.origin)) }
  }

  override var fillRule: CGPathFillRule { .winding }
}

extension MKOverlayRenderer {
  /// The origin of coordinates for a part whose rect is drawn a number of worlds away.
  func origin(of part: MKMapRect) -> MKMapPoint {
    let origin = mapPoint(for: .zero)
    guard !part.isNull else { return origin }
    let turns = ((origin.x - part.minX) / MKMapSizeWorld.width - 1e-9).rounded(.up)
    return MKMapPoint(x: origin.x - turns * MKMapSizeWorld.width, y: origin.y)
  }
}

extension CGPath {
  /// Closed rings, relative to `origin`.
  init(rings: [[MKMapPoint]], from origin: MKMapPoint) {
    self.init()
    for ring in rings where !ring.isEmpty {
      addLine(ring, from: origin)
      close()
    }
  }

  /// The edge of a polygon without the part that only closes it around a pole.
  fileprivate init(edgesOf polygon: MKPolygon, from origin: MKMapPoint) {
    let rings = polygon.rings
    self.init(rings: polygon.isAroundPole ? Array(rings.dropFirst()) : rings, from: origin)
    // One more point: the start, a world farther on.
    if polygon.isAroundPole { addLine(Array(polygon.outline.prefix(polygon.pointCount + 1)), from: origin) }
  }

  /// A line relative to `origin`.
  mutating func addLine(_ line: [MKMapPoint], from origin: MKMapPoint) {
    addLines(line.lazy.map { CGPoint(x: $0.x - origin.x, y: $0.y - origin.y) })
  }
}
