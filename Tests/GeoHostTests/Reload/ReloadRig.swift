import CommandTesting
import Foundation
import Geo
import GeoFormats
import GeoLua
import GeoStore

@testable import GeoHost

/// Workers that a test feeds, and whose script it reloads.
final class ReloadRig {
  let command: Command
  let pool: WorkerPool
  private(set) var plan: WorkerPlan
  private let output: Output
  private let capture = OutputCapture()
  private var isClosed = false

  /// - Parameter keepsState: whether ``WorkerPool/checkpoint()`` returns what would be saved.
  init(_ script: String, keepsState: Bool = false, _ change: (inout RunOptions) -> Void = { _ in }) throws {
    command = try Command(["s.lua": script])
    var options = RunOptions(script: command.path("s.lua"))
    options.alerts = []
    options.reorderWindow = 0
    options.sources = ["x.ndjson"]
    options.reload = ReloadRule { () throws(GeoError) in throw GeoError(.internal, "nobody asks") }
    options.writable = [command.folder.path]
    change(&options)
    let run = try Run(options)
    output = try Output(options, into: capture)
    let unit = try run.declaredUnit()
    let tables = try RunTables([], replaces: false)
    plan = try run.plan(run.requirements(), unit, output, [], tables)
    if keepsState {
      plan.saved = SavedState(
        try StateStore(inMemory: "a test"),
        resumption: .init(continuesInput: false, continuesClock: false, waitsForEvents: false),
        keepsTimers: true,
        isNew: true)
    }
    pool = try run.pool(plan, output)
  }

  /// Hands over a fix of a device, 2° east.
  func fix(_ latitude: Double, at time: TimeInterval, of device: String = "van") {
    let fix = Fix(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: 2), horizontalAccuracy: 5)
    let id = plan.directory.id(of: device)
    pool.handle([DeviceEvent(time: time, timestamp: time, device: id, payload: .location(fix))])
  }

  @discardableResult
  func reload(_ script: String? = nil, _ change: (inout RunOptions) -> Void = { _ in }) throws -> ReloadReport
  {
    if let script { try script.write(toFile: command.path("s.lua"), atomically: true, encoding: .utf8) }
    var options = plan.options
    change(&options)
    let next = try plan.renewed(options, output)
    let report = try pool.reload(next, after: plan)
    plan = next
    return report
  }

  /// Ends the input and the scripts.
  func finish(at time: TimeInterval) -> RunCounts {
    pool.finish(isStopped: false, atLeast: time, RecordedStop())
    isClosed = true
    return pool.close()
  }

  private func settle() { if !isClosed { pool.drainWindows(to: nil) } }

  /// The titles of alerts and the printed lines since the last call, each with its device and time.
  func told() -> [String] {
    settle()
    return capture.takeRecords().records.compactMap { record in
      let text: String
      switch record.content {
      case .alert(let alert): text = alert.title
      case .print(let line): text = line
      default: return nil
      }
      return text
    }
  }

  /// The same with device, time and number: equal for runs that do the same.
  func ledger() -> [String] {
    settle()
    return capture.takeRecords().records.compactMap { record in
      let text: String
      switch record.content {
      case .alert(let alert): text = "\(alert.title) \(alert.id)"
      case .print(let line): text = line
      default: return nil
      }
      return "\(record.time) \(record.device) \(record.sequence) \(text)"
    }.sorted()
  }

  /// What stands on standard error.
  var warnings: [String] { capture.said.lines }
}
