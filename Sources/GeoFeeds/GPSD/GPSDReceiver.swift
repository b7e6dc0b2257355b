import Geo
import GeoFormats

/// One receiver of a gpsd: its device and its state.
struct GPSDReceiver {
  /// gpsd's name for it, such as `/dev/ttyUSB0`; empty if reports name none.
  var path: [UInt8]
  let device: DeviceID
  /// Whether gpsd has it open, according to its reports.
  var isThere = true

  /// The current epoch so far, and whether it was delivered.
  var epoch: GPSDFix?
  var isDelivered = false
  /// When its first report arrived; nil in a replay.
  private var began: TimeInterval?
  /// The values of the previous epoch: once this one has them all, there is nothing to wait for.
  private var expected: GPSDFix.Parts = []
  /// Nil before its first report.
  var hasFix: Bool?

  var attributes = GPSDAttributes()
  var toldAttributes = GPSDAttributes()

  /// The standard deviations of the last GST, in meters, and its time.
  var deviation = (
    horizontal: CLLocationAccuracy.nan, vertical: CLLocationAccuracy.nan, time: TimeInterval.nan
  )
  /// Its last place, for the declination.
  private(set) var coordinate: CLLocationCoordinate2D?
  /// The time of its last fix, which also applies to reports without a time; NaN before the first.
  private(set) var time = TimeInterval.nan
  /// The receiver's last credible time.
  private var believedTime = TimeInterval.nan
  /// Whether the user was warned about its time.
  var hasToldTime = false

  init(path: [UInt8], device: DeviceID) {
    self.path = path
    self.device = device
  }

  /// Whether the current epoch waits for further reports.
  var isHolding: Bool { !isDelivered && epoch?.hasCoordinate == true }

  /// Whether it has all values of the previous epoch.
  var isComplete: Bool { epoch?.parts.isSuperset(of: expected) ?? false }

  /// Begins an epoch.
  mutating func begin(_ fix: GPSDFix, at arrival: TimeInterval?) {
    if let epoch { expected = epoch.parts }
    epoch = fix
    began = arrival
    isDelivered = false
  }

  /// Whether a report continues the current epoch.
  ///
  /// Before the receiver knows the date, reports have no time: those of one place within half a second belong
  /// together.
  func isOfThisEpoch(_ fix: GPSDFix, at arrival: TimeInterval?) -> Bool {
    guard let epoch else { return false }
    if !epoch.time.isNaN, !fix.time.isNaN { return epoch.time == fix.time }
    guard epoch.coordinate == fix.coordinate else { return false }
    guard let arrival, let began else { return true }
    return arrival - began <= 0.5
  }

  mutating func update(_ fix: GPSDFix) {
    if !fix.time.isNaN { time = fix.time }
    if fix.hasCoordinate { coordinate = fix.coordinate }
  }

  /// Handles a broken stream: the next reports begin a new epoch.
  mutating func forgetEpoch() {
    epoch = nil
    expected = []
    isDelivered = false
  }

  /// An epoch as a fix.
  func fix(_ epoch: GPSDFix, _ options: FeedOptions) -> Fix {
    var fix = Fix(
      coordinate: epoch.coordinate, horizontalAccuracy: epoch.horizontalError, altitude: epoch.altitude,
      verticalAccuracy: epoch.verticalError, speed: epoch.speed, course: epoch.course)
    // One estimate also serves the fixes that follow: an error grows over minutes, not seconds.
    let hasDeviation = abs(time - deviation.time) <= 10
    if fix.horizontalAccuracy.isNaN, hasDeviation { fix.horizontalAccuracy = deviation.horizontal }
    if fix.verticalAccuracy.isNaN, hasDeviation, !fix.altitude.isNaN {
      fix.verticalAccuracy = deviation.vertical
    }
    if fix.horizontalAccuracy.isNaN {
      fix.horizontalAccuracy = FeedOptions.accuracy(dilution: GPSDFix.error(attributes.dilution))
    }
    if fix.horizontalAccuracy.isNaN { fix.horizontalAccuracy = options.horizontalAccuracy }
    return fix
  }

  /// Whether its time is credible, compared with the host's clock.
  ///
  /// A receiver that starts, or has a wrong week number, may be years off; so may the clock of a host that
  /// has just started. The time is credible if both agree within a minute, and as long as the receiver
  /// continues from there: a socket that was stuck brings fixes late.
  ///
  /// - Source: gpsd_json(5), "TPV", on `time`: it may be random before a solid fix, and off by the leap seconds.
  mutating func believes(_ time: TimeInterval, at arrival: TimeInterval) -> Bool {
    let isTrue = time <= arrival + 60 && (time >= arrival - 60 || time > believedTime)
    if isTrue { believedTime = time }
    return isTrue
  }
}
