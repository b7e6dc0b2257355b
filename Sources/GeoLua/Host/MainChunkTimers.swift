public import Geo

/// The timers set by a script's main chunk, which keep their due times across a restart.
///
/// Functions cannot be saved, but the main chunk sets its timers again. They are matched by line and order. Timers that
/// callbacks set are lost with the process.
public struct MainChunkTimers {
  /// Whether the main chunk is running and its timers are saved.
  var isOpen = false
  private var timers: [(place: String, timer: DeviceTimer)] = []
  private let earlier: [DeviceTimer.Snapshot]

  /// - Parameter earlier: the timers saved by an earlier run.
  init(earlier: [DeviceTimer.Snapshot] = []) { self.earlier = earlier }

  /// Registers a timer that the main chunk has just set at `place`.
  mutating func add(_ timer: DeviceTimer, at place: String, now: TimeInterval) {
    let number = timers.count
    timers.append((place, timer))
    guard number < earlier.count, earlier[number].place == place else { return }
    timer.restore(earlier[number], now: now)
  }

  /// The current state of the timers.
  public var snapshots: [DeviceTimer.Snapshot] {
    timers.map { DeviceTimer.Snapshot(of: $0.timer, at: $0.place) }
  }

  /// The number of timers still pending.
  public var pendingCount: Int { timers.count { $0.timer.isPending } }
}
