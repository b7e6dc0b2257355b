import Geo
import Testing

@testable import GeoFeeds

struct SourceAddressTests {
  @Test(arguments: [
    "track.gpx", "-", "odd:name.gpx", "C:/track.gpx", "./sim.gpx", "", "./localhost:2947", "/tmp/a:10",
    "walk 10:30",
    "2026-11-21T10:30:00", "/dev/stdin", "/dev/fd/63", "track:1",
  ])
  func aWordWithoutAKnownSchemeIsAFile(_ word: String) throws {
    let address = try SourceAddress(word)
    #expect(address.isFile)
    #expect(address.name == word)
    #expect(!address.isLive)
  }

  @Test func aBrokerHasAUserAPortAndATopicWithItsHash() throws {
    let address = try SourceAddress(
      "mqtts://jane:s%2Fecret@broker.example:8883/owntracks/+/#?qos=1&client=a%20b")
    #expect(address.scheme == "mqtts")
    #expect(address.user == "jane")
    #expect(address.password == "s/ecret")
    #expect(address.host == "broker.example")
    #expect(address.port == 8883)
    #expect(address.path == "/owntracks/+/#")
    #expect(address["qos"] == "1")
    #expect(address["client"] == "a b")
    #expect(address["absent"] == nil)
    #expect(address.isLive)
  }

  @Test func aPasswordIsNeverPartOfTheName() throws {
    let address = try SourceAddress("mqtt://jane:secret@host/owntracks/#")
    #expect(address.name == "mqtt://jane@host/owntracks/#")
    #expect(try SourceAddress("http://:tok:en@[::1]:8080/").name == "http://@[::1]:8080/")
  }

  @Test func aTTYIsAPathWithoutAHost() throws {
    let address = try SourceAddress("nmea:///dev/ttyUSB0?baud=4800")
    #expect(address.host.isEmpty)
    #expect(address.path == "/dev/ttyUSB0")
    #expect(address["baud"] == "4800")
  }

  @Test func aPortMayStandWithoutAHost() throws {
    let address = try SourceAddress("udp://:10110")
    #expect(address.host.isEmpty)
    #expect(address.port == 10110)
  }

  @Test func anIPv6AddressStandsInBrackets() throws {
    let address = try SourceAddress("gpsd://[2001:db8::1]:2947/dev/ttyACM0")
    #expect(address.host == "2001:db8::1")
    #expect(address.port == 2947)
    #expect(address.path == "/dev/ttyACM0")
  }

  @Test func aSimulationHasNoAuthority() throws {
    let address = try SourceAddress("sim:walk?from=52.5,13.4&to=52.6,13.4")
    #expect(address.path == "walk")
    #expect(address["from"] == "52.5,13.4")
    #expect(!address.isLive)
    #expect(!address.isFile)
  }

  @Test(arguments: [
    ("mqtt://broker", true), ("http://127.0.0.1:8080", true), ("tcp://plotter:10110", true), ("-", true),
    ("rec/jane/phone/2026-11.rec", true), ("log.ndjson.gz", true), ("messages", true),
    ("gpsd://localhost", false), ("sim:still?at=1,2", false), ("walk.gpx", false), ("WALK.GPX.gz", false),
    ("vans.csv", false), ("places.kml", false), ("track.geojson", false),
  ])
  func someSourcesNeverBringMessagesOfOwnTracks(_ word: String, _ can: Bool) throws {
    #expect(try SourceAddress(word).canBringOwnTracks == can)
  }

  @Test func invalidPercentSignStays() throws {
    #expect(try SourceAddress("mqtt://h/100%/+%+f/%zz").path == "/100%/+%+f/%zz")
  }

  @Test(arguments: [
    ("ftp://host/track.gpx", "'ftp://' is not a source"), ("mqtt:jane:secret@host", "begins with mqtt://"),
    ("tcp://host:notaport", "\"notaport\" is not a port"),
    ("/dev/ttyUSB0", "expected nmea:///dev/ttyUSB0, or gpsd://localhost"),
    ("/dev/serial/by-id/usb-u-blox", "expected nmea:///dev/serial/by-id/usb-u-blox"),
    (
      "localhost:2947",
      "localhost:2947: is a host and a port without a scheme (expected gpsd://localhost:2947;"
    ),
    ("192.0.2.1:10110", "expected tcp://192.0.2.1:10110;"),
    (
      "broker:1883/owntracks/#",
      "expected mqtt://broker:1883/owntracks/#; a file of that name is ./broker:1883)"
    ),
    ("plotter:4001", "expected gpsd://plotter:4001, tcp://plotter:4001, mqtt://plotter:4001;"),
    ("[::1]:2947", "expected gpsd://[::1]:2947;"),
    ("jane@broker:1883", "expected for example mqtt://…"),
    ("jane:secret@broker:1883", "expected for example mqtt://…"),
    ("tcp://host:65536", "is not a port"), ("tcp://host:-1", "is not a port"),
  ])
  func invalidValuesAreReported(_ word: String, _ part: String) {
    let error = #expect(throws: GeoError.self) { _ = try SourceAddress(word) }
    #expect(error?.description.contains(part) == true)
    #expect(error?.description.contains("jane") == false)
  }
}
