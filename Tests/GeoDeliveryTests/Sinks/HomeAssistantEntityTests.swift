import CommandTesting
import Foundation
import Testing

@testable import Geo
@testable import GeoDelivery

/// Discovery as home-assistant.io/integrations/mqtt describes it; scripts/checks/sinks.sh has a real broker.
@Suite struct HomeAssistantEntityTests {
  func address(_ words: String = "") throws -> HomeAssistantAddress {
    var words = SinkWords(words)
    return try HomeAssistantAddress("homeassistant+mqtt://host", &words)
  }

  @Test func namesBecomeTopicsWithoutClashes() {
    let names = [
      "rex", "Rex", "rex_", "r/ex", "r ex", "höhle", "hohle", "", "_", String(repeating: "x", count: 300),
    ]
    let ids = names.map(HomeAssistantEntity.id)
    #expect(Set(ids).count == names.count)
    #expect(ids[0] == "rex")
    // «[a-zA-Z0-9_-]» is what node and object ids may have.
    #expect(ids.allSatisfy { $0.wholeMatch(of: /[a-z0-9_-]+/) != nil && $0.count < 310 })
  }

  @Test func eachKindHasWhatItsComponentNeeds() throws {
    let address = try address("topic=family")
    func config(_ kind: HomeAssistantEntity.Kind) -> (topic: String, JSONValue) {
      let entity = HomeAssistantEntity(kind: kind, device: "rex")
      return (entity.configTopic(address), entity.config(address))
    }
    let tracker = config(.tracker)
    #expect(tracker.topic == "homeassistant/device_tracker/family/rex/config")
    #expect(tracker.1["json_attributes_topic"]?.text == "family/device_tracker/rex")
    #expect(tracker.1["source_type"]?.text == "gps")
    let sensor = config(.occupancy(region: "home"))
    #expect(sensor.topic == "homeassistant/binary_sensor/family/rex_in_home/config")
    #expect(sensor.1["state_topic"]?.text == "family/binary_sensor/rex_in_home")
    #expect(sensor.1["device_class"]?.text == "occupancy")
    #expect(sensor.1["availability_topic"]?.text == "family/status")
    #expect(sensor.1["device"]?["name"]?.text == "rex")
    #expect(config(.alerts).1["event_types"]?.description == #"["alert","enter","exit","dwell"]"#)
    #expect(config(.count(region: "home")).topic == "homeassistant/sensor/family/count_home/config")
  }

  @Test(arguments: [
    "homeassistant+mqtt://host/topic", "homeassistant+mqtt://host?topic=a/b",
    "homeassistant+mqtt://host?prefix=",
    "homeassistant+mqtt://", "homeassistant+mqtt://host?retain=1", "homeassistant+mqtt://host?map=1",
    "homeassistant+http://host",
  ])
  func aMistakeInAnAddressIs64(address: String) throws {
    let command = try Command(["s.lua": "print(1)"])
    #expect(try command.run("run", "s.lua", "--alerts", address).code == 64)
    #expect(try command.run("run", "s.lua", "--channel", "x=homeassistant+mqtt://host").code == 64)
  }
  @Test func anAddressWithoutAHostSaysHowItIsWritten() throws {
    let command = try Command(["s.lua": "print(1)"])
    let result = try command.run("run", "s.lua", "--alerts", "homeassistant+mqtt:///")
    #expect(
      result.code == 64 && result.errors.contains("the host is missing: write homeassistant+mqtt://HOST"))
  }
}
