import Testing

@testable import GeoCluster

/// The clock of a server, as a worker knows it (SC-46).
@Suite struct ServerClockTests {
  private let clock = ServerClock()

  @Test func onlyAnAnswerMakesItKnown() {
    // Stored long ago: the server's clock may be far ahead of it.
    clock.heard(1000, at: 10)
    #expect(clock.time(at: 10) == nil)
    clock.answered(5000, sent: 20, at: 20.5)
    #expect(clock.time(at: 30) == 5009.5)
    // A later message shows that the answer took its time on the way back.
    clock.heard(5010, at: 30.25)
    #expect(clock.time(at: 31) == 5010.75)
  }

  @Test func anAnswerThatTookLongIsNotClose() {
    clock.answered(5000, sent: 20, at: 23)
    // Timers may go by it, but nobody is told of a clock that may be right.
    #expect(clock.time(at: 30) == 5010)
    #expect(clock.skew(at: 30, wall: 9000) == nil && clock.news("x", at: 30, wall: 9000) == nil)
    #expect(clock.mayProbe(at: 30))
    clock.answered(5009, sent: 31, at: 31.5)
    #expect(clock.time(at: 32) == 5010)
    #expect(clock.skew(at: 32, wall: 5020) == 10)
  }

  @Test func anotherServerMayBeBehind() {
    clock.answered(5000, sent: 20, at: 20)
    clock.answered(4010, sent: 30, at: 30.5)
    #expect(clock.time(at: 31) == 4011)
  }

  @Test func itIsAskedForLessAndLessUntilItIsKnown() {
    let asked = (0..<3000).filter { clock.mayProbe(at: Double($0) / 100) }.count
    #expect(asked > 5 && asked < 12)
    clock.answered(5000, sent: 30, at: 30)
    #expect(!clock.mayProbe(at: 100))
  }

  @Test func clocksThatDifferAreToldOnce() throws {
    clock.answered(10_000, sent: 20, at: 20)
    func news(_ wall: Double) -> String? { clock.news("x", at: 20, wall: wall)?.text }
    #expect(news(10_004) == nil)
    #expect(news(17_200) == "this machine's clock is 2 h 0 min ahead of the server's: x")
    #expect(news(17_200) == nil)
    #expect(news(10_003) == nil)
    #expect(news(10_001) == "this machine's clock agrees with the server's again")
    #expect(news(9940) == "this machine's clock is 1 min 0 s behind the server's: x")
    #expect(clock.skew(at: 20, wall: 9940) == -60)
  }
}
