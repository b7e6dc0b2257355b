import Glibc

extension WGS84 {
  /// A place as a point in space.
  ///
  /// - Returns: meters from the middle of the earth: towards (0°, 0°), (0°, 90° E) and the north pole.
  /// - Source: NIMA TR8350.2, equation 4-14, for a place on the ellipsoid itself.
  public static func geocentric(_ coordinate: CLLocationCoordinate2D) -> SIMD3<Double> {
    let radian = Double.pi / 180
    let (latitude, longitude) = (coordinate.latitude * radian, coordinate.longitude * radian)
    let (sine, cosine) = (sin(latitude), cos(latitude))
    let normal = a / (1 - e2 * sine * sine).squareRoot()
    return SIMD3(
      normal * cosine * cos(longitude), normal * cosine * sin(longitude), normal * (1 - e2) * sine)
  }
}
