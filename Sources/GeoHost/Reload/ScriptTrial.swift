package import Geo
import GeoDelivery
import GeoFormats
import GeoLua
import LuaBridge

/// Starts a version of a script once, on a device that does not exist, before devices rely on it.
///
/// - Source: HO-100, SC-50.
enum ScriptTrial {
  /// Why the main chunk fails on a new device; nil if it comes to its end. What it puts out goes nowhere.
  static func fault(of plan: WorkerPlan) -> String? {
    var plan = plan.alone
    // A trial lasts until the script has started.
    let time = plan.live?.now() ?? wallSeconds()
    plan.live = nil
    do {
      let pool = try WorkerPool(plan, try Output(plan.options, into: OutputCapture()), jobs: 1)
      defer { _ = pool.close() }
      guard let worker = pool.workerInPlace else { return nil }
      return worker.tryOut {
        pool.handle([
          DeviceEvent(
            time: time, timestamp: time, device: plan.directory.id(of: deviceName), marks: .settled,
            payload: .clock)
        ])
        _ = worker.flush()
      }
    } catch { return (error as? LuaMessage).map { "\($0)" } ?? plan.script.fault(error).message }
  }

  /// The name of the device, as scripts see it.
  static let deviceName = "trial"
}

extension WorkerPlan {
  /// The plan of a worker that shares nothing with those of the run.
  fileprivate var alone: WorkerPlan {
    var plan = self
    plan.directory = DeviceDirectory(limit: DeviceDirectory.noLimit)
    plan.groupBook = GroupBook()
    plan.options.feed.firing = FiringAlerts()
    (plan.saved, plan.recorded, plan.answers) = (nil, nil, nil)
    (plan.recorders, plan.mirrors, plan.metrics) = ([], [], nil)
    (plan.page, plan.options.page, plan.options.pictures) = (nil, nil, nil)
    (plan.options.strict, plan.options.allowsNet) = (false, false)
    return plan
  }
}

extension Run {
  /// Starts the script on a device that does not exist.
  ///
  /// - Errors: ``GeoError`` of files that cannot be read, `data` if its main chunk fails.
  package func tryOut() throws(GeoError) {
    let output = try Output(options, into: OutputCapture())
    let plan = try plan(requirements(), declaredUnit(), output, [], RunTables([], replaces: false))
    defer {
      plan.geocoding?.close()
      plan.routing?.close()
      plan.tiles.close()
    }
    if let fault = ScriptTrial.fault(of: plan) { throw GeoError(.data, fault) }
  }
}
