package import Geo
package import GeoLua

extension ScriptRecord {
  /// The record as a line of `--json`.
  package var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    switch content {
    case .print(let text): members = [("type", .string("print")), ("text", .string(text))]
    case .log(let level, let message):
      members = [("type", .string("log")), ("level", .string(level)), ("message", .string(message))]
    case .call(let name, let fields), .prompt(let name, let fields):
      members = [("type", .string(name))] + fields
    case .row(let table, let fields):
      members = [("type", .string("row")), ("table", .string(table)), ("fields", .object(fields))]
    case .publish(let publication):
      members = [("type", .string("publish"))]
      if let topic = publication.topic { members.append(("topic", .string(topic))) }
      members.append(("qos", .integer(Int64(publication.qos))))
      if publication.isRetained { members.append(("retain", .bool(true))) }
      members.append(("message", publication.message))
    case .picture(let path, let map, let frame):
      members = [("type", .string("picture")), ("path", .string(path))]
      if let map { members.append(("map", .integer(Int64(map)))) }
      if let frame { members.append(("frame", .integer(Int64(frame)))) }
    case .explanation(let explanation):
      members = [("type", .string("explain"))] + explanation.members
    case .failure(let message, let traceback, let code):
      members = [
        ("type", .string("failure")), ("message", .string(message)), ("code", .integer(Int64(code))),
      ]
      if !traceback.isEmpty { members.append(("traceback", .string(traceback))) }
    case .stop(let reason): members = [("type", .string("stop")), ("reason", .string(reason))]
    case .message(let message):
      members = [
        ("type", .string("message")), ("id", .string(message.id)), ("channel", .string(message.channel)),
        ("message", message.payload),
      ]
    case .alert(let alert):
      members = [("type", .string("alert"))]
      if case .object(let fields) = alert.json {
        members += fields.filter { field in
          !["time", "device"].contains(field.name) && (group == nil || field.name != "group")
        }
      }
    }
    var head: [(name: String, value: JSONValue)] = [("time", .time(time))]
    if group == nil || !device.isEmpty { head.append(("device", .string(device))) }
    if let group { head.append(("group", .string(group))) }
    head.append(("sequence", .integer(Int64(sequence))))
    return .object(head + members)
  }
}

extension ScriptRecord {
  /// The record as a line for a person: its time, its device, and what happened.
  package func text(in zone: TimeZoneRules) -> String {
    let head = "\(ISO8601.format(time, in: zone))  \(device)  "
    switch content {
    case .alert(let alert):
      return "\(ISO8601.format(time, in: zone))  \(device)  alert: \(alert.title)"
        + (alert.region.map { "  [\(alert.event.map { "\($0) " } ?? "")\($0)]" } ?? "")
    case .explanation(let explanation): return explanation.text(device: device, in: zone)
    case .print(let text): return PlainText.line(head + "printed: " + text)
    case .log(let level, let message): return PlainText.line(head + level + ": " + message)
    case .failure(let message, _, _): return PlainText.line(head + "failed: " + message)
    case .message(let message): return PlainText.line(head + "sent to \(message.channel): \(message.payload)")
    case .call(let name, let fields), .prompt(let name, let fields):
      let words = fields.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
      return PlainText.line(head + "called: " + name + (words.isEmpty ? "" : " " + words))
    default:
      guard case .object(let members) = json else { return head }
      return PlainText.line(head + JSONValue.object(Array(members.dropFirst(3))).description)
    }
  }
}
