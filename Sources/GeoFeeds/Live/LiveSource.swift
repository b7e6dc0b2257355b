public import Geo
public import GeoFormats

/// A source whose events come when they happen: a receiver, a broker, a server.
///
/// It reads on a thread of its own, or of its library, and puts what comes into a ``LiveInbox``. What it loses it looks
/// for again, with growing pauses, until ``stop()``: each loss and return is told once. A record that cannot be used
/// is counted and passed over.
public protocol LiveSource: AnyObject, Sendable {
  /// What messages call it: its address without a password.
  var name: String { get }

  /// Begins to read; returns at once.
  ///
  /// - Errors: ``GeoError`` for what trying again cannot mend: a port that is taken, a file that may not be read, a
  ///   library that is not there. A server that does not answer yet is no error.
  func start(_ inbox: LiveInbox) throws(GeoError)

  /// Ends the connection in order; nothing is put into the inbox after it has returned.
  func stop()

  /// Sends a message to a device; false where this source has no way to it.
  func send(_ message: OutgoingMessage) -> Bool

  /// What was passed over so far, by kind.
  var skips: SkipCounts { get }

  /// What it would tell at the end of a run: messages, connections, bytes; a sentence each, without its name.
  var summary: [String] { get }
}

extension LiveSource {
  public func send(_ message: OutgoingMessage) -> Bool { false }
  public var summary: [String] { [] }
}

/// What a script sends to its device, or to a topic.
public struct OutgoingMessage: Sendable, Hashable {
  /// The name of the device whose script sends it.
  public var device: String
  /// One JSON object.
  public var json: String
  /// Where it goes over MQTT; nil for the device's own topic of commands.
  public var topic: String?
  public var qos: Int
  public var isRetained: Bool

  public init(device: String, json: String, topic: String? = nil, qos: Int = 1, isRetained: Bool = false) {
    self.device = device
    self.json = json
    self.topic = topic
    self.qos = qos
    self.isRetained = isRetained
  }
}
