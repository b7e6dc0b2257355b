import Geo
import GeoFeeds
import GeoStore
import Glibc
import LuaBridge
import Synchronization

/// A thread that stops a script instance whose callback does not return, even if the instruction count does
/// not grow.
///
/// The watchdog counts the processor's time of the worker's thread, so that a busy machine stops no script. If a
/// callback is stuck in a single operation and cannot be stopped, the watchdog ends the process.
///
/// The watched machine outlives the thread, which ``stop()`` joins.
final class Watchdog: Sendable {
  private let wakeSignal: WakeSignal
  private let isStopped: AtomicFlag
  private let thread: WorkerThread<Void>

  /// - Parameters:
  ///   - limit: The most seconds for one callback. A call with a larger budget may take a second for each
  ///     ``instructionsASecond``.
  ///   - end: Ends the process with a message.
  convenience init(_ watch: (machine: LuaWatch, device: WatchedDevice), _ plan: WorkerPlan) {
    let quarantine = plan.saved?.store.quarantine
    let (_, device) = watch
    if let quarantine, plan.saved?.store.isInMemory == false {
      CrashNote.begin(device, plan.directory, quarantine)
    }
    self.init(watch, directory: plan.directory, script: plan.script.name) { message in
      if let quarantine {
        let id = DeviceID(index: device.number.load(ordering: .relaxed))
        quarantine(plan.directory.name(of: id), plan.directory.isGroup(id))
      }
      Watchdog.endProcess(message)
    }
  }

  init(
    _ watch: (machine: LuaWatch, device: WatchedDevice), directory: DeviceDirectory, script: String,
    limit: Double = Watchdog.limit, end: @escaping @Sendable (String) -> Void = Watchdog.endProcess
  ) {
    let (machine, device) = watch
    let (wakeSignal, isStopped) = (WakeSignal(), AtomicFlag())
    (self.wakeSignal, self.isStopped) = (wakeSignal, isStopped)
    let worker = pthread_self()
    @Sendable func worked() -> Double {
      var clock = clockid_t()
      var time = timespec()
      guard pthread_getcpuclockid(worker, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        return monotonicSeconds()
      }
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    thread = WorkerThread {
      var epoch = machine.epoch
      var since = worked()
      while true {
        wakeSignal.wait(until: monotonicSeconds() + min(0.25, limit / 4))
        if isStopped.isSet { return }
        let now = machine.epoch
        // An even number: no call runs.
        if now != epoch || now % 2 == 0 || device.isWaiting.load(ordering: .relaxed) {
          epoch = now
          since = worked()
          continue
        }
        let spent = worked() - since
        let allowed = max(limit, min(Double(machine.budget) / Watchdog.instructionsASecond, 60))
        if spent > allowed { machine.stop(now) }
        if spent > allowed + 5 * limit {
          let id = DeviceID(index: device.number.load(ordering: .relaxed))
          let name = directory.name(of: id)
          end(
            "\(directory.isGroup(id) ? "group" : "device") \(PlainText.line(name)): one call has run for more than \(Int(allowed + 5 * limit)) s, last seen at "
              + "\(script):\(machine.line); the process ends")
        }
      }
    }
  }

  /// - Units: seconds. A build for debugging takes several times as long for what scripts ask of Swift.
  private static let limit: Double = {
    #if DEBUG
      10
    #else
      2
    #endif
  }()

  private static let instructionsASecond = 5e7

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

/// The device that a worker is busy with, visible to other threads.
package final class WatchedDevice: Sendable {
  let number = Atomic<UInt32>(0)
  /// Whether its callback waits for an alert sink or a server.
  let isWaiting = Atomic<Bool>(false)
}
