import Glibc

/// The earth's main magnetic field: where a compass needle points at a place and date.
///
/// - Shape: spherical harmonics to degree and order 12, their coefficients linear in time.
/// - Units: degrees, meters above the ellipsoid, years with decimals, nanotesla.
/// - Errors: none thrown; NaN gives NaN. Outside ``validYears`` the coefficients are extrapolated.
/// - Source: The US/UK World Magnetic Model, Technical Report, section 1.2 (doi:10.7289/V5TB14V7), with the
///   coefficients of WMM2025 (see LICENSES.md). Rocks, cities and magnetic storms are not in it.
public enum WorldMagneticModel {
  /// The years for which the coefficients are published.
  public static let validYears = 2025.0..<2030.0

  /// The field at one place.
  public struct Field: Sendable, Hashable {
    /// Components toward true north, east and down, in nanotesla.
    public let north: Double
    public let east: Double
    public let down: Double

    /// From true to magnetic north in degrees, clockwise, −180…180.
    public var declination: CLLocationDirection { atan2(east, north) * 180 / .pi }
    /// From the horizontal down to the field in degrees, −90…90.
    public var inclination: CLLocationDegrees { atan2(down, horizontal) * 180 / .pi }
    /// The strength of the horizontal part, which turns a needle, in nanotesla.
    public var horizontal: Double { (north * north + east * east).squareRoot() }
    /// The strength in nanotesla.
    public var total: Double { (north * north + east * east + down * down).squareRoot() }
  }

  /// Returns the field at a place.
  ///
  /// At a pole, north is where the meridian of the given longitude leads.
  public static func field(
    at coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance = 0, year: Double
  ) -> Field {
    let radian = Double.pi / 180
    let sinLatitude = sin(coordinate.latitude * radian)
    let cosLatitude = cos(coordinate.latitude * radian)
    // Geodetic to geocentric.
    let normal = WGS84.a / (1 - WGS84.e2 * sinLatitude * sinLatitude).squareRoot()
    let fromAxis = (normal + altitude) * cosLatitude
    let fromEquator = (normal * (1 - WGS84.e2) + altitude) * sinLatitude
    let fromCenter = (fromAxis * fromAxis + fromEquator * fromEquator).squareRoot()
    var sum = Harmonics(
      sine: fromEquator / fromCenter, cosine: fromAxis / fromCenter, ratio: meanRadius / fromCenter)
    sum.add(sin(coordinate.longitude * radian), cos(coordinate.longitude * radian), year - epoch)
    // Back to the plumb line, which is inclined to the radius.
    let leanSine = sum.sine * cosLatitude - sum.cosine * sinLatitude
    let leanCosine = sum.cosine * cosLatitude + sum.sine * sinLatitude
    return Field(
      north: sum.north * leanCosine - sum.down * leanSine, east: sum.east,
      down: sum.north * leanSine + sum.down * leanCosine)
  }

  /// The date for which the coefficients are given.
  static let epoch = 2025.0
  /// The radius of the sphere on which they are given, in meters.
  static let meanRadius = 6_371_200.0
  static let degree = 12
}

/// The sums of the three components in geocentric directions, at one place.
private struct Harmonics {
  /// Sine and cosine of the geocentric latitude.
  let sine: Double
  let cosine: Double
  /// The mean radius divided by the distance from the center.
  let ratio: Double
  var north = 0.0
  var east = 0.0
  var down = 0.0

  init(sine: Double, cosine: Double, ratio: Double) {
    self.sine = sine
    self.cosine = cosine
    self.ratio = ratio
  }

  /// Adds all terms by order; each Legendre function follows from the previous two of the same order.
  ///
  /// Functions of order m ≥ 1 are divided by the cosine of the latitude, because the east component needs
  /// them so; nothing is divided by zero at a pole.
  ///
  /// - Source: the forward column recursion of Holmes, Featherstone 2002 (doi:10.1007/s00190-002-0216-2), in
  ///   Schmidt's half normalization.
  mutating func add(_ sinLongitude: Double, _ cosLongitude: Double, _ years: Double) {
    WorldMagneticModel.terms.withUnsafeBufferPointer { terms in
      addZonal(terms, years)
      var index = WorldMagneticModel.degree
      var power = ratio * ratio
      var (sinOrder, cosOrder) = (0.0, 1.0)
      var diagonal = 1.0
      for order in 1...WorldMagneticModel.degree {
        (sinOrder, cosOrder) = (
          sinOrder * cosLongitude + cosOrder * sinLongitude, cosOrder * cosLongitude - sinOrder * sinLongitude
        )
        if order > 1 { diagonal *= cosine * terms[index].along }
        power *= ratio
        var (value, previous) = (diagonal, 0.0)
        var radial = power
        for n in order...WorldMagneticModel.degree {
          let term = terms[index]
          index += 1
          if n > order {
            (value, previous) = (term.along * sine * value - term.back * previous, value)
            radial *= ratio
          }
          let g = term.g + years * term.gRate
          let h = term.h + years * term.hRate
          let along = radial * (g * cosOrder + h * sinOrder)
          let across = radial * (g * sinOrder - h * cosOrder)
          north += along * (Double(n) * sine * value - term.root * previous)
          east += across * Double(order) * value
          down -= along * Double(n + 1) * value * cosine
        }
      }
    }
  }

  /// The terms of order 0: the Legendre polynomials and their slopes.
  private mutating func addZonal(_ terms: UnsafeBufferPointer<WorldMagneticModel.Term>, _ years: Double) {
    var (value, previous, slope) = (1.0, 0.0, 0.0)
    var radial = ratio * ratio
    for n in 1...WorldMagneticModel.degree {
      let term = terms[n - 1]
      slope = Double(n) * value + sine * slope
      (value, previous) = (term.along * sine * value - term.back * previous, value)
      radial *= ratio
      let g = radial * (term.g + years * term.gRate)
      north -= g * cosine * slope
      down -= g * Double(n + 1) * value
    }
  }
}
