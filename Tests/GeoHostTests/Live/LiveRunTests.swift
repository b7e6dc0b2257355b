import CommandTesting
import Geo
import GeoFeeds
import Testing

@testable import GeoHost

/// Live runs.
@Suite struct LiveRunTests {
  /// Prints each callback with the device's time.
  static let teller = """
    local manager = CLLocationManager.new{}
    local function tell(what) geoscript.alert{ title = what .. ' ' .. geoscript.now():timeIntervalSince1970() } end
    manager.delegate = {
      didUpdateToLocation = function(_, new) tell('fix ' .. new.coordinate.latitude) end,
      didFailWithError = function(_, error) tell('error ' .. error.code) end,
    }
    manager:startUpdatingLocation()
    geoscript.onFinish(function() tell('end') end)

    """

  @Test(arguments: [1, 3]) func aFixGoesStraightToTheScript(jobs: Int) throws {
    let rig = try LiveRig(LiveRunTests.teller) { $0.jobs = jobs }
    let code = try rig.run { [clock = rig.clock] source, inbox in
      #expect(inbox.deliver([source.fix(1, 2, at: inbox.now)]) == .accepted)
      clock.move(to: 1005)
      inbox.post(.end(source: source.name, fault: nil))
    }
    #expect(code == 0)
    #expect(rig.titles == ["fix 1.0 1000.0", "end 1005.0"])
  }

  @Test(arguments: [1, 3]) func aTimerFiresOnTheWall(jobs: Int) throws {
    let script = LiveRunTests.teller + "geoscript.after(10, function() tell('timer') end)"
    let rig = try LiveRig(script.replacing("local function tell", with: "function tell")) { $0.jobs = jobs }
    let code = try rig.run { [clock = rig.clock] source, inbox in
      inbox.deliver([source.fix(1, 2, at: inbox.now)])
      clock.move(to: 1012)
      inbox.signal()
      inbox.deliver([source.fix(3, 2, at: inbox.now)])
      inbox.post(.end(source: source.name, fault: nil))
    }
    #expect(code == 0)
    #expect(rig.titles == ["fix 1.0 1000.0", "timer 1010.0", "fix 3.0 1012.0", "end 1012.0"])
  }

  @Test func sourcesThatAllEndWithAFaultAreUnavailable() throws {
    let rig = try LiveRig(LiveRunTests.teller)
    let code = try rig.run(
      { source, inbox in inbox.post(.end(source: source.name, fault: "the port is gone")) },
      { source, inbox in inbox.post(.end(source: source.name, fault: "the wire is cut")) })
    #expect(code == 69)
  }

  @Test func oneSourceThatEndsInOrderIsEnough() throws {
    let rig = try LiveRig(LiveRunTests.teller)
    let code = try rig.run(
      { source, inbox in inbox.post(.end(source: source.name, fault: "the port is gone")) },
      { source, inbox in inbox.post(.end(source: source.name, fault: nil)) })
    #expect(code == 0)
  }
}
