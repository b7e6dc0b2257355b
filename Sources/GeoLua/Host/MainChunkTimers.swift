public import Geo

/// The timers set by a script's main chunk, which keep their due times across a restart.
///
/// Functions cannot be saved, but the main chunk sets its timers again. After a restart they are matched by line and
/// order, after a reload by interval and order, because their lines may have moved. Timers that callbacks set are lost.
public struct MainChunkTimers {
  /// Whether the main chunk is running and its timers are saved.
  var isOpen = false
  private var timers: [(place: String, timer: DeviceTimer, rhythm: DeviceTimer.Snapshot.Rhythm)] = []
  private var earlier: [DeviceTimer.Snapshot]

  /// - Parameter earlier: the timers saved by an earlier run.
  init(earlier: [DeviceTimer.Snapshot] = []) { self.earlier = earlier }

  /// Registers a timer that the main chunk has just set at `place`.
  mutating func add(_ timer: DeviceTimer, at place: String, now: TimeInterval) {
    let number = timers.count
    let rhythm = DeviceTimer.Snapshot.Rhythm(of: timer, delay: timer.due - now)
    timers.append((place, timer, rhythm))
    if let successor = earlier.firstIndex(where: { $0.rhythm?.isLike(rhythm) == true }) {
      timer.restore(earlier.remove(at: successor), now: now)
    } else if number < earlier.count, earlier[number].rhythm == nil, earlier[number].place == place {
      timer.restore(earlier[number], now: now)
    }
  }

  /// The current state of the timers.
  public var snapshots: [DeviceTimer.Snapshot] {
    timers.map { DeviceTimer.Snapshot(of: $0.timer, at: $0.place) }
  }

  /// The same for the next copy of the script in this process.
  public var successors: [DeviceTimer.Snapshot] {
    zip(snapshots, timers).map { snapshot, entry in
      var snapshot = snapshot
      snapshot.rhythm = entry.rhythm
      return snapshot
    }
  }

  /// The number of timers still pending.
  public var pendingCount: Int { timers.count { $0.timer.isPending } }
}
