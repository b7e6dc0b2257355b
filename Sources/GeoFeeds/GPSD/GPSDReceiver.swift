import Geo
import GeoFormats

/// One receiver behind a gpsd: which device it is, and what is known of it.
struct GPSDReceiver {
  /// As gpsd calls it, such as `/dev/ttyUSB0`; empty where reports name none.
  var path: [UInt8]
  let device: DeviceID
  /// Whether gpsd has it open, as far as it said.
  var isThere = true

  /// What the present epoch has brought so far, and whether it has been delivered.
  var epoch: GPSDFix?
  var isDelivered = false
  /// When its first report came; nil where it is replayed.
  private var began: TimeInterval?
  /// What the epoch before brought: when as much has come, there is nothing to wait for.
  private var expected: GPSDFix.Parts = []
  /// Nil before it has said.
  var hasFix: Bool?

  var attributes = GPSDAttributes()
  var toldAttributes = GPSDAttributes()

  /// Standard deviations that the last GST told, in meters, and when that was.
  var deviation = (
    horizontal: CLLocationAccuracy.nan, vertical: CLLocationAccuracy.nan, time: TimeInterval.nan
  )
  /// Where it was last, for what needs to know the earth's field.
  private(set) var coordinate: CLLocationCoordinate2D?
  /// When its last fix was measured, which reports without a time share; NaN before the first.
  private(set) var time = TimeInterval.nan
  /// The last time of its own that was believed.
  private var believedTime = TimeInterval.nan
  /// Whether it was told that its time is not believed.
  var hasToldTime = false

  init(path: [UInt8], device: DeviceID) {
    self.path = path
    self.device = device
  }

  /// Whether the present epoch waits for more of it to come.
  var isHolding: Bool { !isDelivered && epoch?.hasCoordinate == true }

  /// Whether it has brought as much as the one before.
  var isComplete: Bool { epoch?.parts.isSuperset(of: expected) ?? false }

  /// Begins an epoch.
  mutating func begin(_ fix: GPSDFix, at arrival: TimeInterval?) {
    if let epoch { expected = epoch.parts }
    epoch = fix
    began = arrival
    isDelivered = false
  }

  /// Whether a report goes on with the present epoch.
  ///
  /// Before the receiver has told the date reports have no time: those from one place in half a second belong together.
  func isOfThisEpoch(_ fix: GPSDFix, at arrival: TimeInterval?) -> Bool {
    guard let epoch else { return false }
    // What had no time when it was due went to nobody: the first report with one begins anew.
    if isDelivered, epoch.time.isNaN, !fix.time.isNaN, arrival == nil { return false }
    if !epoch.time.isNaN, !fix.time.isNaN { return epoch.time == fix.time }
    guard epoch.coordinate == fix.coordinate else { return false }
    guard let arrival, let began else { return true }
    return arrival - began <= 0.5
  }

  mutating func update(_ fix: GPSDFix) {
    if !fix.time.isNaN { time = fix.time }
    if fix.hasCoordinate { coordinate = fix.coordinate }
  }

  /// The stream has broken off: what comes next says again what it has.
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
    // How long one estimate stands for those that follow: an error grows over minutes, not seconds.
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

  /// Whether the time that it says can be true, seen from the host's clock.
  ///
  /// A receiver that starts, or has a wrong number of weeks, may be years off; so may the clock of a host that has just
  /// started. Both together are right where they agree to a minute, and for as long as the receiver goes on from there:
  /// a socket that was stuck brings fixes late.
  ///
  /// - Source: gpsd_json(5), "TPV", on `time`: it may be random before a solid fix, and off by the leap seconds.
  mutating func believes(_ time: TimeInterval, at arrival: TimeInterval) -> Bool {
    let isTrue = time <= arrival + 60 && (time >= arrival - 60 || time > believedTime)
    if isTrue { believedTime = time }
    return isTrue
  }
}
