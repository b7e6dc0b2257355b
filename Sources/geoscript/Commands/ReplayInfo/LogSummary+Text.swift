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
}
