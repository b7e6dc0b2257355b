import CommandTesting
import Geo
import GeoFeeds
import GeoFormats
import GeoLua
import Synchronization
import Testing

@testable import GeoHost

/// With a window and a recording, answers wait until what they promise is in the file.
@Suite struct HeldAnswerTests {
  private static let script = """
    local m = CLLocationManager.new{}
    m.delegate = { didUpdateToLocation = function(_, new)
      if new.coordinate.latitude == 66 then error('no') end
    end }
    m:startUpdatingLocation()
    """

  /// The results of batches, by name.
  private final class Outcomes: Sendable {
    private let found = Mutex<[String: LiveOutcome]>([:])

    subscript(_ name: String) -> LiveOutcome? { found.withLock { $0[name] } }

    func send(_ name: String, _ events: [DeviceEvent], to inbox: LiveInbox) {
      _ = inbox.add(LiveBatch(events) { outcome in self.found.withLock { $0[name] = outcome } })
      inbox.deliver([])
    }
  }

  private func rig(_ jobs: Int, window: Double = 3) throws -> LiveRig {
    var rig = try LiveRig(HeldAnswerTests.script) {
      $0.jobs = jobs
      $0.reorderWindow = window
    }
    rig.options.record = rig.command.path("log.ndjson")
    return rig
  }

  @Test(arguments: [1, 2]) func anAnswerMeansThatALineIsInTheFile(jobs: Int) throws {
    let rig = try rig(jobs)
    let clock = rig.clock
    let file = rig.command.path("log.ndjson")
    let outcomes = Outcomes()
    @Sendable func holds(_ latitude: Int) -> Bool {
      (try? TextFile.read(file))?.contains("\"latitude\":\(latitude),") == true
    }
    _ = try rig.run { source, inbox in
      outcomes.send("first", [source.fix(1, 0, at: 1000), source.fix(2, 0, at: 1000, of: "b")], to: inbox)
      clock.move(to: 1002)
      outcomes.send("second", [source.fix(3, 0, at: 1002)], to: inbox)
      #expect(outcomes["first"] == nil && outcomes["second"] == nil)
      #expect(!holds(1) && !holds(2))
      clock.move(to: 1003)
      inbox.signal()
      #expect(Running.eventually { outcomes["first"] == .accepted })
      #expect(holds(1) && holds(2))
      #expect(outcomes["second"] == nil)
      inbox.post(.end(source: source.name, fault: nil))
    }
    // The end releases everything.
    #expect(outcomes["second"] == .accepted)
    #expect(holds(3))
  }

  @Test(arguments: [1, 2]) func aClockThatIsSetBackDelaysNoAnswer(jobs: Int) throws {
    let rig = try rig(jobs, window: 0.2)
    let clock = rig.clock
    let outcomes = Outcomes()
    _ = try rig.run { source, inbox in
      outcomes.send("before", [source.fix(1, 0, at: 1000)], to: inbox)
      clock.move(to: 400)
      outcomes.send("after", [source.fix(2, 0, at: 400, of: "b")], to: inbox)
      #expect(Running.eventually { outcomes["before"] == .accepted && outcomes["after"] == .accepted })
      inbox.post(.end(source: source.name, fault: nil))
    }
  }

  /// A run that was busy for too long releases nothing from the windows early; a run whose clock was set back
  /// releases everything.
  @Test func aBusyRunOpensNoWindow() throws {
    let rig = try LiveRig(HeldAnswerTests.script)
    _ = try rig.run { source, inbox in
      var unsettled = UnacknowledgedBatches()
      unsettled.add(LiveBatch([source.fix(1, 0, at: 1000)]) { _ in }, width: 3, at: 50)
      #expect(unsettled.reach(at: 1002.9, monotonic: 52.9) == nil)
      #expect(unsettled.reach(at: 1003, monotonic: 53) == 1003)
      #expect(unsettled.reach(at: 1010, monotonic: 60) == 1010)
      #expect(unsettled.reach(at: 400, monotonic: 53.9) == nil)
      #expect(unsettled.reach(at: 400, monotonic: 54) == .infinity)
      inbox.post(.end(source: source.name, fault: nil))
    }
  }

  @Test(arguments: [1, 2]) func aFailureUnderStrictRefusesWhatWaits(jobs: Int) throws {
    var rig = try rig(jobs)
    rig.options.strict = true
    let clock = rig.clock
    let outcomes = Outcomes()
    let code = try rig.run { source, inbox in
      outcomes.send("bad", [source.fix(66, 0, at: 1000, of: "b")], to: inbox)
      clock.move(to: 1002)
      outcomes.send("held", [source.fix(1, 0, at: 1002)], to: inbox)
      clock.move(to: 1003)
      inbox.signal()
      #expect(Running.eventually { outcomes["bad"] == .refused && outcomes["held"] == .refused })
    }
    #expect(code == 1)
  }

  @Test func linesWithoutSpaceAreRefusedWhileTheyWait() throws {
    var rig = try rig(1)
    rig.options.record = "/dev/full"
    let clock = rig.clock
    let outcomes = Outcomes()
    _ = try rig.run { source, inbox in
      outcomes.send("first", [source.fix(1, 0, at: 1000)], to: inbox)
      clock.move(to: 1003)
      inbox.signal()
      #expect(Running.eventually { outcomes["first"] == .refused })
      inbox.post(.end(source: source.name, fault: nil))
    }
  }

  /// A state directory keeps what waits in a window.
  @Test func withAStateNoAnswerWaits() throws {
    var rig = try rig(1)
    rig.options.state = rig.command.path("state")
    _ = try rig.run { source, inbox in
      #expect(inbox.deliver([source.fix(1, 0, at: 1000)]) == .accepted)
      inbox.post(.end(source: source.name, fault: nil))
    }
  }
}
