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
      (position.sequence, position.time, position.epoch) = (12, 1_795_262_401.25, 3)
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
}
