package import GeoLua
package import LuaBridge
import Synchronization

/// What a debugger does with a run.
extension SteppedRun {
  package var machine: LuaMachine { worker.machine }

  /// Hears each record while the script makes it, inside of the script's call.
  package func hear(_ onRecord: @escaping (ScriptRecord) -> Void) { worker.onRecord = onRecord }

  /// Whether each call of a script's functions is recorded from now on. The numbers of records do not depend on it.
  package var recordsCalls: Bool {
    get { worker.plan.options.json }
    set {
      worker.plan.options.json = newValue
      for case let instance? in worker.instances { instance.script?.recordsCalls = newValue }
    }
  }

  /// The script whose call runs; nil outside of calls.
  package var runningScript: RunningScript? { try? RunningScript.current(worker.machine) }

  /// Waits for a person: the watchdog stands still.
  package func waiting<Result>(for body: () -> Result) -> Result {
    worker.watched.isWaiting.store(true, ordering: .relaxed)
    defer { worker.watched.isWaiting.store(false, ordering: .relaxed) }
    return body()
  }
}
