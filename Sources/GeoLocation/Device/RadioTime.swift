public import GeoCore

/// How long each radio of a device was powered for location services, in seconds of the device's clock.
public struct RadioTime: Initial, Sendable, Hashable {
  public var gps: TimeInterval = 0
  public var wifi: TimeInterval = 0
  public var cellular: TimeInterval = 0
  public var magnetometer: TimeInterval = 0

  public init() {}

  public static func += (a: inout RadioTime, b: RadioTime) {
    a.gps += b.gps
    a.wifi += b.wifi
    a.cellular += b.cellular
    a.magnetometer += b.magnetometer
  }

  mutating func add(_ seconds: TimeInterval, to sensors: DeviceProfile.Sensors) {
    if sensors.contains(.gps) { gps += seconds }
    if sensors.contains(.wifi) { wifi += seconds }
    if sensors.contains(.cellular) { cellular += seconds }
    if sensors.contains(.magnetometer) { magnetometer += seconds }
  }
}

extension DeviceProfile.Sensors {
  /// The radio that a desired accuracy powers; the next best if the device lacks it.
  ///
  /// - Source: PW-4, PW-5: a few meters need GPS, about a hundred Wi-Fi, a kilometer and more cell towers.
  func radio(for accuracy: CLLocationAccuracy) -> DeviceProfile.Sensors {
    // Written so that NaN selects the best.
    let wanted: [DeviceProfile.Sensors] =
      accuracy >= 1000
      ? [.cellular, .wifi, .gps] : accuracy >= 100 ? [.wifi, .cellular, .gps] : [.gps, .wifi, .cellular]
    return wanted.first(where: contains) ?? []
  }
}

/// The radios that are on, since when, and their total times.
struct RadioMeter {
  /// Up to `since`.
  @Seldom private var total: RadioTime
  private var since: TimeInterval = 0
  /// Until when `brief` are on.
  private var briefEnd = TimeInterval.infinity
  private var powered: DeviceProfile.Sensors = []
  /// Radios that are on temporarily, until the app is suspended.
  private var brief: DeviceProfile.Sensors = []
  /// Whether a manager's own services ever powered a radio, not only regions.
  var powersManagers = false

  /// Switches radios at `time`, and counts the time up to it.
  mutating func power(
    _ sensors: DeviceProfile.Sensors, for updates: DeviceProfile.Sensors = [],
    until end: TimeInterval = .infinity,
    at time: TimeInterval
  ) {
    if !powered.isEmpty || !brief.isEmpty { total = reading(at: time) }
    powered = sensors
    (brief, briefEnd) = (updates.subtracting(sensors), end)
    since = time
  }

  /// The clock was set from `old` to `new`: setting it forward takes no time, and the time of a wrong date
  /// does not count.
  mutating func rebase(from old: TimeInterval, to new: TimeInterval) {
    since = new > old ? since + (new - old) : min(since, new)
  }

  func reading(at time: TimeInterval) -> RadioTime {
    guard time > since else { return total }
    var reading = total
    reading.add(time - since, to: powered)
    reading.add(max(0, min(time, briefEnd) - since), to: brief)
    return reading
  }
}
