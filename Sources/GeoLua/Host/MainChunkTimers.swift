public import Geo

/// The timers that a script's main chunk sets, which a script started again finds as they were.
///
/// Functions cannot be kept, but the main chunk sets its timers anew; they are matched in their order, as long as
/// they are set at the same line. Timers that callbacks set are lost with the process.
public struct MainChunkTimers {
  /// Whether the main chunk runs now and somebody keeps its timers.
  var isOpen = false
  private var timers: [(place: String, timer: DeviceTimer)] = []
  private let earlier: [DeviceTimer.Snapshot]

  /// - Parameter earlier: what an earlier run kept.
  init(earlier: [DeviceTimer.Snapshot] = []) { self.earlier = earlier }

  /// Takes a timer that the main chunk has just set at `place`.
  mutating func add(_ timer: DeviceTimer, at place: String, now: TimeInterval) {
    let number = timers.count
    timers.append((place, timer))
    guard number < earlier.count, earlier[number].place == place else { return }
    timer.restore(earlier[number], now: now)
  }

  /// The timers as they are now.
  public var snapshots: [DeviceTimer.Snapshot] {
    timers.map { DeviceTimer.Snapshot(place: $0.place, due: $0.timer.isPending ? $0.timer.due : nil) }
  }

  /// How many of them are still to fire.
  public var pendingCount: Int { timers.count { $0.timer.isPending } }
}
