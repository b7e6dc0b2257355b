public import GeoCore

/// The area inside a ring, without the areas of its inner polygons.
///
/// - Shape: the ring closes automatically, the shorter way. A ring around a pole extends to that edge of the
///   map: the pole of the hemisphere of its mean latitude; on the equator, the pole to its left. Where rings
///   overlap, a place is inside if it lies within an odd number of them.
/// - Source: OV-11, F-13; RFC 7946 §3.1.6 for a ring on the equator.
open class MKPolygon: MKMultiPoint, MKOverlay {
  public let interiorPolygons: [MKPolygon]
  /// The ring on the map: ``points``, plus the way along the edge of the map for a ring around a pole.
  let outline: [MKMapPoint]
  private let middle: CLLocationCoordinate2D

  public convenience override init(coordinates: [CLLocationCoordinate2D]) {
    self.init(coordinates: coordinates, interiorPolygons: [])
  }

  public convenience override init(points: [MKMapPoint]) {
    self.init(points: points, interiorPolygons: [])
  }

  public init(coordinates: [CLLocationCoordinate2D], interiorPolygons: [MKPolygon]) {
    let given = MapPath.valid(coordinates)
    let points = MapPath.points(given)
    self.interiorPolygons = interiorPolygons
    outline = points + MKPolygon.wayAroundPole(points, given)
    let bounds = MapPath.boundingRect(outline)
    middle = MKPolygon.centroid(outline, interiorPolygons, bounds)
    super.init(points: points, given: given, boundingMapRect: bounds)
  }

  public init(points: [MKMapPoint], interiorPolygons: [MKPolygon]) {
    let points = MapPath.finite(points)
    self.interiorPolygons = interiorPolygons
    outline = points
    let bounds = MapPath.boundingRect(points)
    middle = MKPolygon.centroid(points, interiorPolygons, bounds)
    super.init(points: points, given: nil, boundingMapRect: bounds)
  }

  /// The centroid on the map without the holes; without an area, the middle of the bounding rect.
  open override var coordinate: CLLocationCoordinate2D { middle }

  public func intersects(_ mapRect: MKMapRect) -> Bool {
    MapRectTest.anywhere(mapRect, boundingMapRect) { test in
      if test.meets(ring: outline) { return true }
      let holes = interiorPolygons.map { (ring: $0.outline, shift: shift(of: $0)) }
      if holes.contains(where: { test.moved(by: -$0.shift).meets(ring: $0.ring) }) { return true }
      // No edge meets the rect, so it is inside or outside as a whole.
      return holes.reduce(test.isWithin(outline)) { isInside, hole in
        isInside != test.moved(by: -hole.shift).isWithin(hole.ring)
      }
    }
  }

  /// The shift of a hole, in whole worlds, to the place of the ring.
  func shift(of hole: MKPolygon) -> Double {
    MKPolygon.shift(of: hole, in: boundingMapRect)
  }

  private static func shift(of hole: MKPolygon, in bounds: MKMapRect) -> Double {
    guard !hole.boundingMapRect.isNull, !bounds.isNull else { return 0 }
    let world = MKMapSizeWorld.width
    return ((bounds.midX - hole.boundingMapRect.midX) / world).rounded() * world
  }

  /// Whether it goes around a pole.
  var isAroundPole: Bool { outline.count > pointCount }

  /// Its outline, then its holes at their places.
  var rings: [[MKMapPoint]] {
    [outline]
      + interiorPolygons.map { hole in
        let shift = shift(of: hole)
        return shift == 0 ? hole.outline : hole.outline.map { MKMapPoint(x: $0.x + shift, y: $0.y) }
      }
  }

  /// The corners that close a ring around a pole; none for other rings.
  private static func wayAroundPole(
    _ points: [MKMapPoint], _ given: [CLLocationCoordinate2D]
  ) -> [MKMapPoint] {
    let world = MKMapSizeWorld.width
    guard let first = points.first, let last = points.last,
      let turns = MapPath.points([given[given.count - 1], given[0]]).last.map({ end in
        ((last.x - first.x + end.x - MKMapPointForCoordinate(given[given.count - 1]).x) / world).rounded()
      }), turns != 0
    else { return [] }
    let end = first.x + turns * world
    // The area between the ring and the equator, positive in the north.
    var area = 0.0
    for (index, place) in given.enumerated() {
      let isLast = index + 1 == points.count
      let next = isLast ? end : points[index + 1].x
      area += (next - points[index].x) * (place.latitude + given[isLast ? 0 : index + 1].latitude)
    }
    let isNorthern = area == 0 ? turns > 0 : area * turns > 0
    let y = isNorthern ? 0 : world
    return [MKMapPoint(x: end, y: first.y), MKMapPoint(x: end, y: y), MKMapPoint(x: first.x, y: y)]
  }

  private static func centroid(
    _ ring: [MKMapPoint], _ holes: [MKPolygon], _ bounds: MKMapRect
  ) -> CLLocationCoordinate2D {
    guard !bounds.isNull else { return kCLLocationCoordinate2DInvalid }
    var sum = AreaSum(bounds.origin)
    sum.add(ring, shift: 0, sign: 1)
    for hole in holes { sum.add(hole.outline, shift: shift(of: hole, in: bounds), sign: -1) }
    return sum.middle.map(MKCoordinateForMapPoint) ?? MapPath.middle(bounds)
  }
}
