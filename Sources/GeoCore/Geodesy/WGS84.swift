import Glibc

/// The ellipsoid of the World Geodetic System 1984.
///
/// - Source: NIMA TR8350.2, table 3.1; the radii of curvature are M and N of Torge, Müller 2012, Geodesy, 4th ed., 4.1.
public enum WGS84 {
  /// Equatorial radius in meters.
  @inlinable package static var a: Double { 6_378_137 }
  /// Flattening.
  @inlinable package static var f: Double { 1 / 298.257223563 }
  /// The first eccentricity squared.
  @inlinable package static var e2: Double { f * (2 - f) }

  /// The radius of curvature of the meridian at a latitude, in meters.
  public static func meridianRadius(_ latitude: CLLocationDegrees) -> CLLocationDistance {
    let sine = sin(latitude * .pi / 180)
    let w2 = 1 - e2 * sine * sine
    return a * (1 - e2) / (w2 * w2.squareRoot())
  }

  /// The radius of curvature from east to west at a latitude, in meters.
  public static func normalRadius(_ latitude: CLLocationDegrees) -> CLLocationDistance {
    let sine = sin(latitude * .pi / 180)
    return a / (1 - e2 * sine * sine).squareRoot()
  }
}
