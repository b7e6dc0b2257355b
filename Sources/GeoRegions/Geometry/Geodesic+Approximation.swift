package import GeoCore
import Glibc

extension Geodesic {
  /// Returns the distance by the mid-latitude radii of curvature, with a bound of its error.
  ///
  /// The error is below 1e-7 of the distance up to 70° of latitude and 3 km. Use it for a decision only if
  /// the error cannot change the decision; otherwise use ``distance(from:to:)``.
  ///
  /// - Returns: meters; the error is infinite above 80° and beyond 100 km, where the formula does not apply.
  /// - Source: Torge, Müller 2012, Geodesy, 4th ed., 4.1 (radii of curvature); the bound is ours, asserted by tests.
  static func localDistance(
    from origin: CLLocationCoordinate2D, to destination: CLLocationCoordinate2D
  ) -> (distance: CLLocationDistance, error: CLLocationDistance) {
    let radian = Double.pi / 180
    let middle = (origin.latitude + destination.latitude) / 2 * radian
    let sine = sin(middle)
    let cosine = cos(middle)
    let w2 = 1 - WGS84.e2 * sine * sine
    let normal = WGS84.a / w2.squareRoot()
    let meridian = normal * (1 - WGS84.e2) / w2
    var degrees = destination.longitude - origin.longitude
    if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
    let north = meridian * (destination.latitude - origin.latitude) * radian
    let east = normal * cosine * degrees * radian
    let distance = (north * north + east * east).squareRoot()
    // cos 80° = 0.1736. Written so that NaN gives infinity.
    guard cosine > 0.1736, distance < 100_000 else { return (distance, .infinity) }
    let ratio = distance / 6_335_439
    let tangent = sine / cosine
    // On a sphere the error is at most (d/R)² (1 + tan² φ)/24 of d. The bound doubles that for the ellipsoid
    // and adds rounding: 180° are known to 3 nm.
    return (distance, distance * ratio * ratio * (1 + tangent * tangent) / 12 + distance * 1e-9 + 2e-8)
  }

  /// Returns the great-circle distance on the mean sphere, which bounds the geodesic at any size and place.
  ///
  /// - Returns: meters; the geodesic on WGS 84 is 0.9944 to 1.0046 of it, see ``CapSpan``.
  static func sphericalDistance(
    from origin: CLLocationCoordinate2D, to destination: CLLocationCoordinate2D
  ) -> CLLocationDistance {
    let radian = Double.pi / 180
    let up = sin((destination.latitude - origin.latitude) * radian / 2)
    let right = sin((destination.longitude - origin.longitude) * radian / 2)
    let squared =
      up * up + cos(origin.latitude * radian) * cos(destination.latitude * radian) * right * right
    return 2 * CapSpan.radius * asin(min(1, squared.squareRoot()))
  }

  /// Returns whether the geodesic distance is at most `reach` meters; computes the geodesic only when
  /// necessary.
  @inline(__always)
  package static func isWithin(
    _ reach: CLLocationDistance, from origin: CLLocationCoordinate2D, to destination: CLLocationCoordinate2D
  ) -> Bool {
    let (near, error) = localDistance(from: origin, to: destination)
    if abs(near - reach) > error { return near < reach }
    let around = sphericalDistance(from: origin, to: destination)
    if around * CapSpan.leastRatio - 1e-3 > reach { return false }
    if around * CapSpan.greatestRatio + 1e-3 < reach { return true }
    return distance(from: origin, to: destination) <= reach
  }
}

extension RegionRecord {
  /// Returns whether `coordinate` is at most `limit` meters outside the edge (negative: inside) by the
  /// geodesic.
  func isWithin(_ limit: CLLocationDistance, of coordinate: CLLocationCoordinate2D) -> Bool {
    if let traitsReference {
      let answer = traitsReference._withUnsafeGuaranteedRef { $0.shape?.isWithin(limit, of: coordinate) }
      if let answer { return answer }
    }
    return Geodesic.isWithin(radius + limit, from: center, to: coordinate)
  }
}
