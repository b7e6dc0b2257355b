import Testing

@testable import GeoCluster

/// When a partition asks for the time (SC-30).
@Suite struct TickRequestTests {
  /// A partition that began at 0 of the monotonic clock.
  private final class Partition {
    private var ticks = TickRequest(now: 0)

    func asks(at now: Double, due: Double = .infinity, time: Double? = 1000) -> Bool {
      ticks.isDue(at: now, due: due, time: time)
    }

    func hears(at now: Double, wasUseful: Bool) { ticks.heard(at: now, wasUseful: wasUseful) }
  }

  private let partition = Partition()

  @Test func aDeadlineIsAskedForOnceItHasPassed() {
    #expect(!partition.asks(at: 1, due: 1000, time: 999.9))
    #expect(!partition.asks(at: 1))
    #expect(partition.asks(at: 1, due: 1000))
    // Until its message comes.
    #expect(!partition.asks(at: 1.05, due: 1000, time: 1000.1))
  }

  @Test func withoutTheServersTimeNothingIsDue() {
    #expect(!partition.asks(at: 1, due: 0, time: nil))
    // A message that only shows the time is still asked for after a long silence.
    #expect(partition.asks(at: 601, due: 0, time: nil))
  }

  @Test func whatIsNeverDueIsAskedForLessAndLess() {
    var asked: [Double] = []
    for step in 0..<3000 {
      let now = Double(step) / 100
      guard partition.asks(at: now, due: 0) else { continue }
      asked.append(now)
      partition.hears(at: now, wasUseful: false)
    }
    #expect(asked.count < 12)
    let pauses = zip(asked.dropFirst(), asked).map(-)
    #expect((pauses.last ?? 0) >= TickRequest.longest && (pauses.first ?? 1) < 0.2)
    partition.hears(at: 30, wasUseful: true)
    #expect(partition.asks(at: 40, due: 0))
    #expect(partition.asks(at: 40.2, due: 0))
  }

  @Test func aSilentPartitionGetsAMessageNowAndThen() {
    #expect(!partition.asks(at: 599))
    #expect(partition.asks(at: 601))
    partition.hears(at: 602, wasUseful: false)
    #expect(!partition.asks(at: 1200))
  }
}
