import FeedTesting
import Geo
import Testing

@testable import GeoStore
@testable import SQLite

/// A state in memory is its image and the changes of each commit since then (SC-35).
@Suite struct StateStoreImageTests {
  /// Every row of every table, as SQLite quotes its values.
  private func rows(_ store: StateStore) throws -> [String] {
    try store.withDatabase { (database) throws(GeoError) -> [String] in
      var found: [String] = []
      for table in try StateStoreImageTests.texts(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'", database)
      {
        let columns = try StateStoreImageTests.texts(
          "SELECT name FROM pragma_table_info('\(table)')", database)
        let values = columns.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
        found += try StateStoreImageTests.texts("SELECT \(values) FROM \(table)", database).map {
          "\(table) \($0)"
        }
      }
      return found.sorted()
    }
  }

  private static func texts(_ sql: String, _ database: Database) throws(GeoError) -> [String] {
    let rows = try database.statement(sql)
    defer { rows.reset() }
    var found: [String] = []
    while try rows.step() { found.append(rows.text(0)) }
    return found
  }

  fileprivate func checkpoint(_ draw: inout Dice, _ sequence: UInt64) -> Checkpoint {
    var checkpoint = Checkpoint()
    checkpoint.stream = StreamPosition(
      stream: "FIXES", partition: 3, created: 1_795_262_400_123_456_789, sequence: sequence, time: 2, epoch: 4
    )
    for _ in 0..<Int.random(in: 0...4, using: &draw) {
      let region = MonitoredRegion(
        identifier: "r",
        center: CLLocationCoordinate2D(latitude: 52, longitude: Double(Int.random(in: 0...5, using: &draw))),
        radius: 100, desiredAccuracy: 20)
      checkpoint.devices.append(
        Checkpoint.DeviceRow(
          name: "d\(Int.random(in: 0...9, using: &draw))", clock: Double(sequence),
          regions: RegionSet.empty.adding(contentsOf: [region]), isPending: Bool.random(using: &draw),
          quarantine: nil,
          store: Bool.random(using: &draw) ? "{\"n\":\(sequence)}" : nil,
          state: [UInt8](
            repeating: UInt8(truncatingIfNeeded: sequence), count: Int.random(in: 0...300, using: &draw))))
    }
    checkpoint.outgoing = (0..<Int.random(in: 0...2, using: &draw)).map {
      Checkpoint.Outgoing(sink: "s", alertID: "a\(sequence)-\($0)", body: "{}")
    }
    checkpoint.run = RunRecord(script: "s.lua", status: .running, clock: Double(sequence), timeZone: "UTC")
    return checkpoint
  }

  /// What a commit has changed.
  private func commit(_ checkpoint: Checkpoint, to store: StateStore) throws -> [UInt8] {
    var found: [UInt8] = []
    try store.write(checkpoint, commit: { (bytes) throws(GeoError) in found = bytes })
    return found
  }

  @Test func anImageAndItsChangesAreTheState() throws {
    var draw = Dice(seed: 22)
    let live = try StateStore(inMemory: "live")
    #expect(live.isInMemory && !live.hasChanges)
    var (image, changes) = (try live.image(), [[UInt8]]())
    #expect(StateStore.isCurrent(image))
    for sequence in UInt64(1)...120 {
      changes.append(try commit(checkpoint(&draw, sequence), to: live))
      #expect(!live.hasChanges)
      for item in try live.pending("s", limit: 3) where Bool.random(using: &draw) {
        try live.end(item, as: .sent, answer: "delivered")
        #expect(live.hasChanges)
      }
      guard sequence % 7 == 0 else { continue }
      // What sinks have sent is part of the next commit, and of an image.
      changes.append(try commit(Checkpoint(), to: live))
      let copy = try StateStore(inMemory: "copy", image: image, changes: changes)
      #expect(try rows(copy) == rows(live))
      #expect(try copy.streamPosition()?.sequence == sequence)
      if sequence % 3 == 0 { (image, changes) = (try live.image(), []) }
    }
  }

  @Test func whatIsNotKeptIsNotCommitted() throws {
    var draw = Dice(seed: 5)
    let store = try StateStore(inMemory: "partition 3 of FIXES")
    _ = try commit(checkpoint(&draw, 1), to: store)
    let before = try rows(store)
    #expect(throws: GeoError.self) {
      try store.write(
        checkpoint(&draw, 2), commit: { (_) throws(GeoError) in throw GeoError(.unavailable, "no server") })
    }
    #expect(try rows(store) == before)
  }

  @Test func damagedBytesAreRefused() throws {
    var draw = Dice(seed: 6)
    let store = try StateStore(inMemory: "partition 3 of FIXES")
    let image = try store.image()
    let first = try commit(checkpoint(&draw, 1), to: store)
    let second = try commit(checkpoint(&draw, 2), to: store)
    for changes in [[second], [Array(first.dropLast(3))], [[0x99] + first], [first, first]] {
      #expect {
        _ = try StateStore(inMemory: "partition 3 of FIXES", image: image, changes: changes)
      } throws: {
        "\($0)".contains("partition 3 of FIXES: is damaged") && "\($0)".contains("remove both to begin again")
      }
    }
    #expect(throws: GeoError.self) { try StateStore(inMemory: "x", image: Array("not a database".utf8)) }
  }
}

/// The same choices in every run.
private struct Dice: RandomNumberGenerator {
  private var numbers: RandomNumbers

  init(seed: UInt64) { numbers = RandomNumbers(seed: seed) }

  mutating func next() -> UInt64 { UInt64(numbers.unit() * 0x1p53) << 11 }
}
