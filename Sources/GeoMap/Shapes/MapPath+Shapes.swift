import GeoCore

extension MapPath {
  static func valid(_ coordinates: [CLLocationCoordinate2D]) -> [CLLocationCoordinate2D] {
    coordinates.allSatisfy(CLLocationCoordinate2DIsValid)
      ? coordinates : coordinates.filter(CLLocationCoordinate2DIsValid)
  }

  static func finite(_ points: [MKMapPoint]) -> [MKMapPoint] {
    points.allSatisfy { $0.x.isFinite && $0.y.isFinite }
      ? points : points.filter { $0.x.isFinite && $0.y.isFinite }
  }

  /// The rect around rects, each moved by whole worlds so that it becomes as narrow as it can.
  public static func narrowestRect(_ rects: [MKMapRect]) -> MKMapRect {
    let world = MKMapSizeWorld.width
    let spans = rects.filter { !$0.isNull }.map { rect in
      (start: Mercator.withinWorld(rect.minX), rect: rect)
    }.sorted { $0.start < $1.start }
    guard let first = spans.first else { return MKMapRectNull }
    // What lies to the west of the widest gap between two of them comes last.
    var reach = first.start
    var widest = (gap: -Double.infinity, after: 0)
    for (index, span) in spans.enumerated() {
      if index > 0, span.start - reach > widest.gap { widest = (span.start - reach, index) }
      reach = max(reach, span.start + span.rect.width)
    }
    let start = first.start + world - reach >= widest.gap ? 0 : widest.after
    let ordered = spans[start...] + spans[..<start].map { (start: $0.start + world, rect: $0.rect) }
    let moved = ordered.map { $0.rect.offsetBy(dx: $0.start - $0.rect.minX, dy: 0) }
    let union = moved.reduce(MKMapRectNull) { $0.union($1) }
    // Begun where its first member was given: what needs no move keeps its bits.
    guard let origin = ordered.first?.rect.minX else { return MKMapRectNull }
    return MKMapRect(x: origin, y: union.minY, width: union.width, height: union.height)
  }

  /// The place in the middle of a rect, no place on the earth for a null one.
  static func middle(_ rect: MKMapRect) -> CLLocationCoordinate2D {
    rect.isNull
      ? kCLLocationCoordinate2DInvalid : MKCoordinateForMapPoint(MKMapPoint(x: rect.midX, y: rect.midY))
  }

  /// Returns the ring so that it turns clockwise on the map, or the other way.
  static func turned(_ ring: [MKMapPoint], clockwise: Bool) -> [MKMapPoint] {
    guard var a = ring.last, let origin = ring.first else { return ring }
    var area = 0.0
    for b in ring {
      area += (a.x - origin.x) * (b.y - origin.y) - (b.x - origin.x) * (a.y - origin.y)
      a = b
    }
    return (area > 0) == clockwise ? ring : ring.reversed()
  }
}
