import Geo

/// A position in the forms that the parts of a pack need, computed once.
struct PackPosition {
  let coordinate: CLLocationCoordinate2D
  /// From the center of the earth, in meters.
  let origin: SIMD3<Double>
  private let latitude: AngleSines
  private let longitude: AngleSines

  init(_ coordinate: CLLocationCoordinate2D) {
    self.coordinate = coordinate
    latitude = AngleSines(degrees: coordinate.latitude)
    longitude = AngleSines(degrees: coordinate.longitude)
    origin = WGS84.geocentric(latitude: latitude, longitude: longitude)
  }

  /// The same in the precision of trees.
  var point: SIMD3<Float> { SIMD3<Float>(origin) }

  /// The distance of a place on the ellipsoid, accurate to 2 mm up to 50 km.
  ///
  /// An arc of radius R with chord c has the length c + c³/24R². At 50 km the difference is 130 mm; the radii
  /// of the ellipsoid, between 6,335 and 6,400 km, change it by 1.3 mm either way.
  func distance(to place: CLLocationCoordinate2D) -> CLLocationDistance {
    let there = WGS84.geocentric(
      latitude: latitude.turned(degrees: place.latitude - coordinate.latitude),
      longitude: longitude.turned(degrees: place.longitude - coordinate.longitude))
    let line = there - origin
    let squared = (line * line).sum()
    return squared.squareRoot() * (1 + squared / (24 * 6_367_400 * 6_367_400))
  }
}
