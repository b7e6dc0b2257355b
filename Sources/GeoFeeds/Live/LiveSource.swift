public import Geo
public import GeoFormats

/// A source whose events arrive as they happen: a receiver, a broker, a server.
///
/// It reads on its own thread, or on its library's, and fills a ``LiveInbox``. After a loss it reconnects,
/// with growing pauses, until ``stop()``: it reports each loss and return once. An unusable record
/// is counted and skipped.
public protocol LiveSource: AnyObject, Sendable {
  /// Its name in messages: its address without a password.
  var name: String { get }

  /// Begins to read; returns at once.
  ///
  /// - Errors: ``GeoError`` if trying again is useless: a port that is taken, a file that may not be read, a
  ///   missing library. A server that does not answer yet is not an error.
  func start(_ inbox: LiveInbox) throws(GeoError)

  /// Closes the connection; nothing enters the inbox after it has returned.
  func stop()

  /// Sends a message to a device; false if this source cannot reach it.
  func send(_ message: OutgoingMessage) -> Bool

  /// Whether it hears its peer now; for a server, whether it listens.
  var isConnected: Bool { get }

  /// Skipped records so far, by kind.
  var skips: SkipCounts { get }

  /// Rejected requests so far, by the status of the answer, if its peers send requests.
  var refusals: SkipCounts { get }

  /// Its summary at the end of a run: messages, connections, bytes; a sentence each, without its name.
  var summary: [String] { get }
}

extension LiveSource {
  public func send(_ message: OutgoingMessage) -> Bool { false }
  public var refusals: SkipCounts { SkipCounts() }
  public var summary: [String] { [] }
}

/// A message from a script to its device, or to a topic.
public struct OutgoingMessage: Sendable, Hashable {
  /// The name of the device whose script sends it.
  public var device: String
  /// One JSON object; a text if there is a topic.
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
