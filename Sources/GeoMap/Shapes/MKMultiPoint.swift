public import GeoCore

/// A shape of ordered places: a line, a ring, or just places.
///
/// - Shape: each coordinate lies the shorter way in longitude from the previous one, so ``points`` may extend
///   beyond the world; points are taken as given. Places that are not on the earth, or not finite, are
///   skipped.
/// - Source: F-13, MG-21.
open class MKMultiPoint: MKShape {
  /// The vertices on the map.
  public let points: [MKMapPoint]
  /// The smallest rect that holds the whole shape; null without a vertex.
  public let boundingMapRect: MKMapRect
  /// The vertices as given; nil if they were given as points.
  private let given: [CLLocationCoordinate2D]?

  public init(coordinates: [CLLocationCoordinate2D]) {
    let given = MapPath.valid(coordinates)
    self.given = given
    points = MapPath.points(given)
    boundingMapRect = MapPath.boundingRect(points)
    super.init()
  }

  public init(points: [MKMapPoint]) {
    given = nil
    self.points = MapPath.finite(points)
    boundingMapRect = MapPath.boundingRect(self.points)
    super.init()
  }

  /// For shapes that cover more than their vertices.
  init(points: [MKMapPoint], given: [CLLocationCoordinate2D]?, boundingMapRect: MKMapRect) {
    self.points = points
    self.given = given
    self.boundingMapRect = boundingMapRect
    super.init()
  }

  public var pointCount: Int { points.count }

  /// The vertices on the earth.
  public var coordinates: [CLLocationCoordinate2D] { given ?? points.map(MKCoordinateForMapPoint) }

  /// Returns the coordinates of the vertices in `range`; indexes beyond the last are ignored.
  public func getCoordinates(_ range: Range<Int>) -> [CLLocationCoordinate2D] {
    let range = range.clamped(to: points.indices)
    return given.map { Array($0[range]) } ?? points[range].map(MKCoordinateForMapPoint)
  }

  /// The middle of the bounding rect; invalid without a vertex.
  open override var coordinate: CLLocationCoordinate2D { MapPath.middle(boundingMapRect) }
}
