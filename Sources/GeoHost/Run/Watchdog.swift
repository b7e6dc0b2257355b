import Geo
import GeoStore
import Glibc
import LuaBridge
import Synchronization

/// A thread that stops a copy of the script whose callback does not come back, which no count of instructions can see.
///
/// A callback that does not even come to the next count, deep in one long operation, ends the process.
///
/// Sendable by its invariant: `isStopped` is touched only with `lock` held; the machine watched outlives the
/// thread, which ``stop()`` joins.
final class Watchdog: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isStopped = false
  private var thread: WorkerThread<Void>?

  /// - Parameters:
  ///   - limit: Seconds of wall time that one callback may take.
  ///   - end: Ends the process with a message.
  convenience init(_ watch: (machine: LuaWatch, device: WatchedDevice), _ plan: WorkerPlan) {
    let state = plan.saved?.store.directory
    let (_, device) = watch
    self.init(watch, directory: plan.directory, script: plan.script.name) { message in
      if let state {
        let name = plan.directory.name(of: DeviceID(index: device.number.load(ordering: .relaxed)))
        StateStore.quarantine(name, in: state)
      }
      Watchdog.endProcess(message)
    }
  }

  init(
    _ watch: (machine: LuaWatch, device: WatchedDevice), directory: DeviceDirectory, script: String,
    limit: Double = 10, end: @escaping @Sendable (String) -> Void = Watchdog.endProcess
  ) {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
    let (machine, device) = watch
    thread = WorkerThread { [unowned self] in
      var epoch = machine.epoch
      var since = monotonicSeconds()
      while pause() {
        let now = machine.epoch
        // Even: no call runs.
        if now != epoch || now % 2 == 0 {
          epoch = now
          since = monotonicSeconds()
        } else if monotonicSeconds() - since > limit * 2 {
          let name = directory.name(of: DeviceID(index: device.number.load(ordering: .relaxed)))
          end(
            "device \(name): one call has run for more than \(Int(limit * 2)) s, last seen at "
              + "\(script):\(machine.line); the process ends")
        } else if monotonicSeconds() - since > limit {
          machine.stop(now)
        }
      }
    }
  }

  private static func endProcess(_ message: String) {
    writeAll(STDERR_FILENO, "geoscript: \(message)\n")
    _exit(70)
  }

  /// Waits half a second; false when it is time to end.
  private func pause() -> Bool {
    var until = timespec()
    clock_gettime(CLOCK_REALTIME, &until)
    until.tv_nsec += 500_000_000
    if until.tv_nsec >= 1_000_000_000 {
      until.tv_sec += 1
      until.tv_nsec -= 1_000_000_000
    }
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    if !isStopped { pthread_cond_timedwait(changed, lock, &until) }
    return !isStopped
  }

  /// Ends the thread and waits for it.
  func stop() {
    pthread_mutex_lock(lock)
    isStopped = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
    _ = thread?.join()
  }

  deinit {
    pthread_mutex_destroy(lock)
    pthread_cond_destroy(changed)
    lock.deallocate()
    changed.deallocate()
  }
}
