import Geo
import GeoLua

/// What sinks on standard output print.
extension AlertSinkOption {
  /// The line of an alert; nil if the sink does not get it.
  func line(_ alert: Alert, in zone: TimeZoneRules) -> String? {
    let zone = shape.style.zone ?? zone
    if shape.isPlain { return kind == .text ? alert.text(in: zone) : alert.json.description }
    let message = SinkMessage(alert)
    guard kind == .text, shape.template == nil else { return line(message) }
    return shape.accepts(message) ? alert.text(in: zone) : nil
  }

  /// The line of a message to a channel; nil if the sink does not get it.
  func line(_ message: ChannelMessage, in zone: TimeZoneRules) -> String? {
    let sent = SinkMessage(message)
    guard kind == .text, shape.template == nil else { return line(sent) }
    guard shape.accepts(sent) else { return nil }
    let time = ISO8601.format(message.time, in: shape.style.zone ?? zone)
    let words = message.payload.text ?? message.payload.description
    return PlainText.line("\(time)  \(message.device)  \(message.channel): \(words)")
  }

  private func line(_ message: SinkMessage) -> String? {
    guard kind == .text else { return shape.line(message).map { String($0.dropLast()) } }
    return shape.accepts(message) ? PlainText.line(shape.content(of: message.body).text) : nil
  }
}
