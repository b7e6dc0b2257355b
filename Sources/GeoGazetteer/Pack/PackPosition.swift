import Geo

/// A position that a pack is asked about, as its parts want it: worked out once.
struct PackPosition {
  let coordinate: CLLocationCoordinate2D
  /// From the middle of the earth, in meters.
  let origin: SIMD3<Double>
  private let latitude: AngleSines
  private let longitude: AngleSines

  init(_ coordinate: CLLocationCoordinate2D) {
    self.coordinate = coordinate
    latitude = AngleSines(degrees: coordinate.latitude)
    longitude = AngleSines(degrees: coordinate.longitude)
    origin = WGS84.geocentric(latitude: latitude, longitude: longitude)
  }

  /// The same as trees have it.
  var point: SIMD3<Float> { SIMD3<Float>(origin) }

  /// How far a place is on the ellipsoid, to 2 mm up to 50 km.
  ///
  /// Of an arc of radius R, the chord c has the length c + c³/24R². At 50 km that is 130 mm more, of which the radii of
  /// the ellipsoid, between 6,335 and 6,400 km, change 1.3 mm to either side.
  func distance(to place: CLLocationCoordinate2D) -> CLLocationDistance {
    let there = WGS84.geocentric(
      latitude: latitude.turned(degrees: place.latitude - coordinate.latitude),
      longitude: longitude.turned(degrees: place.longitude - coordinate.longitude))
    let line = there - origin
    let squared = (line * line).sum()
    return squared.squareRoot() * (1 + squared / (24 * 6_367_400 * 6_367_400))
  }
}
