import Geo
import GeoFormats

extension RequestDesk {
  /// The most passwords that wait to be checked.
  static let passwordLimit = 16

  /// What `/health` says; elsewhere than on this machine only that there is somebody.
  func health(isFull: Bool) -> String {
    var members: [(name: String, value: JSONValue)] = [("status", .string("ok"))]
    if isFull {
      members += [
        ("version", .string(version)),
        ("uptime", .number((monotonicSeconds() - tally.start).rounded(.down))),
        ("requests", .integer(Int64(tally.requests))), ("refused", .integer(Int64(tally.refusals.total))),
        ("events", .integer(Int64(tally.events))), ("waiting", .integer(Int64(waitingCount))),
        ("unanswered", .integer(Int64(unansweredCount))),
        ("connections", .integer(Int64(tally.openConnections))),
      ]
    }
    return JSONValue.object(members).description
  }

  /// What the server would tell at its end, a sentence each.
  var sentences: [String] {
    var sentences = [
      "\(tally.requests) requests over \(tally.connections) connections, \(tally.events) events"
    ]
    for (status, entry) in tally.refusals.kinds {
      sentences.append("refused with \(status): \(entry.count), first: \(entry.first)")
    }
    if tally.refusedEvents > 0 {
      sentences.append(
        "\(tally.refusedEvents) events were refused, since the run was behind: their senders know")
    }
    if mailboxes.count > 0 { sentences.append("\(mailboxes.count) messages to devices were not fetched") }
    return sentences
  }
}
