import CommandTesting
import Geo
import GeoFeeds
import GeoFormats
import GeoLua
import Synchronization
import Testing

@testable import GeoHost

/// When sources learn that their events are kept, and what a later run finds.
@Suite struct LiveAcknowledgeTests {
  static let counter = """
    geoscript.store.count = geoscript.store.count or 0
    local manager = CLLocationManager.new{}
    manager.delegate = {
      didUpdateToLocation = function()
        geoscript.store.count = geoscript.store.count + 1
        geoscript.alert{ title = 'count ' .. geoscript.store.count }
      end,
      didEnterRegion = function() geoscript.alert{ title = 'enter' } end,
      didExitRegion = function() geoscript.alert{ title = 'exit' } end,
    }
    manager:startMonitoringForRegion(
      CLCircularRegion.new{ center = { latitude = 1, longitude = 0 }, radius = 1000, identifier = 'depot' })
    manager:startUpdatingLocation()
    geoscript.after(100, function() geoscript.alert{ title = 'timer ' .. geoscript.now():timeIntervalSince1970() } end)

    """

  @Test(arguments: [1, 2]) func aLaterRunContinues(jobs: Int) throws {
    var rig = try LiveRig(LiveAcknowledgeTests.counter) { $0.jobs = jobs }
    rig.options.state = rig.command.path("state")
    _ = try rig.run { source, inbox in
      #expect(inbox.deliver([source.fix(0, 0, at: 1000)]) == .accepted)
      #expect(inbox.deliver([source.fix(1, 0, at: 1001), source.fix(1, 0.001, at: 1002)]) == .accepted)
      inbox.post(.end(source: source.name, fault: "cut"))
    }
    #expect(rig.titles == ["count 1", "enter", "count 2", "count 3"])
    rig.clock.move(to: 1050)
    _ = try rig.run { source, inbox in
      inbox.deliver([source.fix(2, 0, at: 1050)])
      inbox.post(.end(source: source.name, fault: "cut"))
    }
    #expect(rig.titles.suffix(2) == ["exit", "count 4"])
  }

  @Test func alertsAreOutWhenTheAnswerIs() throws {
    var rig = try LiveRig(LiveAcknowledgeTests.counter)
    rig.options.state = rig.command.path("state")
    let seen = Mutex<[[String]]>([])
    let out = rig.command.path("out")
    _ = try rig.run { source, inbox in
      inbox.deliver([source.fix(0, 0, at: 1000)])
      seen.withLock { $0.append(LiveRig.titles(in: out)) }
      inbox.deliver([source.fix(0.1, 0, at: 1001)])
      seen.withLock { $0.append(LiveRig.titles(in: out)) }
      inbox.post(.end(source: source.name, fault: nil))
    }
    #expect(seen.withLock { $0 } == [["count 1"], ["count 1", "count 2"]])
  }

  @Test func afterAFailureUnderStrictBatchesAreRefused() throws {
    let rig = try LiveRig(
      "local m = CLLocationManager.new{}\nm.delegate = { didUpdateToLocation = function() error('no') end }\nm:startUpdatingLocation()"
    ) {
      $0.strict = true
    }
    let outcomes = Mutex<[LiveOutcome]>([])
    let code = try rig.run { source, inbox in
      let first = inbox.deliver([source.fix(0, 0, at: 1000)])
      let second = inbox.deliver([source.fix(0.1, 0, at: 1001)])
      outcomes.withLock { $0 = [first, second] }
    }
    #expect(code == 1)
    #expect(outcomes.withLock { $0 } == [.refused, .refused])
  }

  /// Its senders got the answer that it is kept.
  @Test(arguments: [1, 2]) func eventsForAStoppedScriptAreRecorded(jobs: Int) throws {
    var rig = try LiveRig("error('no')") { $0.jobs = jobs }
    let recording = rig.command.path("log.ndjson")
    rig.options.record = recording
    _ = try rig.run { source, inbox in
      for number in 0..<3 {
        let time = 1000 + Double(number)
        #expect(inbox.deliver([source.fix(Double(number), 0, at: time)]) == .accepted)
        #expect((try? TextFile.read(recording))?.contains("\"latitude\":\(number)") == true)
      }
      inbox.post(.end(source: source.name, fault: nil))
    }
  }

  @Test(arguments: [1, 2]) func unrecordedEventsForAStoppedScriptAreRefused(jobs: Int) throws {
    var rig = try LiveRig("if geoscript.device.id == 'phone' then error('no') end") { $0.jobs = jobs }
    rig.options.state = rig.command.path("state")
    _ = try rig.run { source, inbox in
      inbox.deliver([source.fix(0, 0, at: 1000)])
      #expect(inbox.deliver([source.fix(1, 0, at: 1001)]) == .refused)
      #expect(inbox.refuses(source.device("phone")))
      #expect(inbox.deliver([source.fix(1, 0, at: 1002, of: "other")]) == .accepted)
      #expect(!inbox.refuses(source.device("other")))
      inbox.post(.end(source: source.name, fault: nil))
    }
  }

  /// To stop, HTTP waits for the answers to what it has accepted.
  @Test func aSourceThatWaitsForAnswersToStopGetsThem() throws {
    let rig = try LiveRig(LiveRunTests.teller)
    let outcomes = Mutex<[LiveOutcome]>([])
    let code = try rig.run { source, inbox in
      inbox.post(.end(source: source.name, fault: nil))
      while !source.isStopped.isSet {}
      let outcome = inbox.deliver([source.fix(1, 0, at: 1000)])
      outcomes.withLock { $0.append(outcome) }
    }
    #expect(code == 0)
    #expect(outcomes.withLock { $0 } == [.accepted])
    #expect(rig.titles == ["fix 1.0 1000.0", "end 1000.0"])
  }
}
