import Geo
import Testing

@testable import GeoFeeds

/// A simulation as a live source, for gateways (SC-15).
@Suite struct LiveSimulationTests {
  private func play(
    _ address: String, from start: Double
  ) throws -> (events: Int, fault: String?, isOver: Bool) {
    let inbox = LiveInbox(capacity: 100_000) { 1_795_262_400 }
    let source = try LiveSimulation(address, from: start, directory: DeviceDirectory())
    try source.start(inbox)
    defer {
      source.stop()
      _ = inbox.close()
    }
    var found: (events: Int, fault: String?, isOver: Bool) = (0, nil, false)
    while !found.isOver {
      let taken = inbox.next(until: TestServer.now() + 2)
      found.events += taken.eventCount
      for case .end(_, let fault) in taken.notices { (found.fault, found.isOver) = (fault, true) }
      if taken.eventCount == 0, taken.notices.isEmpty { break }
    }
    return found
  }

  @Test func whatIsPastComesAtOnceAndThenItEnds() throws {
    let found = try play("sim:still?at=45,14&interval=2&duration=60&devices=50", from: 1_795_262_000)
    #expect(found.isOver)
    #expect(found.fault == nil)
    // 50 devices take turns in each of 30 intervals, and may send a last fix.
    #expect((50 * 30...50 * 31).contains(found.events))
  }

  @Test func nothingComesBeforeItsTime() throws {
    // 20 of 60 s are over, by the clock of the run.
    let found = try play("sim:still?at=45,14&interval=2&duration=60", from: 1_795_262_380)
    #expect(!found.isOver)
    #expect((10...11).contains(found.events))
  }

  @Test func aWrongAddressIsRefused() {
    #expect(throws: GeoError.self) {
      try LiveSimulation("sim:still?speed=x", from: 0, directory: DeviceDirectory())
    }
  }
}
