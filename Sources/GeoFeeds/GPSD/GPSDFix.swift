import CSimdJSON
import Geo

/// The TPV reports of one epoch combined; NaN marks missing values.
///
/// - Units: meters, degrees, meters per second.
/// - Source: gpsd_json(5), "TPV": gpsd often sends several for one `time`, because receivers send in pieces.
struct GPSDFix {
  /// The receiver's time; NaN without one.
  var time: TimeInterval
  private(set) var coordinate: CLLocationCoordinate2D
  /// Above the mean sea level, as `CLLocation.altitude` is.
  private(set) var altitude = CLLocationDistance.nan
  private(set) var speed: CLLocationSpeed
  private(set) var course: CLLocationDirection
  private(set) var horizontalError: CLLocationAccuracy
  private(set) var verticalError = CLLocationAccuracy.nan

  init(_ report: geo_gpsd_report, time: TimeInterval) {
    self.time = time
    coordinate = CLLocationCoordinate2D(latitude: report[GEO_GPSD_LAT], longitude: report[GEO_GPSD_LON])
    let speed = report[GEO_GPSD_SPEED]
    self.speed = speed >= 0 ? speed : .nan
    let track = report[GEO_GPSD_TRACK]
    // Rounding may turn a course into 360.
    course = track >= 0 && track < 360 ? track : track == 360 ? 0 : .nan
    horizontalError = GPSDFix.error(report[GEO_GPSD_EPH])
    if horizontalError.isNaN {
      let (x, y) = (GPSDFix.error(report[GEO_GPSD_EPX]), GPSDFix.error(report[GEO_GPSD_EPY]))
      horizontalError = GPSDFix.error((x * x + y * y).squareRoot())
    }
    // A two-dimensional fix has no altitude.
    guard report[GEO_GPSD_MODE] >= 3 else { return }
    altitude = GPSDFix.altitude(report)
    verticalError = GPSDFix.error(report[GEO_GPSD_EPV])
  }

  /// The height above the sea.
  ///
  /// The height above the ellipsoid is not a substitute: the two differ by up to 106 m. Releases before 3.20
  /// report only `alt`, which the manual now calls undefined and which meant this height.
  private static func altitude(_ report: geo_gpsd_report) -> CLLocationDistance {
    let height = report[GEO_GPSD_ALT_MSL]
    guard height.isNaN else { return height }
    let fromEllipsoid = report[GEO_GPSD_ALT_HAE] - report[GEO_GPSD_GEOID_SEP]
    return fromEllipsoid.isNaN ? report[GEO_GPSD_ALT] : fromEllipsoid
  }

  /// An error estimate of 0 means that there is no estimate.
  static func error(_ value: Double) -> Double { value > 0 && value.isFinite ? value : .nan }

  /// Merges a later report of the same epoch; the later value wins.
  mutating func join(_ later: GPSDFix) {
    if time.isNaN { time = later.time }
    if later.hasCoordinate { coordinate = later.coordinate }
    if !later.altitude.isNaN { altitude = later.altitude }
    if !later.speed.isNaN { speed = later.speed }
    if !later.course.isNaN { course = later.course }
    if !later.horizontalError.isNaN { horizontalError = later.horizontalError }
    if !later.verticalError.isNaN { verticalError = later.verticalError }
  }

  var hasCoordinate: Bool { !coordinate.latitude.isNaN && !coordinate.longitude.isNaN }

  /// The values that an epoch has so far.
  struct Parts: OptionSet {
    let rawValue: UInt8
  }

  var parts: Parts {
    var bits: UInt8 = 0
    if !altitude.isNaN { bits |= 1 }
    if !speed.isNaN { bits |= 2 }
    if !course.isNaN { bits |= 4 }
    if !horizontalError.isNaN { bits |= 8 }
    if !verticalError.isNaN { bits |= 16 }
    return Parts(rawValue: bits)
  }
}

extension geo_gpsd_report {
  /// A number by its `GEO_GPSD_…`; NaN if it is missing.
  subscript(_ number: Int) -> Double {
    withUnsafeBytes(of: numbers) { $0.loadUnaligned(fromByteOffset: number * 8, as: Double.self) }
  }

  subscript(_ number: some BinaryInteger) -> Double { self[Int(number)] }
}
