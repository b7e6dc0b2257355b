import Geo
import GeoDelivery
import GeoFormats

/// The summary as the last record of `--json`.
extension Run {
  func summary(_ outcome: RunOutcome, _ reports: Output.Reports, code: Int32) -> JSONValue {
    let counts = outcome.counts
    func number(_ count: Int) -> JSONValue { .integer(Int64(count)) }
    let failures = reports.failures.sorted.prefix(FailureLog.reportLimit).map { group in
      JSONValue.object([
        ("message", .string(group.message)), ("count", number(group.count)),
        ("devices", .array(group.devices.sorted().map { .string($0) })),
      ])
    }
    let skipped = counts.skips.kinds.map { kind, entry in
      JSONValue.object([
        ("kind", .string(kind)), ("count", number(entry.count)), ("first", .string(entry.first)),
      ])
    }
    let ended = outcome.faults.map { RunFault($0) }
    // Workers report at the same time, so the order is that of the texts.
    let faults = (ended + reports.faults.subtracting(ended).sorted()).map(\.json)
    let head: [(name: String, value: JSONValue)] = [
      ("type", .string("summary")), ("events", number(counts.events)), ("devices", number(counts.devices)),
      ("regions", number(counts.regions)), ("enters", number(counts.enters)), ("exits", number(counts.exits)),
      ("dwells", number(counts.dwells)), ("alerts", number(counts.alerts)),
    ]
    let ungrouped: [(name: String, value: JSONValue)] =
      counts.ungrouped > 0 ? [("ungrouped", number(counts.ungrouped))] : []
    let tail: [(name: String, value: JSONValue)] = [
      ("failures", number(counts.failures)), ("failed", .array(failures)),
      ("unwatched", number(counts.unwatched)), ("stopped", number(counts.stopped)),
      ("refused", number(counts.refused)), ("skipped", .array(skipped)), ("faults", .array(faults)),
      ("code", .integer(Int64(code))),
    ]
    return .object(head + counts.policy.members + tail + ungrouped)
  }
}
