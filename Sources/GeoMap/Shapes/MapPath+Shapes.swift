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

  /// The rect around rects, each moved by whole worlds to make the result as narrow as possible.
  public static func narrowestRect(_ rects: [MKMapRect]) -> MKMapRect {
    let world = MKMapSizeWorld.width
    let spans = rects.filter { !$0.isNull }.map { rect in
      (start: Mercator.withinWorld(rect.minX), rect: rect)
    }.sorted { $0.start < $1.start }
    guard let first = spans.first else { return MKMapRectNull }
    // The rects west of the widest gap come last.
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
    // Starts at the place of its first member, so that unmoved values stay exact.
    guard let origin = ordered.first?.rect.minX else { return MKMapRectNull }
    return MKMapRect(x: origin, y: union.minY, width: union.width, height: union.height)
  }

  /// The place in the middle of a rect; invalid for a null rect.
  static func middle(_ rect: MKMapRect) -> CLLocationCoordinate2D {
    rect.isNull
      ? kCLLocationCoordinate2DInvalid : MKCoordinateForMapPoint(MKMapPoint(x: rect.midX, y: rect.midY))
  }

  /// Returns the ring in the given direction on the map.
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
