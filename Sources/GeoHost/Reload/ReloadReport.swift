import Geo

/// What a reload has done, for the line that says it.
package struct ReloadReport: Sendable {
  var devices = 0
  /// What the old copies had begun, and what ended without a callback.
  var timers = 0
  var tasks = 0
  var maps = 0
  var requests = 0
  /// Regions that are not watched any more, with the number of devices that watched them.
  var stopped: [String: Int] = [:]

  mutating func add(_ other: ReloadReport) {
    devices += other.devices
    timers += other.timers
    tasks += other.tasks
    maps += other.maps
    requests += other.requests
    stopped.merge(other.stopped) { $0 + $1 }
  }

  /// The lines for the user.
  package func lines(script: String, seconds: Double) -> [String] {
    var lines = ["reloaded \(script): \(counted(devices, "device")) in \(hundredths(seconds)) s"]
    let ended = [(timers, "timer"), (tasks, "task"), (maps, "map"), (requests, "request")]
      .filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    if !ended.isEmpty { lines.append("ended with the old version: \(ended.joined(separator: ", "))") }
    if !stopped.isEmpty {
      let names = stopped.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .prefix(ReloadReport.mostNames).map { "'\($0.key)' (\(counted($0.value, "device")))" }
      let more = stopped.count - names.count
      lines.append(
        "not watched any more: \(names.joined(separator: ", "))"
          + (more > 0 ? " and \(grouped(more)) more" : ""))
    }
    return lines
  }

  /// The most regions that are named.
  private static let mostNames = 10
}
