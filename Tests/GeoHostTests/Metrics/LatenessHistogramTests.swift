import Testing

@testable import GeoHost

@Suite struct LatenessHistogramTests {
  @Test func aLimitBelongsToItsClass() {
    var histogram = LatenessHistogram()
    for age in [-3, 0, 0.1, 0.11, 1, 1e6] { histogram.add(age) }
    #expect(histogram.counts[0] == 3)
    #expect(histogram.counts[1] == 1)
    #expect(histogram.counts[3] == 1)
    #expect(histogram.counts.last == 1)
    // An age below zero counts as none.
    #expect(abs(histogram.sum - 1_000_001.21) < 1e-6)
  }
}
