package import GeoCore

extension AreaShape? {
  /// Returns the geodesic distance to the edge of the shape, or of a circle without one: negative inside, 0 on it.
  ///
  /// - Units: meters; NaN if a coordinate or the radius is not a number.
  @inline(__always)
  package func signedDistance(
    to coordinate: CLLocationCoordinate2D, center: CLLocationCoordinate2D, radius: CLLocationDistance
  ) -> CLLocationDistance {
    self?.signedDistance(to: coordinate) ?? Geodesic.distance(from: center, to: coordinate) - radius
  }
}

extension MonitoredRegion {
  /// Returns the geodesic distance to the edge, negative inside.
  package func signedDistance(to coordinate: CLLocationCoordinate2D) -> CLLocationDistance {
    shape.signedDistance(to: coordinate, center: center, radius: radius)
  }
}
