import Geo

/// The clocks of a zone, as devices have written times down from them.
///
/// - Shapes: a time that comes twice, when clocks are put back, is the first of the two until the device's time would
///   step back further by it than it steps forward by the later one; from there on it is the later one.
/// - Source: HO-200.
struct LocalClocks {
  private let zone: TimeZoneRules?
  /// The last local time of each device; kept where clocks change only.
  private var previous: [DeviceID: (time: TimeInterval, isLater: Bool)] = [:]
  private let keepsTimes: Bool

  /// - Parameter zone: nil for UTC.
  init(_ zone: TimeZoneRules?) {
    self.zone = zone
    keepsTimes = zone.map { !$0.isFixed } ?? false
  }

  /// Returns the time at which the clock of a device showed `local`, and what is doubtful about it.
  mutating func time(_ local: TimeInterval, of device: DeviceID) -> (time: TimeInterval, doubt: Doubt?) {
    guard keepsTimes, let zone else { return (zone?.time(ofLocal: local) ?? local, nil) }
    let times = zone.times(ofLocal: local)
    guard let later = times.later else {
      previous[device] = (times.first, false)
      return (times.first, times.isSkipped ? .skipped : nil)
    }
    let isLater =
      previous[device].map { $0.isLater || abs(later - $0.time) < abs(times.first - $0.time) } ?? false
    let time = isLater ? later : times.first
    previous[device] = (time, isLater)
    return (time, .twice)
  }

  /// Why the time of a local time is not sure.
  enum Doubt {
    case twice, skipped

    var kind: String {
      switch self {
      case .twice: "time that comes twice (read as the first, after a step back as the later one)"
      case .skipped: "time that clocks skip (read as if they had not changed)"
      }
    }

    var text: String {
      switch self {
      case .twice: "comes twice, because clocks were put back"
      case .skipped: "never came, because clocks were put forward"
      }
    }
  }
}
