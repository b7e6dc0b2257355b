public import Geo
import SQLite

/// An alert that waits for delivery to its sink.
public struct OutboxItem: Sendable, Hashable {
  public var id: Int64
  /// The sink's own identifier.
  public var sink: String
  /// The alert's own id, the same in every attempt.
  public var alertID: String
  public var body: String
  /// The number of failed attempts.
  public var attempts: Int

  public init(id: Int64, sink: String, alertID: String, body: String, attempts: Int) {
    self.id = id
    self.sink = sink
    self.alertID = alertID
    self.body = body
    self.attempts = attempts
  }
}

/// Keeps alerts until their sinks have them. Any thread may call it.
///
/// Alerts arrive with a checkpoint (``Checkpoint/outgoing``), so that none exists without its cause.
public protocol AlertOutbox: Sendable {
  /// The oldest alerts for a sink, oldest first.
  func pending(_ sink: String, limit: Int) throws(GeoError) -> [OutboxItem]
  /// Removes delivered alerts.
  func done(_ ids: [Int64]) throws(GeoError)
  /// Counts a failed attempt.
  func failed(_ ids: [Int64]) throws(GeoError)
}

extension StateStore: AlertOutbox {
  public func pending(_ sink: String, limit: Int) throws(GeoError) -> [OutboxItem] {
    try withDatabase { (database) throws(GeoError) -> [OutboxItem] in
      let rows = try database.statement(
        "SELECT id, alert, body, attempts FROM outbox WHERE sink = ? ORDER BY id LIMIT ?")
      defer { rows.reset() }
      rows.bind([.text(sink), .integer(Int64(limit))])
      var items: [OutboxItem] = []
      while try rows.step() {
        items.append(
          OutboxItem(
            id: rows.integer(0), sink: sink, alertID: rows.text(1), body: rows.text(2),
            attempts: Int(rows.integer(3))))
      }
      return items
    }
  }

  public func done(_ ids: [Int64]) throws(GeoError) {
    try eachInTransaction(ids, "DELETE FROM outbox WHERE id = ?")
  }

  public func failed(_ ids: [Int64]) throws(GeoError) {
    try eachInTransaction(ids, "UPDATE outbox SET attempts = attempts + 1 WHERE id = ?")
  }

  private func eachInTransaction(_ ids: [Int64], _ sql: String) throws(GeoError) {
    guard !ids.isEmpty else { return }
    try withDatabase { (database) throws(GeoError) in
      try database.transaction { () throws(GeoError) in
        for id in ids { try database.run(sql, .integer(id)) }
      }
    }
  }

  static func add(_ outgoing: [Checkpoint.Outgoing], _ database: Database) throws(GeoError) -> [OutboxItem] {
    var items: [OutboxItem] = []
    items.reserveCapacity(outgoing.count)
    for alert in outgoing {
      try database.run(
        "INSERT INTO outbox (sink, alert, body) VALUES (?, ?, ?)", .text(alert.sink), .text(alert.alertID),
        .text(alert.body))
      items.append(
        OutboxItem(
          id: try database.integer("SELECT last_insert_rowid()"), sink: alert.sink, alertID: alert.alertID,
          body: alert.body, attempts: 0))
    }
    return items
  }
}
