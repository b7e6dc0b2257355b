import Geo
import GeoLua

/// An alert, or a message to a channel, on its way to the sinks.
struct SinkMessage: Sendable {
  var id: String
  /// Nil for an alert.
  var channel: String?
  /// The alert or the message as JSON, without an end of line.
  var body: String
  /// Members for sinks that ask for them.
  var extras: [(name: String, value: JSONValue)] = []

  init(id: String, channel: String? = nil, body: String) {
    (self.id, self.channel, self.body) = (id, channel, body)
  }

  package init(_ alert: Alert) {
    self.init(id: alert.id, body: alert.json.description)
    extras = alert.extras
  }

  init(_ message: ChannelMessage) {
    self.init(id: message.id, channel: message.channel, body: message.json.description)
    extras = message.extras
  }
}

/// What a sink sends of a message.
struct SinkContent: Equatable {
  enum Form: String, Sendable {
    case json, html, text

    /// - Source: RFC 8259, section 11; RFC 2854; RFC 2046, section 4.1.
    var mediaType: String {
      switch self {
      case .json: "application/json"
      case .html: "text/html; charset=utf-8"
      case .text: "text/plain; charset=utf-8"
      }
    }
  }

  var text: String
  var form: Form
}
