import Geo
import GeoFeeds
import GeoStore
import Testing

@testable import GeoCluster

/// Positions against the stream that is there (SC-31).
@Suite struct StreamLinkTests {
  private func lost(at sequence: UInt64, created: Int64 = 1, first: UInt64, last: UInt64) throws -> UInt64 {
    let position = StreamPosition(stream: "FIXES", partition: 3, created: 1, sequence: sequence)
    return try StreamLink.check(
      position, StreamExtent(created: created, first: first, last: last), "begin anew")
  }

  @Test func messagesThatAreGoneAreCounted() throws {
    #expect(try lost(at: 0, first: 0, last: 0) == 0)
    #expect(try lost(at: 5, first: 1, last: 9) == 0)
    #expect(try lost(at: 5, first: 6, last: 5) == 0)
    #expect(try lost(at: 5, first: 10, last: 20) == 4)
  }

  @Test func otherStreamsAreRefused() {
    for (words, body) in [
      ("ends at 4", { try lost(at: 5, first: 1, last: 4) }),
      ("created again", { try lost(at: 5, created: 2, first: 1, last: 9) }),
    ] {
      #expect {
        _ = try body()
      } throws: { fault in
        (fault as? GeoError)?.code == .data && "\(fault)".contains(words)
      }
    }
  }
}
