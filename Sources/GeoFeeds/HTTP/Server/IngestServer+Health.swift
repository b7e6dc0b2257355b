import Geo
import GeoFormats

extension IngestServer {
  /// The most passwords that wait for a check.
  static let passwordLimit = 16

  /// The answer of `/health`; remote clients learn only that the server runs.
  func health(isFull: Bool) -> String {
    var members: [(name: String, value: JSONValue)] = [("status", .string("ok"))]
    if isFull {
      members += [
        ("version", .string(version)),
        ("uptime", .number((monotonicSeconds() - counts.start).rounded(.down))),
        ("requests", .integer(Int64(counts.requests))), ("refused", .integer(Int64(counts.refusals.total))),
        ("events", .integer(Int64(counts.events))), ("waiting", .integer(Int64(waitingCount))),
        ("unanswered", .integer(Int64(unansweredCount))),
        ("connections", .integer(Int64(counts.openConnections))),
      ]
    }
    return JSONValue.object(members).description
  }

  /// The server's summary, a sentence each.
  var sentences: [String] {
    var sentences = [
      "\(counts.requests) requests over \(counts.connections) connections, \(counts.events) events"
    ]
    for (status, entry) in counts.refusals.kinds {
      sentences.append("refused with \(status): \(entry.count), first: \(entry.first)")
    }
    if counts.refusedEvents > 0 {
      sentences.append(
        "\(counts.refusedEvents) events were refused because the run was behind; their senders were notified")
    }
    if mailboxes.count > 0 { sentences.append("\(mailboxes.count) messages to devices were not fetched") }
    return sentences
  }
}
