public import Geo

/// Alerts that were raised and have not yet reached their sink.
///
/// A sink takes the oldest, sends it, and says when it is done with it; what is never done is there for the next
/// run, if the outbox outlives this one. Any thread may call.
public protocol AlertOutbox: Sendable {
  /// The oldest that wait for a sink, in the order they were raised.
  func pending(_ sink: String, limit: Int) throws(GeoError) -> [OutboxItem]

  /// These reached their sink, or were refused by it for good.
  func done(_ ids: [Int64]) throws(GeoError)

  /// These were tried in vain.
  func failed(_ ids: [Int64]) throws(GeoError)
}

/// An alert on its way to one sink.
public struct OutboxItem: Sendable, Equatable {
  /// Ascending in the order in which alerts were raised.
  public var id: Int64
  /// Which sink, as ``AlertSinks`` names it: without a secret, and the same in every run.
  public var sink: String
  /// The alert's own `id`.
  public var alertID: String
  /// The alert as JSON, without an end of line.
  public var body: String
  /// How often it was tried in vain.
  public var attempts: Int

  public init(id: Int64, sink: String, alertID: String, body: String, attempts: Int) {
    self.id = id
    self.sink = sink
    self.alertID = alertID
    self.body = body
    self.attempts = attempts
  }
}
