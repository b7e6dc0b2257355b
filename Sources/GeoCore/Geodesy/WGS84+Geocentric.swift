import CMachine

/// The sine and the cosine of an angle.
public struct AngleSines: Sendable, BitwiseCopyable {
  public let sine: Double
  public let cosine: Double

  public init(degrees: CLLocationDegrees) {
    let sines = machineSines(degrees * (.pi / 180))
    (sine, cosine) = (sines.sine, sines.cosine)
  }

  private init(sine: Double, cosine: Double) { (self.sine, self.cosine) = (sine, cosine) }

  /// Up to this angle the series below are as exact as Double.
  private static let smallTurn = 1.0

  /// The sines of the angle that many degrees farther on; cheap up to one degree.
  public func turned(degrees: CLLocationDegrees) -> AngleSines {
    let other: AngleSines
    if abs(degrees) <= AngleSines.smallTurn {
      let angle = degrees * (.pi / 180)
      let square = angle * angle
      // The next terms are 1e-18 of the angle, and of 1.
      other = AngleSines(
        sine: angle * (1 - square / 6 * (1 - square / 20 * (1 - square / 42))),
        cosine: 1 - square / 2 * (1 - square / 12 * (1 - square / 30)))
    } else {
      other = AngleSines(degrees: degrees)
    }
    return AngleSines(
      sine: sine * other.cosine + cosine * other.sine, cosine: cosine * other.cosine - sine * other.sine)
  }
}

extension WGS84 {
  /// A place as a point in space.
  ///
  /// - Returns: meters from the center of the earth toward (0°, 0°), (0°, 90° E) and the north pole.
  public static func geocentric(_ coordinate: CLLocationCoordinate2D) -> SIMD3<Double> {
    geocentric(
      latitude: AngleSines(degrees: coordinate.latitude), longitude: AngleSines(degrees: coordinate.longitude)
    )
  }

  /// The same for a latitude and a longitude whose sines are known.
  ///
  /// - Source: NIMA TR8350.2, equation 4-14, for a place on the ellipsoid itself.
  public static func geocentric(latitude: AngleSines, longitude: AngleSines) -> SIMD3<Double> {
    let normal = a / (1 - e2 * latitude.sine * latitude.sine).squareRoot()
    let across = normal * latitude.cosine
    return SIMD3(
      across * longitude.cosine, across * longitude.sine, normal * (1 - e2) * latitude.sine)
  }
}
