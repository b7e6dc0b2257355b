public import Geo

/// One line of a run's output.
public struct ScriptRecord: Sendable {
  public enum Content: Sendable {
    case print(String)
    case log(level: String, message: String)
    case alert(Alert)
    /// The script sends a message to a channel.
    case message(ChannelMessage)
    /// A row for a table of the run.
    case row(table: String, fields: [(name: String, value: JSONValue)])
    /// The script sends a message to its device.
    case publish(Publication)
    /// A delegate function was called.
    case call(name: String, fields: [(name: String, value: JSONValue)])
    /// Why a fix produced an event or not.
    case explanation(Explanation)
    /// A picture of a map was made.
    case picture(path: String, map: Int?, frame: Int?)
    /// The system asked the user something, or got the answer; see ``init(_:)``.
    case prompt(name: String, fields: [(name: String, value: JSONValue)])
    /// A callback failed; `code` is the exit code that it counts as.
    case failure(message: String, traceback: String, code: Int32)
    /// The script is stopped on its device.
    case stop(reason: String)
  }

  /// The device time in seconds since 1970.
  public let time: TimeInterval
  /// The device that caused it; empty in a group script where none did.
  public let device: String
  /// The group of a group script; nil in a script for each device.
  public var group: String?
  /// Counts all records of the device, or of the group, from 1. Explanations and pictures have the number of the record before
  /// them.
  public let sequence: Int
  public let content: Content
}

extension ScriptRecord {
  /// What messages for people name as its origin: the device, or else the group.
  public var origin: String { device.isEmpty ? group ?? "" : device }

  /// Whose records ``sequence`` counts.
  public var counter: String { group ?? device }

  /// An explanation. It takes no new number, because alert ids derive from the numbers and must not depend on
  /// `--explain`.
  public init(_ explanation: Explanation, device: String, group: String? = nil, sequence: Int) {
    self.init(
      time: explanation.time, device: device, group: group, sequence: sequence,
      content: .explanation(explanation))
  }

  /// A record of the host about the device; it takes no new number either.
  public init(
    unnumbered content: Content, time: TimeInterval, device: String, group: String? = nil, sequence: Int
  ) {
    self.init(time: time, device: device, group: group, sequence: sequence, content: content)
  }

  /// The same record with other content.
  public init(_ record: ScriptRecord, content: Content) {
    self.init(
      time: record.time, device: record.device, group: record.group, sequence: record.sequence,
      content: content)
  }

  /// A picture; it takes no new number either.
  public init(
    picture path: String, map: Int?, frame: Int?, time: TimeInterval, device: String, sequence: Int
  ) {
    self.init(
      time: time, device: device, sequence: sequence,
      content: .picture(path: path, map: map, frame: frame))
  }
}
