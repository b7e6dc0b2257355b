public import Geo
import SQLite

/// How far a state has come in one partition of a stream.
///
/// - Source: SC-31.
public struct StreamPosition: Sendable, Hashable {
  /// The stream's name.
  public var stream: String
  public var partition: Int
  /// When the stream was made, in nanoseconds since 1970: a stream made anew counts its messages anew.
  public var created: Int64
  /// The number of the last message that was handled; 0 before the first.
  public var sequence: UInt64
  /// The time of the partition after that message, in seconds since 1970.
  public var time: TimeInterval
  /// The version of script and fences that is in force; 0 for those of the command.
  public var version: UInt64
  /// The number of the lease under which it was written; it grows from owner to owner.
  public var epoch: UInt64

  public init(
    stream: String, partition: Int, created: Int64, sequence: UInt64 = 0, time: TimeInterval = 0,
    epoch: UInt64 = 0, version: UInt64 = 0
  ) {
    (self.stream, self.partition, self.created, self.sequence, self.time, self.epoch) = (
      stream, partition, created, sequence, time, epoch
    )
    self.version = version
  }
}

extension StateStore {
  /// The position of the stream that the state follows; nil if it follows none.
  public func streamPosition() throws(GeoError) -> StreamPosition? {
    try withDatabase { (database) throws(GeoError) -> StreamPosition? in
      let row = try database.statement(
        """
        SELECT name, partition, created, sequence, time, epoch, coalesce((SELECT number FROM version), 0) FROM stream
        """)
      defer { row.reset() }
      guard try row.step() else { return nil }
      guard row.integer(1) >= 0, row.integer(3) >= 0, row.integer(6) >= 0,
        row.real(4) < StateStore.latestClock
      else {
        throw damage("the position in the stream")
      }
      return StreamPosition(
        stream: row.text(0), partition: Int(row.integer(1)), created: row.integer(2),
        sequence: UInt64(row.integer(3)), time: row.real(4), epoch: UInt64(bitPattern: row.integer(5)),
        version: UInt64(row.integer(6)))
    }
  }

  /// Makes a lease the owner of the state, so that nothing is written any more under an earlier one.
  ///
  /// - Parameter new: with the epoch of the lease; the position of a state that follows no stream yet.
  /// - Returns: the position of the state.
  /// - Errors: ``GeoError`` `cannotCreate` if a later lease has it.
  public func claim(_ new: StreamPosition) throws(GeoError) -> StreamPosition {
    try withDatabase { (database) throws(GeoError) in
      try database.transaction { () throws(GeoError) in
        try StateStore.check(new, database)
        try database.run("UPDATE stream SET epoch = ?", .integer(Int64(bitPattern: new.epoch)))
      }
    }
    if let kept = try streamPosition() { return kept }
    var first = Checkpoint()
    first.stream = new
    try write(first)
    return new
  }

  /// Refuses to write under a lease that has a successor.
  static func check(_ position: StreamPosition, _ database: Database) throws(GeoError) {
    guard try database.integer("SELECT epoch FROM stream") <= Int64(bitPattern: position.epoch) else {
      throw GeoError(
        .cannotCreate, "partition \(position.partition) has another worker now", at: database.path)
    }
  }

  static func insert(_ position: StreamPosition, _ database: Database) throws(GeoError) {
    try database.run(
      """
      INSERT OR REPLACE INTO stream (id, name, partition, created, sequence, time, epoch) VALUES (1, ?, ?, ?, ?, ?, ?)
      """,
      .text(position.stream), .integer(Int64(position.partition)), .integer(position.created),
      .integer(Int64(position.sequence)), .real(position.time), .integer(Int64(bitPattern: position.epoch)))
    guard position.version > 0 else { return }
    try database.run(
      "INSERT OR REPLACE INTO version (id, number) VALUES (1, ?)", .integer(Int64(position.version)))
  }
}
