public import Geo
import Glibc
import SQLite

extension StateStore: AlertOutbox {
  /// How many sent messages of a sink are kept, so that `geoscript alerts list` can show them.
  static let keptMessages: Int64 = 200

  public func pending(
    _ sink: String, limit: Int, without devices: Set<String>
  ) throws(GeoError) -> [OutboxItem] {
    try withDatabase { (database) throws(GeoError) -> [OutboxItem] in
      // The condition reads the index alone: a device that is held back may have many thousand messages.
      let others = devices.isEmpty ? "" : "AND device NOT IN (SELECT value FROM json_each(?3))"
      let rows = try database.statement(
        """
        SELECT id, alert, body, attempts, device, begins, ends FROM outbox
          WHERE id IN (SELECT id FROM outbox INDEXED BY outbox_waiting
            WHERE sink = ?1 AND status = 0 \(others) ORDER BY id LIMIT ?2) ORDER BY id
        """)
      defer { rows.reset() }
      var values: [SQLValue] = [.text(sink), .integer(Int64(limit))]
      if !devices.isEmpty {
        values.append(.text(JSONValue.array(devices.sorted().map { .string($0) }).description))
      }
      rows.bind(values)
      var items: [OutboxItem] = []
      while try rows.step() {
        var item = OutboxItem(
          id: rows.integer(0), sink: sink, alertID: rows.text(1), body: rows.text(2),
          attempts: Int(rows.integer(3)))
        item.device = rows.text(4)
        item.begins = rows.text(5).split(separator: " ").map(String.init)
        item.ends = rows.text(6).isEmpty ? nil : rows.text(6)
        items.append(item)
      }
      return items
    }
  }

  public func end(_ item: OutboxItem, as status: OutboxItem.Status, answer: String) throws(GeoError) {
    try withContents { (contents: inout Contents) throws(GeoError) in
      let database = contents.database
      var count = contents.queues[item.sink]
      try database.transaction { () throws(GeoError) in
        try database.run(
          "UPDATE outbox SET status = ?, answer = ?, attempts = attempts + 1 WHERE id = ? AND status = 0",
          .integer(status.rawValue), .text(answer), .integer(item.id))
        if status == .sent {
          for alert in item.begins {
            try database.run(
              "INSERT OR IGNORE INTO begun (sink, alert) VALUES (?, ?)", .text(item.sink), .text(alert))
          }
        }
        if let ended = item.ends, status != .dead {
          try database.run("DELETE FROM begun WHERE sink = ? AND alert = ?", .text(item.sink), .text(ended))
        }
        if item.id % 16 == 0 { try StateStore.removeOldMessages(of: item.sink, database) }
      }
      count?.remove(bytes: item.body.utf8.count)
      contents.queues[item.sink] = count
    }
  }

  private static func removeOldMessages(of sink: String, _ database: Database) throws(GeoError) {
    for status in [OutboxItem.Status.sent, .dropped] {
      try database.run(
        """
        DELETE FROM outbox WHERE sink = ?1 AND status = ?2 AND id <=
          (SELECT id FROM outbox WHERE sink = ?1 AND status = ?2 ORDER BY id DESC LIMIT 1 OFFSET ?3)
        """, .text(sink), .integer(status.rawValue), .integer(keptMessages))
    }
  }

  public func fail(_ item: OutboxItem, answer: String) throws(GeoError) {
    try withDatabase { (database) throws(GeoError) in
      try database.run(
        "UPDATE outbox SET attempts = attempts + 1, answer = ? WHERE id = ?", .text(answer), .integer(item.id)
      )
    }
  }

  public func hasBegun(_ alert: String, at sink: String) throws(GeoError) -> Bool {
    try withDatabase { (database) throws(GeoError) -> Bool in
      try database.integer(
        "SELECT count(*) FROM begun WHERE sink = ? AND alert = ?", .text(sink), .text(alert)) > 0
    }
  }

  public func willBegin(_ alert: String, at sink: String) throws(GeoError) -> Bool {
    try withDatabase { (database) throws(GeoError) -> Bool in
      try database.integer(
        """
        SELECT EXISTS (SELECT 1 FROM outbox
          WHERE sink = ? AND status = 0 AND instr(' ' || begins || ' ', ' ' || ? || ' ') > 0)
        """, .text(sink), .text(alert)) > 0
    }
  }

  public func waitingCount(_ sink: String) throws(GeoError) -> Int {
    try withContents { (contents: inout Contents) throws(GeoError) -> Int in
      try StateStore.queue(sink, &contents).count
    }
  }

  public func expire(_ sink: String, age: Double) throws(GeoError) -> Int {
    let words = "it waited longer than --alert-max-age"
    return try withContents { (contents: inout Contents) throws(GeoError) -> Int in
      let database = contents.database
      // Numbers grow with time, so the oldest tells whether any is too old.
      let oldest = try database.statement(
        "SELECT created FROM outbox WHERE sink = ? AND status = 0 ORDER BY id LIMIT 1")
      oldest.bind([.text(sink)])
      let isOld = try oldest.step() && oldest.real(0) < wallTime() - age
      oldest.reset()
      guard isOld else { return 0 }
      try database.run(
        """
        UPDATE outbox SET status = 1, answer = iif(answer = '', ?1, ?1 || ': ' || answer)
          WHERE sink = ?2 AND status = 0 AND created < ?3
        """, .text(words), .text(sink), .real(wallTime() - age))
      let count = Int(try database.integer("SELECT changes()"))
      contents.queues[sink] = nil
      return count
    }
  }

  public func note(pause: String, of sink: String) throws(GeoError) {
    try withDatabase { (database) throws(GeoError) in
      try database.run("UPDATE sinks SET pause = ? WHERE name = ?", .text(pause), .text(sink))
    }
  }

  /// Notes which sinks a run names; messages of all others are orphans.
  public func note(sinks: [String]) throws(GeoError) {
    try withDatabase { (database) throws(GeoError) in
      try database.transaction { () throws(GeoError) in
        try database.run("UPDATE sinks SET is_named = 0, pause = ''")
        for sink in sinks {
          try database.run("INSERT OR REPLACE INTO sinks (name, is_named) VALUES (?, 1)", .text(sink))
        }
        // Conditions that are over, and of which no end waits.
        try database.run(
          """
          DELETE FROM begun WHERE alert NOT IN (SELECT alert FROM conditions)
            AND alert NOT IN (SELECT ends FROM outbox WHERE status IN (0, 1)) AND NOT EXISTS (SELECT 1 FROM held)
          """)
      }
    }
  }

  /// Counts queues anew, because another process has changed rows.
  public func recount() throws(GeoError) {
    try withContents { (contents: inout Contents) throws(GeoError) in contents.queues = [:] }
  }
}

// MARK: Adding

/// How much waits for a sink.
struct QueueSize: Sendable {
  var count: Int
  var bytes: Int

  mutating func remove(bytes: Int) { (count, self.bytes) = (max(0, count - 1), max(0, self.bytes - bytes)) }
}

extension StateStore {
  private static func queue(_ sink: String, _ contents: inout Contents) throws(GeoError) -> QueueSize {
    if let known = contents.queues[sink] { return known }
    guard try StateSchema.hasQueues(contents.database) else { return QueueSize(count: 0, bytes: 0) }
    let row = try contents.database.statement(
      "SELECT count(*), coalesce(sum(bytes), 0) FROM outbox WHERE sink = ? AND status = 0")
    defer { row.reset() }
    row.bind([.text(sink)])
    let size = try row.step() ? QueueSize(count: Int(row.integer(0)), bytes: Int(row.integer(1))) : nil
    contents.queues[sink] = size
    return size ?? QueueSize(count: 0, bytes: 0)
  }

  /// Adds messages inside the transaction of a checkpoint; beyond the limit of a queue its oldest messages become dead
  /// letters.
  static func add(
    _ outgoing: [Checkpoint.Outgoing], limit: Int, _ contents: inout Contents
  ) throws(GeoError) -> Int {
    guard !outgoing.isEmpty else { return 0 }
    var sizes = contents.queues
    for sink in Set(outgoing.map(\.sink)) { sizes[sink] = try queue(sink, &contents) }
    let database = contents.database
    let now = wallTime()
    var dead = 0
    for message in outgoing {
      try database.run(
        """
        INSERT INTO outbox (sink, alert, body, device, created, bytes, begins, ends) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        .text(message.sink), .text(message.alertID), .text(message.body), .text(message.device), .real(now),
        .integer(Int64(message.body.utf8.count)), .text(message.begins.joined(separator: " ")),
        .text(message.ends ?? ""))
      sizes[message.sink]?.count += 1
      sizes[message.sink]?.bytes += message.body.utf8.count
    }
    for (sink, size) in sizes.sorted(by: { $0.key < $1.key }) where size.bytes > limit {
      let trimmed = try trim(sink, size, to: limit, database)
      dead += size.count - trimmed.count
      sizes[sink] = trimmed
    }
    contents.queues = sizes
    return dead
  }

  private static func trim(
    _ sink: String, _ size: QueueSize, to limit: Int, _ database: Database
  ) throws(GeoError) -> QueueSize {
    var size = size
    let rows = try database.statement(
      "SELECT id, bytes FROM outbox WHERE sink = ? AND status = 0 ORDER BY id")
    rows.bind([.text(sink)])
    var last: Int64?
    while size.bytes > limit, size.count > 1, try rows.step() {
      last = rows.integer(0)
      size.remove(bytes: Int(rows.integer(1)))
    }
    rows.reset()
    guard let last else { return size }
    try database.run(
      "UPDATE outbox SET status = 1, answer = 'the queue is full (--alert-queue)' WHERE sink = ? AND status = 0 AND id <= ?",
      .text(sink), .integer(last))
    // Dead letters take no more room than the queue.
    let dead = try database.statement(
      "SELECT id, bytes FROM outbox WHERE sink = ? AND status = 1 ORDER BY id DESC")
    dead.bind([.text(sink)])
    var (bytes, first) = (0, Int64?.none)
    while first == nil, try dead.step() {
      bytes += Int(dead.integer(1))
      if bytes > limit { first = dead.integer(0) }
    }
    dead.reset()
    if let first {
      try database.run(
        "DELETE FROM outbox WHERE sink = ? AND status = 1 AND id <= ?", .text(sink), .integer(first))
    }
    return size
  }
}

/// Seconds since 1970: messages outlive the process, so their age is that of the wall clock.
func wallTime() -> Double { Double(time(nil)) }
