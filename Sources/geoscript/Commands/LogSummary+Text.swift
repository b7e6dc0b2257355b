import Geo
import GeoFeeds
import GeoFormats
import GeoHost

extension LogSummary {
  /// The lines for a person, with times on the clocks of a zone.
  func lines(devices limit: Int, in zone: TimeZoneRules) -> [String] {
    var lines = [
      "\(name): \(form), \(counted(events, "event")) of \(counted(devices.filter { $0.events > 0 }.count, "device"))"
    ]
    lines += notes.map { "  \($0)" }
    if let first, let last, first <= last {
      lines.append(
        "  \(ISO8601.format(first, in: zone)) to \(ISO8601.format(last, in: zone)), \(LogSummary.span(last - first))"
      )
    }
    if fixes > 0 { lines += wayLines(zone) }
    let kinds = types.map { "\(grouped($0.count)) \($0.type)" }.joined(separator: ", ")
    if !kinds.isEmpty { lines.append("  events: \(kinds)") }
    let faults = [
      (outOfOrder, "out of order"), (duplicates, "duplicated"), (invalidFixes, "without a valid place"),
      (rebases, "after which dates restarted"), (coalesced, "merged into newer ones"),
    ].filter { $0.0 > 0 }
    if !faults.isEmpty {
      lines.append("  fixes: \(faults.map { "\(grouped($0.0)) \($0.1)" }.joined(separator: ", "))")
    }
    for (kind, entry) in skips.kinds {
      lines.append("  skipped: \(grouped(entry.count)) × \(kind), first: \(entry.first)")
    }
    return lines + deviceLines(limit, zone)
  }

  private func wayLines(_ zone: TimeZoneRules) -> [String] {
    var lines: [String] = []
    if let box {
      lines.append(
        "  track: \(LogSummary.meters(length)) between \(LogSummary.degrees(box.south)), "
          + "\(LogSummary.degrees(box.west)) and \(LogSummary.degrees(box.north)), \(LogSummary.degrees(box.east))"
      )
    }
    if let accuracy {
      lines.append(
        "  accuracy: \(LogSummary.short(accuracy.lowerBound)) to \(LogSummary.short(accuracy.upperBound)) m")
    }
    if let interval {
      let found = gaps
      var line = "  a fix every \(LogSummary.span(interval))"
      if found.count > 0, let gap = longestGap {
        line += "; \(counted(found.count, "gap")) over \(LogSummary.span(found.over)), the longest "
        line += "\(LogSummary.span(gap.seconds)) from \(ISO8601.format(gap.start, in: zone)) (\(gap.device))"
      }
      lines.append(line)
    }
    return lines
  }

  private func deviceLines(_ limit: Int, _ zone: TimeZoneRules) -> [String] {
    let present = devices.filter { $0.events > 0 }
    guard present.count > 1, limit > 0 else {
      return present.count == 1 ? ["  device: \(present[0].name)"] : []
    }
    let shown = present.prefix(limit)
    let rows = shown.map { device in
      [
        device.name, counted(device.fixes, "fix", "fixes"), LogSummary.meters(device.length),
        ISO8601.format(device.first, in: zone), ISO8601.format(device.last, in: zone),
      ]
    }
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      let cells = row.enumerated().map { column, text in
        let space = String(repeating: " ", count: widths[column] - text.count)
        return column == 1 || column == 2 ? space + text : text + space
      }
      var line = "    " + cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
    if present.count > limit { lines.append("    and \(counted(present.count - limit, "device")) more") }
    return lines
  }

  /// The same as one JSON object.
  func json(devices limit: Int) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("file", .string(name)), ("form", .string(form)), ("events", .integer(Int64(events))),
      ("types", .object(types.map { (name: $0.type, value: .integer(Int64($0.count))) })),
      ("deviceCount", .integer(Int64(devices.filter { $0.events > 0 }.count))),
    ]
    if let first, let last, first <= last {
      members += [("first", .time(first)), ("last", .time(last))]
    }
    members += [("fixes", .integer(Int64(fixes))), ("length", .number(length))]
    if let interval { members.append(("interval", .number(interval))) }
    let found = gaps
    members.append(
      (
        "gaps",
        .object([
          ("count", .integer(Int64(found.count))), ("over", .number(found.over)),
          ("longest", longestGap.map { .number($0.seconds) } ?? .null),
          ("longestFrom", longestGap.map { .time($0.start) } ?? .null),
          ("longestDevice", longestGap.map { .string($0.device) } ?? .null),
        ])
      ))
    if let accuracy {
      members.append(("accuracy", .array([.number(accuracy.lowerBound), .number(accuracy.upperBound)])))
    }
    if let box {
      members.append(
        ("bbox", .array([.number(box.west), .number(box.south), .number(box.east), .number(box.north)])))
    }
    let numbers = [
      ("outOfOrder", outOfOrder), ("duplicates", duplicates), ("invalidFixes", invalidFixes),
      ("rebases", rebases),
      ("coalesced", coalesced),
    ]
    members += numbers.map { (name: $0.0, value: .integer(Int64($0.1))) }
    members.append(
      (
        "skipped",
        .array(
          skips.kinds.map { kind, entry in
            .object([
              ("kind", .string(kind)), ("count", .integer(Int64(entry.count))),
              ("first", .string(entry.first)),
            ])
          })
      ))
    let present = devices.filter { $0.events > 0 }.prefix(limit)
    members.append(("devices", .array(present.map { LogSummary.json(of: $0) })))
    return .object(members)
  }

  private static func json(of device: Device) -> JSONValue {
    .object([
      ("name", .string(device.name)), ("events", .integer(Int64(device.events))),
      ("fixes", .integer(Int64(device.fixes))), ("first", .time(device.first)),
      ("last", .time(device.last)),
      ("length", .number(device.length)),
    ])
  }

  // MARK: Words

  private static func short(_ value: Double) -> String {
    value < 100 ? rounded(value, 1) : grouped(Int(min(value, 1e15).rounded()))
  }

  private static func rounded(_ value: Double, _ decimals: Int) -> String {
    JSONValue.text(of: value.rounded(decimals: decimals))
  }

  private static func degrees(_ value: Double) -> String { rounded(value, 4) }

  private static func meters(_ length: Double) -> String {
    length < 1000 ? "\(Int(length.rounded())) m" : "\(short(length / 1000)) km"
  }

  /// Seconds in the unit that suits.
  private static func span(_ seconds: TimeInterval) -> String {
    switch seconds {
    case ..<0.9995: "\(Int((seconds * 1000).rounded())) ms"
    case ..<120: "\(rounded(seconds, 1)) s"
    case ..<7200: "\(rounded(seconds / 60, 1)) min"
    case ..<172_800: "\(rounded(seconds / 3600, 1)) h"
    default: "\(rounded(seconds / 86_400, 1)) days"
    }
  }
}
