import Glibc

extension Geodesic {
  /// Meters between two places of a path: on the ellipsoid's tangent plane if they are near, otherwise exact.
  ///
  /// - Source: the radii of curvature of WGS 84; over a tenth of a degree they err by less than a millionth.
  package static func stepDistance(_ a: CLLocationCoordinate2D, _ b: CLLocationCoordinate2D) -> Double {
    let (north, east) = (b.latitude - a.latitude, b.longitude - a.longitude)
    guard abs(north) < 0.1, abs(east) < 0.1, abs(a.latitude) < 80 else {
      return Geodesic.distance(from: a, to: b)
    }
    let degree = Double.pi / 180
    let sine = sin((a.latitude + b.latitude) / 2 * degree)
    let cosine = (1 - sine * sine).squareRoot()
    let squared = 0.006_694_379_990_14
    let w = 1 - squared * sine * sine
    let normal = 6_378_137 / w.squareRoot()
    let meridian = normal * (1 - squared) / w
    return hypot(north * degree * meridian, east * degree * normal * cosine)
  }
}
