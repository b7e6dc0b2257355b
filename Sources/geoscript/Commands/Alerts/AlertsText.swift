import ArgumentParser
import Geo
import GeoStore

/// Words of `geoscript alerts`.
enum AlertsText {
  enum Status: String, ExpressibleByArgument, CaseIterable {
    case waiting, dead, sent, dropped

    var stored: OutboxItem.Status {
      switch self {
      case .waiting: .waiting
      case .dead: .dead
      case .sent: .sent
      case .dropped: .dropped
      }
    }
  }

  static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  static func name(_ status: OutboxItem.Status) -> String {
    Status.allCases.first { $0.stored == status }?.rawValue ?? ""
  }
}

extension SinkQueue {
  var line: String {
    let numbers = AlertsText.Status.allCases.map { "\(counts[$0.stored] ?? 0) \($0.rawValue)" }
    var words = [sink, numbers.joined(separator: ", ")]
    if !isNamed { words.append("orphaned: the last run does not name it") }
    if !pause.isEmpty { words.append("paused: \(pause)") }
    return words.joined(separator: "  ")
  }

  var json: JSONValue {
    var members: [(name: String, value: JSONValue)] = [("type", .string("sink")), ("sink", .string(sink))]
    for status in AlertsText.Status.allCases {
      members.append((status.rawValue, .integer(Int64(counts[status.stored] ?? 0))))
    }
    members.append(("bytes", .integer(Int64(bytes))))
    members.append(("orphan", .bool(!isNamed)))
    if !pause.isEmpty { members.append(("paused", .string(pause))) }
    return .object(members)
  }
}

extension QueuedMessage {
  private var alert: JSONValue { (try? JSONParser.parse(item.body)) ?? .null }
  private var isOfGroup: Bool { alert["group"]?.text == item.device }

  var line: String {
    var words = [item.alertID, AlertsText.name(status)]
    if let time = alert["time"]?.text { words.append(time) }
    words.append(item.device)
    if let title = alert["title"]?.text { words.append(title) }
    if item.attempts > 0 { words.append(AlertsText.counted(item.attempts, "attempt")) }
    if !answer.isEmpty { words.append(answer) }
    return words.joined(separator: "  ")
  }

  func json(hasBody: Bool) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = [
      ("type", .string("message")), ("id", .string(item.alertID)), ("sink", .string(item.sink)),
      (isOfGroup ? "group" : "device", .string(item.device)), ("status", .string(AlertsText.name(status))),
      ("created", .string(ISO8601.format(created))), ("attempts", .integer(Int64(item.attempts))),
      ("answer", .string(answer)),
    ]
    if hasBody {
      members.append(("alert", alert))
    } else {
      members.append(("title", alert["title"] ?? .null))
    }
    return .object(members)
  }
}

extension FiringCondition {
  private var title: String { (try? JSONParser.parse(content))?["title"]?.text ?? "" }

  var line: String {
    "key '\(key)' fires \(isGroup ? "in group" : "on") \(device): \(title)\(isAcknowledged ? "  acknowledged" : "")  alert \(alert)"
  }

  var json: JSONValue {
    .object([
      ("type", .string("condition")), ("key", .string(key)),
      (isGroup ? "group" : "device", .string(device)),
      ("alert", .string(alert)), ("title", .string(title)), ("acknowledged", .bool(isAcknowledged)),
    ])
  }
}
