import CSimdJSON
import Geo

/// What the TPV reports of one epoch say together; NaN marks what none has said.
///
/// - Units: meters, degrees, meters per second.
/// - Source: gpsd_json(5), "TPV": several are often sent for one `time`, since receivers dribble.
struct GPSDFix {
  /// The receiver's own; NaN where it says none.
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
    // A whole turn is written as 360 where it was rounded.
    course = track >= 0 && track < 360 ? track : track == 360 ? 0 : .nan
    horizontalError = GPSDFix.error(report[GEO_GPSD_EPH])
    if horizontalError.isNaN {
      let (x, y) = (GPSDFix.error(report[GEO_GPSD_EPX]), GPSDFix.error(report[GEO_GPSD_EPY]))
      horizontalError = GPSDFix.error((x * x + y * y).squareRoot())
    }
    // A fix in two dimensions has no altitude of its own.
    guard report[GEO_GPSD_MODE] >= 3 else { return }
    altitude = GPSDFix.altitude(report)
    verticalError = GPSDFix.error(report[GEO_GPSD_EPV])
  }

  /// The height above the sea.
  ///
  /// The height above the ellipsoid alone is none: the two lie up to 106 m apart. Releases before 3.20 say only
  /// `alt`, which the manual calls undefined since, and which was this height.
  private static func altitude(_ report: geo_gpsd_report) -> CLLocationDistance {
    let height = report[GEO_GPSD_ALT_MSL]
    guard height.isNaN else { return height }
    let fromEllipsoid = report[GEO_GPSD_ALT_HAE] - report[GEO_GPSD_GEOID_SEP]
    return fromEllipsoid.isNaN ? report[GEO_GPSD_ALT] : fromEllipsoid
  }

  /// An estimate of 0 was not made: no receiver is that good.
  static func error(_ value: Double) -> Double { value > 0 && value.isFinite ? value : .nan }

  /// Takes what a later report of the same epoch says; of what both say the later counts.
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

  /// Which of its values an epoch has brought.
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
  /// A number by its `GEO_GPSD_…`; NaN where it is missing.
  subscript(_ number: Int) -> Double {
    withUnsafeBytes(of: numbers) { $0.loadUnaligned(fromByteOffset: number * 8, as: Double.self) }
  }

  subscript(_ number: some BinaryInteger) -> Double { self[Int(number)] }
}
