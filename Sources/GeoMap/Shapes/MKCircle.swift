public import GeoCore

/// All places within a distance of a center: the circle of a region with the same center and radius.
///
/// - Shape: a geodesic circle on WGS 84. On the map it is not a circle, and grows toward the poles; around a
///   pole it extends all around the world to that edge of the map.
/// - Units: meters.
/// - Source: F-13, MG-21.
open class MKCircle: MKShape, MKOverlay {
  private let center: CLLocationCoordinate2D
  public let radius: CLLocationDistance
  public let boundingMapRect: MKMapRect

  /// A radius that is NaN or negative makes a circle of 0 m, a center that is not on the earth an empty one.
  public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
    self.center = center
    self.radius = radius > 0 ? radius : 0
    boundingMapRect = GeodesicCircle(center, self.radius).boundingMapRect
    super.init()
  }

  /// A circle around the middle of a rect, half as wide as its longer side, in meters at the latitude of its
  /// middle.
  public convenience init(mapRect: MKMapRect) {
    let center = MapPath.middle(mapRect)
    let meters = MKMetersPerMapPointAtLatitude(center.latitude)
    self.init(center: center, radius: max(mapRect.width, mapRect.height) / 2 * meters)
  }

  open override var coordinate: CLLocationCoordinate2D { center }

  public func intersects(_ mapRect: MKMapRect) -> Bool {
    GeodesicCircle(center, radius).meets(mapRect)
  }
}
