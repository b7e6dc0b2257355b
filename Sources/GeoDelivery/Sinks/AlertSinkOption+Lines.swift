package import Geo
package import GeoLua

/// What sinks on standard output print.
extension AlertSinkOption {
  /// The line of an alert; nil if the sink does not get it.
  package func line(_ alert: Alert, in zone: TimeZoneRules) -> String? {
    let zone = shape.style.zone ?? zone
    if shape.isPlain { return kind == .text ? alert.text(in: zone) : alert.json.description }
    let message = SinkMessage(alert)
    guard kind == .text, shape.template == nil else { return line(message) }
    guard shape.accepts(message) else { return nil }
    return alert.text(in: zone) + reason(alert.extras)
  }

  /// The reason of an alert behind its line, if the sink asks for it.
  private func reason(_ extras: [(name: String, value: JSONValue)]) -> String {
    guard shape.why, let why = extras.first(where: { $0.name == "why" })?.value.text else { return "" }
    return "  (\(PlainText.line(why)))"
  }

  /// The line of what has come through quiet hours and groups; nil if the sink does not get it.
  package func line(_ alert: PendingAlert) -> String? {
    guard shape.takes(alert) else { return nil }
    guard kind == .text else { return String(shape.line(of: alert.message).dropLast()) }
    guard shape.template == nil else {
      return PlainText.line(shape.content(of: shape.body(of: alert.message)).text)
    }
    return alert.text + reason(alert.extras)
  }

  /// The line of a message to a channel; nil if the sink does not get it.
  package func line(_ message: ChannelMessage, in zone: TimeZoneRules) -> String? {
    let sent = SinkMessage(message)
    guard kind == .text, shape.template == nil else { return line(sent) }
    guard shape.accepts(sent) else { return nil }
    let time = ISO8601.format(message.time, in: shape.style.zone ?? zone)
    let words = message.payload.text ?? message.payload.description
    return PlainText.line("\(time)  \(message.device)  \(message.channel): \(words)")
  }

  private func line(_ message: SinkMessage) -> String? {
    guard kind == .text else { return shape.line(message).map { String($0.dropLast()) } }
    return shape.accepts(message) ? PlainText.line(shape.content(of: shape.body(of: message)).text) : nil
  }
}
