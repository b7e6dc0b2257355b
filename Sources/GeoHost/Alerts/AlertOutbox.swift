/// Alerts that were raised and have not yet reached their sink.
///
/// A sink takes the oldest, sends it, and says when it is done with it; what is never done is there for the next
/// run, if the outbox outlives this one. Any thread may call.
public protocol AlertOutbox: AnyObject, Sendable {
  /// The oldest that wait for a sink, in the order they were raised.
  func pending(sink: String, limit: Int) throws -> [OutboxItem]

  /// These reached their sink, or were refused by it for good.
  func done(_ ids: [Int64]) throws

  /// This one is about to be sent.
  func attempted(_ id: Int64) throws
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
  /// How often it was sent.
  public var attempts: Int

  public init(id: Int64, sink: String, alertID: String, body: String, attempts: Int = 0) {
    self.id = id
    self.sink = sink
    self.alertID = alertID
    self.body = body
    self.attempts = attempts
  }
}
