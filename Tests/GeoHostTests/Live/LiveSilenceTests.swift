import CommandTesting
import Geo
import GeoFeeds
import Synchronization
import Testing

@testable import GeoHost

/// Silent devices, and messages beside fixes.
@Suite struct LiveSilenceTests {
  @Test(arguments: [1, 2]) func aSilentDeviceFailsOnceUntilItIsHeardAgain(jobs: Int) throws {
    let rig = try LiveRig(LiveRunTests.teller) {
      $0.staleAfter = 30
      $0.jobs = jobs
    }
    _ = try rig.run { [clock = rig.clock] source, inbox in
      func at(_ time: TimeInterval, _ latitude: Double?) {
        clock.move(to: time)
        inbox.signal()
        if let latitude {
          inbox.deliver([source.fix(latitude, 0, at: time)])
        } else {
          // An answer proves that the clock has come this far.
          inbox.deliver([source.fix(9, 9, at: time, of: "other")])
        }
      }
      at(1000, 1)
      at(1029, nil)
      at(1030, nil)
      at(1031, nil)
      at(1100, nil)
      at(1101, 2)
      at(1131, nil)
      inbox.post(.end(source: source.name, fault: nil))
    }
    let phone = rig.command.read("out").split(separator: "\n").filter { $0.contains("\"device\":\"phone\"") }
    #expect(phone.count == 5)
    #expect(phone.filter { $0.contains("error 0 1030") }.count == 1)
    #expect(phone.filter { $0.contains("error 0 1131") }.count == 1)
  }

  @Test(arguments: [1, 2]) func scriptsHearMessagesAndAnswerThem(jobs: Int) throws {
    let script = """
      geoscript.onMessage(function(message)
        geoscript.alert{ title = message.type .. ' ' .. message.action .. ' ' .. tostring(geoscript.device.attributes.batt) }
        geoscript.owntracks.publish({ _type = 'cmd', action = 'dump' }, { qos = 2 })
      end)
      """
    let rig = try LiveRig(script) { $0.jobs = jobs }
    let sent = Mutex<[OutgoingMessage]>([])
    _ = try rig.run { source, inbox in
      inbox.deliver([
        source.message(.attributes, #"{"batt":7}"#, at: 1000),
        source.message(.message, #"{"action":"hello"}"#, at: 1000),
        source.message(.message, #"{"action":"#, at: 1001),
      ])
      sent.withLock { $0 = source.sentMessages }
      inbox.post(.end(source: source.name, fault: nil))
    }
    #expect(rig.titles == ["cmd hello 7"])
    let wanted = OutgoingMessage(device: "phone", json: #"{"_type":"cmd","action":"dump"}"#, qos: 2)
    #expect(sent.withLock { $0.map(\.json.count) } == [wanted.json.count])
    #expect(sent.withLock { $0.map(\.qos) } == [2])
  }

  @Test func attributesAreFoundAgainByALaterRun() throws {
    let script = """
      geoscript.onFinish(function()
        geoscript.alert{ title = 'batt ' .. tostring(geoscript.device.attributes.batt) }
      end)
      """
    var rig = try LiveRig(script)
    rig.options.state = rig.command.path("state")
    _ = try rig.run { source, inbox in
      inbox.deliver([source.message(.attributes, #"{"batt":7}"#, at: 1000)])
      inbox.post(.end(source: source.name, fault: nil))
    }
    _ = try rig.run { source, inbox in
      inbox.deliver([source.fix(1, 1, at: 1002)])
      inbox.post(.end(source: source.name, fault: nil))
    }
    #expect(rig.titles == ["batt 7", "batt 7"])
  }
}
