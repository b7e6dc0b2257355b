import FeedTesting
import Geo
import Glibc
import Testing

@testable import GeoFeeds
@testable import GeoFormats

@Suite struct MQTTAddressTests {
  private func address(_ text: String) throws -> MQTTAddress { try MQTTAddress(try SourceAddress(text)) }

  @Test func missingValuesHaveDefaults() throws {
    let address = try address("mqtt://broker")
    #expect(address.port == 1883)
    #expect(address.filter == "owntracks/#")
    #expect(address.qos == 2)
    #expect(!address.isClean)
    #expect(!address.usesTLS)
    #expect(address.user == nil)
    #expect(try self.address("mqtts://broker").port == 8883)
  }

  @Test func allFieldsAreParsed() throws {
    let address = try address(
      "mqtt://jane@[::1]:1884/home/owntracks/+/+?qos=1&client=me&clean=true&status=geoscript/state&keepalive=30"
    )
    #expect(address.host == "::1")
    #expect(address.port == 1884)
    #expect(address.filter == "home/owntracks/+/+")
    #expect(address.qos == 1)
    #expect(address.client == "me")
    #expect(address.isClean)
    #expect(address.status == "geoscript/state")
    #expect(address.keepAlive == 30)
    #expect(address.user == "jane")
  }

  @Test func defaultClientIDIsStableAndDependsOnTheTopic() throws {
    let first = try address("mqtt://broker/owntracks/#")
    #expect(first.client == (try address("mqtt://broker/owntracks/#")).client)
    #expect(first.client != (try address("mqtt://broker/fleet/#")).client)
    #expect(first.client != (try address("mqtt://other/owntracks/#")).client)
    // MQTT 3.1.1, MQTT-3.1.3-5.
    #expect(first.client.utf8.count <= 23)
    #expect(first.client.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
  }

  @Test(arguments: [
    "mqtt://", "mqtt://h/a#", "mqtt://h/a/#/b", "mqtt://h/a+/b", "mqtt://h/t?qos=3", "mqtt://h/t?qos=x",
    "mqtt://h/t?insecure=1", "mqtts://h/t?insecure", "mqtt://h/t?quality=1", "mqtt://h/t?ca=/dev/null",
    "mqtts://h/t?cert=/dev/null", "mqtt://jane:secret@h/t", "mqtt://h/t?clean=maybe",
    "mqtt://h/t?password-file=/dev/null", "mqtt://h/t?keepalive=1", "mqtt://h/t?status=a/%23",
    "mqtt://h/t?status=",
  ])
  func invalidValuesAreRefused(text: String) throws {
    let source = try SourceAddress(text)
    let fault = #expect(throws: GeoError.self) { try MQTTAddress(source) }
    #expect(fault?.code == .usage)
    #expect(fault?.description.contains("secret") == false)
  }

  @Test func passwordComesFromAFileAndIsNeverPrinted() throws {
    let folder = TemporaryDirectory()
    let file = try folder.write("password", "geheim\n")
    let address = try address("mqtt://jane@broker/t?password-file=\(file)")
    #expect(address.password?.text == "geheim")
    #expect(!"\(address)".contains("geheim"))
    #expect(!String(reflecting: address).contains("geheim"))
    let fault = #expect(throws: GeoError.self) { try self.address("mqtt://broker/t?password-file=\(file)") }
    #expect(fault?.message == "a password needs a user (expected mqtt://USER@HOST)")
  }

  @Test func missingFileIsReportedAtOnce() throws {
    let fault = #expect(throws: GeoError.self) { try address("mqtts://h/t?ca=/nowhere") }
    #expect(fault?.code == .noInput)
  }
}

@Suite struct MQTTReaderTests {
  private func read(_ messages: [(String, String)]) -> (events: [DeviceEvent], devices: [String], SkipCounts)
  {
    let directory = DeviceDirectory()
    let own = MQTTReader("mqtt://b", OwnTracksTopic(filter: "owntracks/#"), directory, FeedOptions())
    var events: [DeviceEvent] = []
    for (topic, message) in messages {
      let bytes = Array(message.utf8) + [UInt8](repeating: 0, count: OwnTracksDecoder.padding)
      Array(topic.utf8).withUnsafeBufferPointer { topic in
        bytes.withUnsafeBytes {
          let payload = UnsafeRawBufferPointer(rebasing: $0[..<message.utf8.count])
          own.read(topic: topic, payload: payload, at: 2_000_000_000, into: &events)
        }
      }
    }
    return (events, events.map { directory.name(of: $0.device) }, own.skips)
  }

  @Test func topicsNameDevicesWhateverTheyCarry() {
    let (events, devices, skips) = read([
      ("owntracks/jane/phone", #"{"_type":"location","lat":1,"lon":2,"tst":3}"#),
      ("owntracks/jane/phone/event", #"{"_type":"transition","event":"enter","tst":3,"wtst":1}"#),
      ("fleet/7", #"{"latitude":1,"longitude":2}"#),
      ("owntracks/bob/van", #"{"latitude":1,"longitude":2,"timestamp":1999999000}"#),
      ("owntracks/bob/van", ""),
      ("owntracks/bob/van", "hello"),
    ])
    #expect(devices == ["jane/phone", "jane/phone", "fleet/7", "bob/van"])
    #expect(events.map(\.time) == [2_000_000_000, 2_000_000_000, 2_000_000_000, 2_000_000_000])
    #expect(events.map(\.timestamp) == [3, 2_000_000_000, 2_000_000_000, 1_999_999_000])
    #expect(skips.kinds.map(\.kind) == ["unknown message"])
  }

  @Test func aBrokerCannotPassItsMessagesOffAsARecording() {
    let (events, _, _) = read([
      ("a", #"{"type":"recording","version":1}"#),
      ("a", #"{"latitude":1,"longitude":2,"rebases":true}"#),
    ])
    #expect(events.map(\.marks) == [[]])
  }
}
