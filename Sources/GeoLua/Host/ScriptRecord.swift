public import Geo

/// One line of a run's output.
public struct ScriptRecord: Sendable {
  public enum Content: Sendable {
    case print(String)
    case log(level: String, message: String)
    case alert(Alert)
    /// The script sends a message to its device.
    case publish(Publication)
    /// A delegate function was called.
    case call(name: String, fields: [(name: String, value: JSONValue)])
    /// Why a fix made an event or none.
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

  /// On the device's clock, in seconds since 1970.
  public let time: TimeInterval
  public let device: String
  /// From 1, over all records of the device; an explanation and a picture bear that of the record before them.
  public let sequence: Int
  public let content: Content
}

extension ScriptRecord {
  /// An explanation; it takes no number of its own, for ids of alerts are made from those: asking why must not change
  /// them.
  public init(_ explanation: Explanation, device: String, sequence: Int) {
    self.init(
      time: explanation.time, device: device, sequence: sequence, content: .explanation(explanation))
  }

  /// What the host says of the device, on the same terms.
  public init(unnumbered content: Content, time: TimeInterval, device: String, sequence: Int) {
    self.init(time: time, device: device, sequence: sequence, content: content)
  }

  /// A picture, on the same terms.
  public init(
    picture path: String, map: Int?, frame: Int?, time: TimeInterval, device: String, sequence: Int
  ) {
    self.init(
      time: time, device: device, sequence: sequence,
      content: .picture(path: path, map: map, frame: frame))
  }
}
