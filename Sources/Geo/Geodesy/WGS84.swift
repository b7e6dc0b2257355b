/// The ellipsoid of the World Geodetic System 1984.
///
/// - Source: NIMA TR8350.2, table 3.1.
enum WGS84 {
  /// Equatorial radius in metres.
  static let a = 6_378_137.0
  /// Flattening.
  static let f = 1 / 298.257223563
  /// The first eccentricity squared.
  static let e2 = f * (2 - f)
}
