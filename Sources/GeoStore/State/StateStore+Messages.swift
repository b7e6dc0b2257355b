public import Geo
import SQLite

/// What `geoscript alerts` reads and changes.
extension StateStore {
  /// The queues of all sinks, by name.
  public func sinkQueues() throws(GeoError) -> [SinkQueue] {
    try withDatabase { (database) throws(GeoError) -> [SinkQueue] in
      guard try StateSchema.hasQueues(database) else { return [] }
      var queues: [String: SinkQueue] = [:]
      let sinks = try database.statement("SELECT name, is_named, pause FROM sinks")
      defer { sinks.reset() }
      while try sinks.step() {
        queues[sinks.text(0)] = SinkQueue(
          sink: sinks.text(0), isNamed: sinks.integer(1) != 0, pause: sinks.text(2), counts: [:], bytes: 0)
      }
      let rows = try database.statement(
        "SELECT sink, status, count(*), sum(min(max(bytes, 0), 1 << 40)) FROM outbox GROUP BY sink, status")
      defer { rows.reset() }
      while try rows.step() {
        let status = OutboxItem.Status(stored: rows.integer(1))
        let sink = rows.text(0)
        var queue = queues[sink] ?? SinkQueue(sink: sink, isNamed: false, pause: "", counts: [:], bytes: 0)
        queue.counts[status, default: 0] += Int(rows.integer(2))
        if status == .waiting { queue.bytes = Int(rows.integer(3)) }
        queues[sink] = queue
      }
      return queues.values.filter { $0.isNamed || !$0.counts.isEmpty }.sorted { $0.sink < $1.sink }
    }
  }

  /// The sinks that the run does not name, for which messages wait.
  public func orphans() throws(GeoError) -> [(sink: String, count: Int)] {
    try sinkQueues().filter { !$0.isNamed && $0.waiting > 0 }.map { ($0.sink, $0.waiting) }
  }

  /// Passes the selected messages on, oldest first, one at a time.
  public func eachMessage(
    _ selection: MessageSelection, _ body: (QueuedMessage) -> Void
  ) throws(GeoError) {
    try withDatabase { (database) throws(GeoError) in
      guard try StateSchema.hasQueues(database) else { return }
      let (condition, values) = selection.condition
      let rows = try database.statement(
        """
        SELECT id, sink, alert, body, attempts, device, status, created, answer FROM outbox
          WHERE \(condition) ORDER BY id
        """)
      defer { rows.reset() }
      rows.bind(values)
      while try rows.step() {
        let status = OutboxItem.Status(stored: rows.integer(6))
        var item = OutboxItem(
          id: rows.integer(0), sink: rows.text(1), alertID: rows.text(2), body: rows.text(3),
          attempts: Int(rows.integer(4)))
        item.device = rows.text(5)
        body(QueuedMessage(item: item, status: status, created: rows.real(7), answer: rows.text(8)))
      }
    }
  }

  /// Follows a request that changes messages; returns how many it changed.
  @discardableResult
  public func apply(_ kind: StateRequest.Kind, _ content: JSONValue) throws(GeoError) -> Int {
    guard kind != .acknowledge else { return 0 }
    let selection = try MessageSelection(content)
    let (condition, values) = selection.condition
    let target = content["to"]?.text ?? ""
    return try withContents { (contents: inout Contents) throws(GeoError) -> Int in
      let database = contents.database
      contents.queues = [:]
      let (sql, first): (String, [SQLValue]) =
        switch kind {
        case .retry: ("UPDATE outbox SET status = 0, created = ?", [.real(wallTime())])
        case .move: ("UPDATE outbox SET sink = ?, attempts = 0", [.text(target)])
        case .drop, .acknowledge: ("DELETE FROM outbox", [])
        }
      let statement = try database.statement("\(sql) WHERE \(condition)")
      try statement.run(first + values)
      return Int(try database.integer("SELECT changes()"))
    }
  }
}

extension MessageSelection {
  /// The condition of a statement, and its values.
  fileprivate var condition: (sql: String, values: [SQLValue]) {
    var (parts, values): ([String], [SQLValue]) = ([], [])
    if !alerts.isEmpty {
      parts.append("alert IN (SELECT value FROM json_each(?))")
      values.append(.text(JSONValue.array(alerts.map { .string($0) }).description))
    }
    if let sink {
      parts.append("sink = ?")
      values.append(.text(sink))
    }
    // The column has the name of the device or of the group: only a message of a group names its group.
    if let device {
      parts.append("device = ? AND json_extract(body, '$.group') IS NULL")
      values.append(.text(device))
    }
    if let group {
      parts.append("device = ? AND json_extract(body, '$.group') = ?")
      values += [.text(group), .text(group)]
    }
    if !statuses.isEmpty {
      let numbers = statuses.map { "\($0.rawValue)" }.joined(separator: ", ")
      // An unknown one is a dead letter.
      parts.append(
        statuses.contains(.dead)
          ? "(status IN (\(numbers)) OR status NOT IN (0, 1, 2, 3))" : "status IN (\(numbers))")
    }
    return (parts.isEmpty ? "1" : parts.joined(separator: " AND "), values)
  }
}
