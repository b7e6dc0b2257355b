import FeedTesting
import Geo
import Testing

@testable import GeoStore

/// The position in a stream is part of a checkpoint (SC-31).
@Suite struct StreamPositionTests {
  let folder = TemporaryDirectory()

  @Test func thePositionIsThatOfTheLastCheckpoint() throws {
    var position = StreamPosition(stream: "FIXES", partition: 7, created: 1_795_262_400_123_456_789)
    do {
      let store = try StateStore(directory: folder.state, holder: "test")
      #expect(try store.streamPosition() == nil)
      var checkpoint = Checkpoint()
      checkpoint.stream = position
      try store.write(checkpoint)
      (position.sequence, position.time, position.epoch, position.version) = (12, 1_795_262_401.25, 3, 4)
      checkpoint.stream = position
      checkpoint.outgoing = [Checkpoint.Outgoing(sink: "s", alertID: "a", body: "{}")]
      try store.write(checkpoint)
    }
    let store = try StateStore(directory: folder.state, holder: "test")
    #expect(try store.streamPosition() == position)
    #expect(try store.pending("s", limit: 9).count == 1)
    // A checkpoint of something else leaves it alone.
    try store.write(Checkpoint())
    #expect(try store.streamPosition() == position)
  }

  /// SC-51: states of version 3 know no versions of scripts.
  @Test func anOlderStateHasTheScriptOfTheCommand() throws {
    var position = StreamPosition(stream: "FIXES", partition: 7, created: 1, sequence: 12, time: 5, epoch: 3)
    var checkpoint = Checkpoint()
    checkpoint.stream = position
    do {
      let store = try StateStore(directory: folder.state, holder: "test")
      try store.write(checkpoint)
      try store.makeOlder(version: 3)
    }
    let store = try StateStore(directory: folder.state, holder: "test")
    #expect(try store.streamPosition() == position)
    position.version = 9
    checkpoint.stream = position
    try store.write(checkpoint)
    #expect(try store.streamPosition()?.version == 9)
  }

  @Test func anEarlierOwnerWritesNothingMore() throws {
    let new = StreamPosition(stream: "FIXES", partition: 7, created: 1, epoch: 5)
    let old = try StateStore(directory: folder.state, holder: "old", isShared: true)
    #expect(try old.claim(new) == new)
    var checkpoint = Checkpoint()
    checkpoint.stream = new
    checkpoint.stream?.sequence = 10
    try old.write(checkpoint)
    let next = try StateStore(directory: folder.state, holder: "next", isShared: true)
    let later = StreamPosition(stream: "FIXES", partition: 7, created: 1, epoch: 8)
    let found = try next.claim(later)
    #expect((found.sequence, found.epoch) == (10, 8))
    var hasAppended = false
    checkpoint.stream?.sequence = 20
    checkpoint.outgoing = [Checkpoint.Outgoing(sink: "s", alertID: "a", body: "{}")]
    #expect {
      try old.write(checkpoint) { () throws(GeoError) in
        hasAppended = true
        return []
      }
    } throws: {
      "\($0)".contains("another worker")
    }
    #expect(!hasAppended)
    #expect(throws: GeoError.self) { try old.claim(new) }
    #expect(try next.streamPosition()?.sequence == 10)
    #expect(try next.pending("s", limit: 9).isEmpty)
  }

  @Test func aSharedStateIsNotOpenedForAnythingElse() throws {
    let shared = try StateStore(directory: folder.state, holder: "worker", isShared: true)
    #expect(throws: GeoError.self) { try StateStore(directory: folder.state, holder: "state forget") }
    _ = shared
  }
}
