import Geo
package import GeoLua

/// An alert on its way to the sinks: it waits for the next checkpoint, or in an ``AlertWindow``.
package struct PendingAlert: Sendable {
  /// The number of the event that caused it, in the order of the input.
  package var event = 0
  package var sequence = 0
  let time: TimeInterval
  /// The device, or the group of a group script, in whose order it is sent.
  let device: String
  /// What people read as its origin: the device that caused it, or else the group.
  var origin: String
  let id: String
  package var title = ""
  var priority = AlertPriority.default
  var isRepeat = false
  /// The alert as JSON, without an end of line.
  package let body: String
  /// The channel of a message; nil for an alert.
  package var channel: String?
  /// The only sinks that it is for, by ``SinkShape/audience``; nil for those whose words accept it.
  var audience: String?
  /// The alert as a line for a person; empty unless it may wait.
  package var text = ""
  /// The ids of the alerts whose conditions it begins or continues, and of the one that it ends.
  var begins: [String] = []
  var ends: String?
  /// What only sinks get that ask for it.
  var extras: [(name: String, value: JSONValue)] = []

  init(time: TimeInterval, device: String, id: String, title: String, body: String) {
    (self.time, self.device, self.id, self.title, self.body) = (time, device, id, title, body)
    origin = device
  }

  package init(_ alert: Alert, event: Int = 0, sequence: Int = 0, body: String) {
    self.init(
      time: alert.time, device: alert.group ?? alert.device, id: alert.id, title: alert.title, body: body)
    origin = alert.origin
    (self.event, self.sequence) = (event, sequence)
    priority = alert.priority ?? .default
    isRepeat = alert.repeatNumber != nil
    extras = alert.extras
    switch alert.status {
    case .firing: begins = [alert.occurrence ?? alert.id]
    case .resolved: ends = alert.occurrence
    case nil: break
    }
  }

  package init(_ message: ChannelMessage) {
    self.init(
      time: message.time, device: message.group ?? message.device, id: message.id, title: "",
      body: message.json.description)
    channel = message.channel
    extras = message.extras
  }

  /// What sinks send.
  var message: SinkMessage {
    var message = SinkMessage(id: id, channel: channel, body: body)
    message.extras = extras
    return message
  }

  /// The order of a run with one worker, whatever the number of workers and the times of checkpoints.
  package static func < (a: PendingAlert, b: PendingAlert) -> Bool {
    (a.event, a.time, a.device, a.sequence) < (b.event, b.time, b.device, b.sequence)
  }
}
