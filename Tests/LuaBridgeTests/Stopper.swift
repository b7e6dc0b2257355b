import Foundation

@testable import LuaBridge

/// Stops a machine's next call from another thread, as the watchdog does.
///
/// A thread and not a task: the tests keep all threads of the pool busy, for minutes on a loaded machine.
struct Stopper {
  private let done = DispatchSemaphore(value: 0)

  init(_ watch: LuaWatch, after seconds: Double) {
    Thread.detachNewThread { [done] in
      while watch.epoch % 2 == 0 { usleep(100) }
      usleep(UInt32(seconds * 1e6))
      watch.stop(watch.epoch)
      done.signal()
    }
  }

  /// Waits for the thread, which looks at the machine.
  func join() { done.wait() }
}
