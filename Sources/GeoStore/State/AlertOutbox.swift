public import Geo

/// A message for one sink.
public struct OutboxItem: Sendable, Hashable {
  /// What has become of a message; the numbers are stored.
  public enum Status: Int64, Sendable, Hashable {
    case waiting = 0
    /// The sink refused it for good, or it waited too long: a dead letter.
    case dead = 1
    case sent = 2
    /// An end whose beginning the sink never got.
    case dropped = 3

    /// An unknown one is a dead letter.
    init(stored number: Int64) { self = Status(rawValue: number) ?? .dead }
  }

  public var id: Int64
  /// The sink's own identifier.
  public var sink: String
  /// The device in whose order it is sent.
  public var device = ""
  /// The alert's own id, the same in every attempt.
  public var alertID: String
  public var body: String
  /// The number of failed attempts.
  public var attempts: Int
  /// The ids of the alerts whose conditions a sink knows once it has this message.
  public var begins: [String] = []
  /// The id of the alert whose condition this message ends; nil for any other message.
  public var ends: String?

  public init(id: Int64, sink: String, alertID: String, body: String, attempts: Int) {
    self.id = id
    self.sink = sink
    self.alertID = alertID
    self.body = body
    self.attempts = attempts
  }
}

/// Keeps messages until their sinks have them. Any thread may call it.
///
/// Messages arrive with a checkpoint (``Checkpoint/outgoing``), so that none exists without its cause.
public protocol AlertOutbox: Sendable {
  /// The oldest messages that wait for a sink, oldest first, except those of some devices.
  func pending(_ sink: String, limit: Int, without devices: Set<String>) throws(GeoError) -> [OutboxItem]
  /// Whether a message that was pending may still be sent from here.
  func holds(_ item: OutboxItem) -> Bool
  /// Ends a message.
  func end(_ item: OutboxItem, as status: OutboxItem.Status, answer: String) throws(GeoError)
  /// Counts a failed attempt.
  func fail(_ item: OutboxItem, answer: String) throws(GeoError)
  /// Whether a sink got the beginning of a condition.
  func hasBegun(_ alert: String, at sink: String) throws(GeoError) -> Bool
  /// Whether a message that begins a condition still waits for a sink.
  func willBegin(_ alert: String, at sink: String) throws(GeoError) -> Bool
  /// How many messages wait for a sink.
  func waitingCount(_ sink: String) throws(GeoError) -> Int
  /// Makes dead letters of messages that have waited for more than `age` seconds; returns how many.
  func expire(_ sink: String, age: Double) throws(GeoError) -> Int
  /// Notes why a sink is paused; empty if it is not.
  func note(pause: String, of sink: String) throws(GeoError)
}

extension AlertOutbox {
  public func holds(_ item: OutboxItem) -> Bool { true }

  public func pending(_ sink: String, limit: Int) throws(GeoError) -> [OutboxItem] {
    try pending(sink, limit: limit, without: [])
  }
}
