import Geo
import GeoFeeds
import GeoStore
import Glibc
import LuaBridge
import Synchronization

/// A thread that stops a script instance whose callback does not return, even if the instruction count does
/// not grow.
///
/// If a callback is stuck in a single operation and cannot be stopped, the watchdog ends the process.
///
/// The watched machine outlives the thread, which ``stop()`` joins.
final class Watchdog: Sendable {
  private let wakeSignal: WakeSignal
  private let isStopped: AtomicFlag
  private let thread: WorkerThread<Void>

  /// - Parameters:
  ///   - limit: The most seconds of wall time for one callback.
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
    let (machine, device) = watch
    let (wakeSignal, isStopped) = (WakeSignal(), AtomicFlag())
    (self.wakeSignal, self.isStopped) = (wakeSignal, isStopped)
    thread = WorkerThread {
      var epoch = machine.epoch
      var since = monotonicSeconds()
      while true {
        wakeSignal.wait(until: monotonicSeconds() + 0.5)
        if isStopped.isSet { return }
        let now = machine.epoch
        // An even number: no call runs.
        if now != epoch || now % 2 == 0 || device.isWaiting.load(ordering: .relaxed) {
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

  /// Ends the thread and waits for it.
  func stop() {
    isStopped.set()
    wakeSignal.signal()
    _ = thread.join()
  }
}
