import Geo
import GeoFeeds
import GeoLua

/// What happened in a run, for the summary.
struct RunTally: Sendable {
  var events = 0
  var devices = 0
  /// The most regions that one device watched.
  var regions = 0
  var enters = 0
  var exits = 0
  var alerts = 0
  var failures = 0
  /// Copies that were stopped.
  var stopped = 0
  /// Timers still pending at the end.
  var droppedTimers = 0
  var skips = SkipCounts()

  mutating func add(_ copy: DeviceCopy) {
    let script = copy.script
    let device = script.device
    devices += 1
    regions = max(regions, device.monitoredRegionCount)
    enters += device.counts.enters
    exits += device.counts.exits
    alerts += script.alertCount
    droppedTimers += device.clock.timerCount
    let window = device.window.counts
    let kinds = [
      ("late event", window.late), ("duplicate event", window.duplicates),
      ("event in the future", window.future),
      ("fix without a place on the earth", device.counts.invalidFixes),
      ("fix while location was off", device.counts.withheldFixes),
      ("alert too late to raise", script.suppressedAlerts),
    ]
    for (kind, count) in kinds where count > 0 { skips.count(kind, by: count, "device \(device.name)") }
  }

  mutating func add(_ other: RunTally) {
    events += other.events
    devices += other.devices
    regions = max(regions, other.regions)
    enters += other.enters
    exits += other.exits
    alerts += other.alerts
    failures += other.failures
    stopped += other.stopped
    droppedTimers += other.droppedTimers
    skips.add(other.skips)
  }

  /// The summary's lines.
  func lines(seconds: Double) -> [String] {
    let rate = seconds > 0 ? Double(events) / seconds : 0
    var lines = [
      "\(grouped(events)) events, \(grouped(devices)) devices, \(grouped(regions)) regions: "
        + "\(grouped(enters)) enters, \(grouped(exits)) exits, \(grouped(alerts)) alerts "
        + "in \(tenths(seconds)) s (\(grouped(Int(rate))) events/s)"
    ]
    for (kind, entry) in skips.kinds {
      lines.append("skipped: \(grouped(entry.count)) × \(kind), first: \(entry.first)")
    }
    if failures > 0 { lines.append("\(grouped(failures)) callbacks failed") }
    if stopped > 0 { lines.append("\(grouped(stopped)) copies of the script were stopped") }
    if droppedTimers > 0 { lines.append("\(grouped(droppedTimers)) timers were still pending at the end") }
    return lines
  }
}

/// A number with a comma every three digits.
func grouped(_ number: Int) -> String {
  let digits = Array(String(abs(number)))
  var text = ""
  for (offset, digit) in digits.enumerated() {
    if offset > 0, (digits.count - offset) % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return (number < 0 ? "-" : "") + text
}

/// A number with two digits after the point.
func tenths(_ value: Double) -> String {
  let hundredths = Int((value * 100).rounded())
  let rest = hundredths % 100
  return "\(grouped(hundredths / 100)).\(rest < 10 ? "0" : "")\(rest)"
}
