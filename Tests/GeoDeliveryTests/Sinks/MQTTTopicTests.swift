import CommandTesting
import Testing

@testable import Geo
@testable import GeoDelivery

@Suite struct MQTTTopicTests {
  static let message = JSONValue.object([
    ("device", .string("jane/phone #1+")), ("event", .string("exit")), ("region", .string("")),
    ("channel", .null),
  ])

  @Test(arguments: [
    ("home/alerts", "home/alerts"), ("home/{device}/{event}", "home/jane/phone _1_/exit"),
    ("{region}/{channel}", "none/none"), ("{event}", "exit"),
  ])
  func namesInBracesAreReplaced(topic: String, expected: String) throws {
    #expect(try MQTTTopic(topic).filled(MQTTTopicTests.message) == expected)
  }

  @Test func anAlertWithoutARegionIsTheEventAlert() throws {
    #expect(try MQTTTopic("{device}/{event}").filled(.object([("device", .string("a"))])) == "a/alert")
  }

  /// MQTT 3.1.1, 4.7: nobody publishes to a filter, and topics with $ are the broker's.
  @Test(arguments: ["", "a/#", "+/a", "$SYS/x", "a/{devise}", "a/{device", "a\u{1}"])
  func whatNobodyCanPublishToIsRefused(topic: String) throws {
    #expect(throws: GeoError.self) { try MQTTTopic(topic) }
  }

  @Test(arguments: [
    ("mqtt://host/home/{devise}", "did you mean 'device'?"), ("mqtt://host", "the topic is missing"),
    ("mqtt://host/a+b", "the topic must be a name"),
    ("mqtt:///topic", "the host is missing: write mqtt:"),
    ("mqtt://host/t?qos=2", "'qos' is not a word of this sink"),
    ("mqtt://host/t?retain=maybe", "retain= takes 1 or 0"), ("mqtt://host/t?ca=x", "certificates need mqtts"),
    ("mqtt://user:tiger@host/t", "password-file"), ("mqtt://host:99999/t", "is not a port"),
    ("mqtt://host/t?availability=a/%23", "is not a topic"), ("mqtt://host/a#b", "without +, #"),
  ])
  func aMistakeInAnAddressIs64(address: String, message: String) throws {
    let command = try Command(["s.lua": "print(1)"])
    let result = try command.run("run", "s.lua", "--channel", "x=\(address)")
    #expect(result.code == 64)
    #expect(result.errors.contains(message))
    #expect(!result.errors.contains("tiger"))
    #expect(try command.run("run", "s.lua", "--alerts", "mqtts://host/t?ca=nowhere").code == 66)
  }

  @Test func lostMessagesOfAChannelAreNoAlerts() throws {
    let port = try WebHook.freePort()
    let command = try ChannelTests.command(2)
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--channel", "lights=mqtt://127.0.0.1:\(port)/t",
      "--alert-timeout", "1s")
    #expect(result.code == 74)
    let last = result.reports.last {
      $0.hasPrefix("error: mqtt://127.0.0.1:\(port)/t: 2 messages were not delivered: ")
    }
    #expect(last?.hasSuffix("; add --channel lights=ndjson:FILE to keep them") == true)
    #expect(result.errors.contains("0 alerts, 2 messages in "))
  }

  @Test func aBrokerThatIsNotThereIsTriedAgainAndThenSaidSo() throws {
    let port = try WebHook.freePort()
    let command = try AlertPostTests.command(1)
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", "mqtt://127.0.0.1:\(port)/t", "--alert-timeout", "2")
    #expect(result.code == 74)
    #expect(
      result.reports.last?.hasPrefix(
        "error: mqtt://127.0.0.1:\(port)/t: 1 alert was not delivered: cannot be reached") == true)
  }
}
