public import GeoCore

/// How long each radio of a device was powered for location services, in seconds of the device's clock.
public struct RadioTime: Sendable, Hashable {
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
  /// The radio that a desired accuracy powers, the next best where the device lacks it.
  ///
  /// - Source: PW-4, PW-5: a few meters need GPS, about a hundred Wi-Fi, a kilometer and more the cells.
  func radio(for accuracy: CLLocationAccuracy) -> DeviceProfile.Sensors {
    // Written so that NaN asks for the best.
    let wanted: [DeviceProfile.Sensors] =
      accuracy >= 1000
      ? [.cellular, .wifi, .gps] : accuracy >= 100 ? [.wifi, .cellular, .gps] : [.gps, .wifi, .cellular]
    return wanted.first(where: contains) ?? []
  }
}

/// Which radios are on, since when, and how long they have been in all.
struct RadioMeter {
  private var total = RadioTime()
  private var powered: DeviceProfile.Sensors = []
  /// What is on besides, until the app is suspended.
  private var briefly: (sensors: DeviceProfile.Sensors, until: TimeInterval) = ([], .infinity)
  private var since: TimeInterval = 0
  /// Whether a radio was ever powered for a manager's own services, not for regions alone.
  var powersManagers = false

  /// Switches radios at `time`; what was on until then is counted.
  mutating func power(
    _ sensors: DeviceProfile.Sensors, for updates: DeviceProfile.Sensors = [],
    until end: TimeInterval = .infinity,
    at time: TimeInterval
  ) {
    total = reading(at: time)
    powered = sensors
    briefly = (updates.subtracting(sensors), end)
    since = time
  }

  /// The clock was set from `old` to `new`: forward takes no time, and what a wrong date claimed does not count.
  mutating func rebase(from old: TimeInterval, to new: TimeInterval) {
    since = new > old ? since + (new - old) : min(since, new)
  }

  func reading(at time: TimeInterval) -> RadioTime {
    guard time > since else { return total }
    var reading = total
    reading.add(time - since, to: powered)
    reading.add(max(0, min(time, briefly.until) - since), to: briefly.sensors)
    return reading
  }
}
