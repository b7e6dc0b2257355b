import CGeographicLib

/// Shortest lines on the WGS 84 ellipsoid.
///
/// - Units: degrees, meters; azimuths in degrees clockwise from true north, −180…180.
/// - Errors: none thrown; a NaN coordinate or a latitude beyond ±90° gives NaN.
/// - Source: Karney 2013, doi:10.1007/s00190-012-0578-z, as in GeographicLib (accurate to about 15 nm).
public enum Geodesic {
  /// Returns the length of the shortest line between two places.
  public static func distance(
    from origin: CLLocationCoordinate2D, to destination: CLLocationCoordinate2D
  ) -> CLLocationDistance {
    gl_distance(origin.latitude, origin.longitude, destination.latitude, destination.longitude)
  }

  /// Returns the length of the shortest line between two places with its direction at both ends.
  public static func inverse(
    from origin: CLLocationCoordinate2D, to destination: CLLocationCoordinate2D
  ) -> (
    distance: CLLocationDistance, initialAzimuth: CLLocationDirection, finalAzimuth: CLLocationDirection
  ) {
    var initial = 0.0
    var final = 0.0
    let meters = gl_inverse(
      origin.latitude, origin.longitude, destination.latitude, destination.longitude, &initial, &final)
    return (meters, initial, final)
  }

  /// Returns the place `distance` meters from `origin` along the geodesic that starts at `azimuth`.
  public static func direct(
    from origin: CLLocationCoordinate2D, azimuth: CLLocationDirection, distance: CLLocationDistance
  ) -> (destination: CLLocationCoordinate2D, finalAzimuth: CLLocationDirection) {
    var latitude = 0.0
    var longitude = 0.0
    var final = 0.0
    gl_direct(origin.latitude, origin.longitude, azimuth, distance, &latitude, &longitude, &final)
    return (CLLocationCoordinate2D(latitude: latitude, longitude: longitude), final)
  }
}
