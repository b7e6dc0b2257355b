package import Geo
import GeoDelivery
import GeoHost
import GeoLua

extension WhyAlert {
  /// The answer for a person.
  package func text(in zone: TimeZoneRules) -> String {
    var lines = [alertLine(in: zone), "  what happened"]
    lines += records.map { "    " + PlainText.line($0.text(in: zone)) }
    if !self.lines.isEmpty {
      lines.append("  lines that ran")
      lines += self.lines.map { line in
        let mark = "\(line.file):\(line.number)" == place ? "  > " : "    "
        let count = line.runs > 1 ? "  (\(grouped(line.runs)) ×)" : ""
        return PlainText.line("\(mark)\(line.file):\(line.number)  \(line.text)\(count)")
      }
    }
    lines.append("  where it goes")
    if let quietEnd {
      lines.append("    waits until \(ISO8601.format(quietEnd, in: zone)) (--quiet-hours)")
    }
    lines += destinations.map { sink in
      PlainText.line("    \(sink.sink)" + (sink.takesAlert ? "" : "  not sent: only= or not= of the sink"))
    }
    if destinations.isEmpty { lines.append("    nowhere (--alerts none)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func alertLine(in zone: TimeZoneRules) -> String {
    var line = "\(ISO8601.format(alert.time, in: zone))  \(alert.origin)  \(alert.title)  id \(alert.id)"
    line += place.isEmpty ? "  raised by the host" : "  raised at \(place)"
    if let key = alert.key { line += "  key '\(key)'\(alert.status.map { " \($0.rawValue)" } ?? "")" }
    if let number = alert.repeatNumber { line += "  repeat \(number)" }
    return PlainText.line(line)
  }

  /// The answer as a line of `--json`.
  package var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [("type", .string("why")), ("alert", alert.json)]
    if !place.isEmpty { members.append(("place", .string(place))) }
    members.append(("records", .array(records.map(\.json))))
    members.append(
      (
        "lines",
        .array(
          lines.map { line in
            .object([
              ("file", .string(line.file)), ("line", .integer(Int64(line.number))),
              ("text", .string(line.text)), ("runs", .integer(Int64(line.runs))),
            ])
          })
      ))
    if let quietEnd { members.append(("quietUntil", .time(quietEnd))) }
    let sinks = destinations.map { sink in
      JSONValue.object([("sink", .string(sink.sink)), ("takesAlert", .bool(sink.takesAlert))])
    }
    members.append(("sinks", .array(sinks)))
    return .object(members)
  }
}

extension WhyNot {
  /// The answer for a person.
  package func text(in zone: TimeZoneRules) -> String {
    let subject = [device, region.map { "'\($0)'" }].compactMap { $0 }.joined(separator: ", ")
    let head = "\(ISO8601.format(time, in: zone)) ± \(JSONValue.text(of: margin)) s"
    var lines = [PlainText.line(head + (subject.isEmpty ? "" : "  \(subject)"))]
    if let span { lines.append("  outside: " + ClockTime.sentence(span, in: zone)) }
    if reasons.isEmpty { lines.append("  nothing happened in this time (--within takes a longer one)") }
    let width = reasons.map(\.kind.rawValue.count).max() ?? 0
    for reason in reasons {
      let kind = reason.kind.rawValue
      var line = "  \(kind)\(String(repeating: " ", count: width - kind.count))  "
      line += "\(ISO8601.format(reason.time, in: zone))  \(reason.device)"
      if let region = reason.region { line += " \(region)" }
      line += "  \(reason.text)"
      if let missing = reason.missing { line += "  missing: \(WhyNot.number(missing)) \(reason.unit)" }
      if reason.count > 1 { line += "  (\(grouped(reason.count)) ×)" }
      lines.append(PlainText.line(line))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func number(_ value: Double) -> String {
    signedFixed(value, value == value.rounded() ? 0 : 1)
  }

  /// The answer as a line of `--json`.
  package var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("type", .string("why-not")), ("time", .time(time)), ("within", .number(margin)),
    ]
    if let device { members.append(("device", .string(device))) }
    if let region { members.append(("region", .string(region))) }
    if let span { members += [("begin", .time(span.lowerBound)), ("end", .time(span.upperBound))] }
    members.append(("reasons", .array(reasons.map(\.json))))
    return .object(members)
  }
}

extension WhyReason {
  fileprivate var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("rule", .string(kind.rawValue)), ("time", .time(time)), ("device", .string(device)),
    ]
    if let region { members.append(("region", .string(region))) }
    if let missing {
      // To a micrometer or a microsecond.
      members += [("missing", .number((missing * 1e6).rounded() / 1e6)), ("unit", .string(unit))]
    }
    members += [("count", .integer(Int64(count))), ("reason", .string(text))]
    return .object(members)
  }
}
