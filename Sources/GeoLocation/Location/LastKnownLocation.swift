import CGeographicLib
import GeoCore

/// The last good fix of a device, and its ``CLLocation`` once it is needed.
///
/// A device that only monitors regions never pays for the object, nor for a derived speed or course.
struct LastKnownLocation {
  private(set) var fix: Fix
  private(set) var timestamp: TimeInterval
  var previous = kCLLocationCoordinate2DInvalid
  /// NaN without a previous fix to derive from.
  var previousTimestamp = TimeInterval.nan
  var signalWasLost = false
  /// Whether a person made the fix.
  var isSimulated = false
  private var object: CLLocation?

  init(_ fix: Fix, timestamp: TimeInterval) {
    self.fix = fix
    self.timestamp = timestamp
  }

  @inline(__always)
  mutating func replace(with fix: Fix, timestamp: TimeInterval) {
    previous = self.fix.coordinate
    previousTimestamp = signalWasLost ? .nan : self.timestamp
    signalWasLost = false
    isSimulated = false
    self.fix = fix
    self.timestamp = timestamp
    if object != nil { object = nil }
  }

  /// The next fix has no previous one, because the way between is unknown.
  mutating func loseSignal() { signalWasLost = true }

  /// The fix as an object, created at the first call.
  mutating func location() -> CLLocation {
    if let object { return object }
    let made = CLLocation(fix, timestamp: timestamp, motion: derivedMotion(), isSimulated: isSimulated)
    object = made
    return made
  }

  /// Speed and course derived from the previous fix, for a source without them.
  private func derivedMotion() -> (speed: CLLocationSpeed, course: CLLocationDirection) {
    let seconds = timestamp - previousTimestamp
    guard fix.speed.isNaN || fix.course.isNaN, seconds > 0 else { return (-1, -1) }
    var azimuth = 0.0
    var arrival = 0.0
    let meters = gl_inverse(
      previous.latitude, previous.longitude, fix.coordinate.latitude, fix.coordinate.longitude,
      &azimuth, &arrival)
    // The course at the end of the way, in 0..<360; undefined for a device that stands still.
    return (meters / seconds, meters > 0 ? (arrival < 0 ? arrival + 360 : arrival) : -1)
  }
}

extension CLLocation {
  /// A measured fix as an object; missing values become the invalid ones.
  ///
  /// An altitude without its own accuracy takes the horizontal one: it is valid, and −1 would deny that.
  convenience init(
    _ fix: Fix, timestamp: TimeInterval,
    motion: (speed: CLLocationSpeed, course: CLLocationDirection) = (-1, -1), isSimulated: Bool = false
  ) {
    let hasAltitude = !fix.altitude.isNaN
    let vertical = fix.verticalAccuracy.isNaN ? fix.horizontalAccuracy : fix.verticalAccuracy
    self.init(
      coordinate: fix.coordinate, altitude: hasAltitude ? fix.altitude : 0,
      horizontalAccuracy: fix.horizontalAccuracy, verticalAccuracy: hasAltitude ? vertical : -1,
      course: fix.course.isNaN ? motion.course : fix.course,
      speed: fix.speed.isNaN ? motion.speed : fix.speed,
      timestamp: NSDate(timeIntervalSince1970: timestamp),
      isCourseDerived: fix.course.isNaN && motion.course >= 0,
      isSpeedDerived: fix.speed.isNaN && motion.speed >= 0,
      sourceInformation: isSimulated
        ? CLLocationSourceInformation(softwareSimulationState: true, externalAccessoryState: false) : nil)
  }
}
