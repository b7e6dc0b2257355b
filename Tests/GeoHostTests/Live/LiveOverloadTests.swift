import Geo
import GeoFeeds
import Testing

@testable import GeoHost

/// Events that come faster than the script handles them.
@Suite struct LiveOverloadTests {
  static let watcher =
    LiveRunTests.teller.replacing("local function tell", with: "function tell") + """
      manager.delegate.didEnterRegion = function() tell('enter') end
      manager.delegate.didExitRegion = function() tell('exit') end
      manager:startMonitoringForRegion(
        CLCircularRegion.new{ center = { latitude = 0.5, longitude = 0 }, radius = 1000, identifier = 'depot' })
      """

  @Test(arguments: [1, 2]) func updatesAreMergedIntoTheNewestAndRegionsGetEveryFix(jobs: Int) throws {
    let rig = try LiveRig(LiveOverloadTests.watcher, at: 1000) { $0.jobs = jobs }
    _ = try rig.run { [clock = rig.clock] source, inbox in
      inbox.deliver([source.fix(0, 0, at: 1000)])
      // A hundred fixes came ten seconds ago, over the depot in the middle.
      clock.move(to: 1020)
      inbox.deliver((1...100).map { source.fix(Double($0) / 100, 0, at: 1000 + Double($0) / 10) })
      inbox.post(.end(source: source.name, fault: nil))
    }
    #expect(
      rig.titles == ["fix 0.0 1000.0", "enter 1005.0", "exit 1005.1", "fix 1.0 1010.0", "end 1020.0"])
  }

  @Test func updatesLessThanASecondLateAreDeliveredOneByOne() throws {
    let rig = try LiveRig(LiveRunTests.teller, at: 1000)
    _ = try rig.run { [clock = rig.clock] source, inbox in
      clock.move(to: 1000.9)
      inbox.deliver((1...50).map { source.fix(Double($0), 0, at: 1000 + Double($0) / 100) })
      inbox.post(.end(source: source.name, fault: nil))
    }
    #expect(rig.titles.count == 51)
  }

  @Test func everyDeviceGetsItsOwnNewestUpdate() throws {
    let rig = try LiveRig(LiveRunTests.teller, at: 1000)
    _ = try rig.run { [clock = rig.clock] source, inbox in
      clock.move(to: 1010)
      inbox.deliver(
        (1...40).map { source.fix(Double($0), 0, at: 1000 + Double($0) / 100, of: "phone\($0 % 2)") })
      inbox.post(.end(source: source.name, fault: nil))
    }
    #expect(Set(rig.titles.filter { $0.hasPrefix("fix") }) == ["fix 39.0 1000.39", "fix 40.0 1000.4"])
  }

  /// A source that is faster than the script must wait: the inbox stays bounded.
  @Test func aFastSourceWaitsForASlowScript() throws {
    let script = """
      local manager = CLLocationManager.new{}
      manager.delegate = { didUpdateToLocation = function() for _ = 1, 2000 do end end }
      manager:startUpdatingLocation()
      """
    let rig = try LiveRig(script)
    let code = try rig.run { source, inbox in
      for batch in 0..<400 {
        let events = (0..<1000).map {
          source.fix(1, Double($0) / 1e6, at: 1000, measured: 1000 + Double(batch * 1000 + $0) / 1e6)
        }
        #expect(inbox.add(LiveBatch(events)))
      }
      inbox.post(.end(source: source.name, fault: nil))
    }
    #expect(code == 0)
  }
}
