import Glibc

/// The sun over a place.
///
/// - Units: degrees; seconds since 1970-01-01 UTC.
/// - Source: NOAA's solar calculator after Meeus, "Astronomical Algorithms", gml.noaa.gov/grad/solcalc; good to a minute
///   between latitudes ±72° in the years 1800 to 2100. `scripts/checks/times.py` compares with PyPI's astral.
public struct Sun: Sendable {
  /// The sun's upper edge on the horizon, with the usual refraction of 34′ and radius of 16′.
  public static let horizon: CLLocationDegrees = -0.833
  /// The sun's middle at the end of civil twilight.
  public static let civilTwilight: CLLocationDegrees = -6

  public let place: CLLocationCoordinate2D

  public init(over place: CLLocationCoordinate2D) { self.place = place }

  /// Returns where the sun stands: its height above the horizon without refraction, and its direction clockwise from
  /// true north.
  public func position(at time: TimeInterval) -> (elevation: CLLocationDegrees, azimuth: CLLocationDirection)
  {
    let day = SolarDay(time)
    let minutes = (time / 60).truncatingRemainder(dividingBy: 1440) + day.equationOfTime + 4 * place.longitude
    let hourAngle = (minutes / 4 - 180) * degree
    let (latitude, declination) = (place.latitude * degree, day.declination)
    let sine = sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hourAngle)
    let azimuth = atan2(
      -cos(declination) * sin(hourAngle),
      sin(declination) * cos(latitude) - cos(declination) * sin(latitude) * cos(hourAngle))
    return (asin(max(-1, min(1, sine))) / degree, (azimuth / degree).normalizedDirection)
  }

  /// Returns when the sun is highest, the time that is nearest to `time`.
  public func noon(near time: TimeInterval) -> TimeInterval {
    var noon = time
    for _ in 0..<3 {
      let offset = 720 - 4 * place.longitude - SolarDay(noon).equationOfTime
      let day = ((time / 60 - offset) / 1440).rounded()
      noon = (day * 1440 + offset) * 60
    }
    return noon
  }

  /// Returns when the sun passes a height before and after a noon; nil if it does not that day.
  public func passages(
    of elevation: CLLocationDegrees, around noon: TimeInterval
  ) -> (rise: TimeInterval?, set: TimeInterval?) {
    (passage(of: elevation, from: noon, -1), passage(of: elevation, from: noon, 1))
  }

  private func passage(of elevation: CLLocationDegrees, from noon: TimeInterval, _ side: Double)
    -> TimeInterval?
  {
    var time = noon
    for _ in 0..<8 {
      let day = SolarDay(time)
      let latitude = place.latitude * degree
      let cosine =
        (sin(elevation * degree) - sin(latitude) * sin(day.declination))
        / (cos(latitude) * cos(day.declination))
      guard abs(cosine) <= 1 else { return nil }
      // The equation of time changes by half a minute a day at most.
      let transit = noon + (SolarDay(noon).equationOfTime - day.equationOfTime) * 60
      let next = transit + side * acos(cosine) / degree * 240
      if abs(next - time) < 0.01 { return next }
      time = next
    }
    return time
  }
}

private let degree = Double.pi / 180

/// Where the sun stands among the stars at a time.
private struct SolarDay {
  /// Radians.
  let declination: Double
  /// Solar time minus mean time, in minutes.
  let equationOfTime: Double

  init(_ time: TimeInterval) {
    let t = (time / 86_400 + 2_440_587.5 - 2_451_545) / 36_525
    let longitude =
      (280.46646 + t * (36_000.76983 + t * 0.0003032)).truncatingRemainder(dividingBy: 360) * degree
    let anomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)) * degree
    let eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
    let center =
      sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) + sin(2 * anomaly) * (0.019993 - 0.000101 * t)
      + sin(3 * anomaly) * 0.000289
    let node = (125.04 - 1934.136 * t) * degree
    let apparent = longitude + (center - 0.00569 - 0.00478 * sin(node)) * degree
    let mean = 23 + (26 + (21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))) / 60) / 60
    let obliquity = (mean + 0.00256 * cos(node)) * degree
    declination = asin(sin(obliquity) * sin(apparent))
    let y = tan(obliquity / 2) * tan(obliquity / 2)
    let turn =
      y * sin(2 * longitude) - 2 * eccentricity * sin(anomaly)
      + 4 * eccentricity * y * sin(anomaly) * cos(2 * longitude)
      - 0.5 * y * y * sin(4 * longitude) - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
    equationOfTime = 4 * turn / degree
  }
}
