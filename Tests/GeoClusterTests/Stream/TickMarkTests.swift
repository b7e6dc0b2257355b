import Testing

@testable import GeoCluster

/// How a worker knows its ticks (SC-46).
@Suite struct TickMarkTests {
  @Test func aWorkerKnowsItsOwnTicks() {
    let (mark, other) = (TickMark(), TickMark())
    #expect(mark.sent(mark.text(at: 12.25)) == 12.25)
    for text in [other.text(at: 12.25), nil, "", "12.25", mark.text(at: 1) + " 2"] {
      #expect(mark.sent(text) == nil)
    }
  }
}
