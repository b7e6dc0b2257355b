package import GeoLua
package import LuaBridge
import Synchronization

/// What a debugger does with a run.
extension SteppedRun {
  package var machine: LuaMachine { worker.machine }

  /// Hears each record while the script makes it, inside of the script's call.
  package func hear(_ onRecord: @escaping (ScriptRecord) -> Void) { worker.onRecord = onRecord }

  /// The script whose call runs; nil outside of calls.
  package var runningScript: RunningScript? { try? RunningScript.current(worker.machine) }

  /// Waits for a person: the watchdog stands still.
  package func waiting<Result>(for body: () -> Result) -> Result {
    worker.watched.isWaiting.store(true, ordering: .relaxed)
    defer { worker.watched.isWaiting.store(false, ordering: .relaxed) }
    return body()
  }
}
