import FeedTesting
import Geo
import Testing

@testable import GeoFormats

/// Lines that cannot be read: each is counted, and the next one is read.
extension NDJSONSourceTests {
  static let badProfiles = [
    (
      #""sensors":{"gsp":true}"#,
      #"profile field "sensors.gsp" is unknown (expected gps, cellular, wifi, magnetometer)"#
    ),
    (
      #""sensors":5"#,
      #"profile field "sensors" must be an object, not 5 (expected gps, cellular, wifi, magnetometer)"#
    ),
    (
      #""base":"fridge""#,
      #"profile field "base" names an unknown profile "fridge" (expected default, iphone, ipod, wifi-tablet)"#
    ),
    (
      #""regionLimit":-1"#,
      #"profile field "regionLimit" cannot be -1 (expected a whole number, 0 or more, or "none")"#
    ),
    (
      #""locationTimeout":1e999"#,
      #"profile field "locationTimeout" cannot be null (expected seconds, 0 or more)"#
    ),
  ]

  @Test(arguments: badProfiles)
  func aBadProfileEventIsCountedAndSkipped(fields: String, message: String) throws {
    let recording = try Recording(
      "log.ndjson", "{\"type\":\"profile\",\"time\":1,\(fields)}\n{\"type\":\"clock\",\"time\":2}\n")
    #expect(recording.firstSkips == ["log.ndjson:1: \(message)"])
    #expect(recording.events.map(\.payload) == [.clock])
  }

  static let faults: [(String, String)] = [
    (
      #"{"time":1,"latitude":91,"longitude":1}"#,
      "latitude 91.0 is out of range (expected −90…90; are latitude and longitude exchanged?)"
    ),
    (#"{"time":1,"latitude":1,"longitude":-181}"#, "longitude -181.0 is out of range (expected −180…180)"),
    (#"{"time":1,"latitude":1}"#, "has no longitude (expected a number of degrees, −180…180)"),
    (
      #"{"time":1,"longitude":1}"#,
      "has neither a type nor a latitude; it has time, longitude (expected a latitude, or a type: \(types))"
    ),
    (
      #"{"time":1,"latitude":null,"longitude":1,"type":"location"}"#,
      "has no latitude (expected a number of degrees, −90…90)"
    ),
    (
      #"{"time":1,"latitude":"52","longitude":1}"#,
      "latitude \"52\" cannot be read (expected a number of degrees, −90…90)"
    ),
    (
      #"{"time":1,"latitude":NaN,"longitude":1}"#,
      "latitude NaN cannot be read (expected a number of degrees, −90…90)"
    ),
    (
      #"{"time":1,"latitude":1,"longitude":1,"altitude":1e400}"#,
      "altitude 1e400 cannot be read (expected a number)"
    ),
    (
      #"{"time":1e400,"latitude":1,"longitude":1}"#,
      "time 1e400 cannot be read (expected seconds since 1970 or ISO 8601)"
    ),
    (
      #"{"time":1700000000000,"latitude":1,"longitude":1}"#,
      "time 1700000000000.0 is not in the years 1 to 9999 (expected seconds since 1970; this looks like milliseconds)"
    ),
    (
      #"{"time":"25:61","type":"clock"}"#,
      "time \"25:61\" is not a date (expected ISO 8601 or seconds since 1970)"
    ),
    (
      #"{"time":1,"timestamp":"x","type":"clock"}"#,
      "timestamp \"x\" is not a date (expected ISO 8601 or seconds since 1970)"
    ),
    (
      #"{"type":"clock"}"#,
      "has no time (expected seconds since 1970 or ISO 8601; or give --interval SECONDS or --pace M/S)"
    ),
    (#"{"time":1,"type":"jump"}"#, "type \"jump\" is unknown (expected \(types))"),
    (#"{"time":1,"type":7}"#, "type 7 cannot be read (expected a text)"),
    (#"{"time":1,"type":"services","enabled":1}"#, "enabled 1 cannot be read (expected true or false)"),
    (#"{"time":1,"type":"services"}"#, "has no enabled (expected true or false)"),
    (
      #"{"time":1,"type":"app","state":"asleep"}"#,
      "state \"asleep\" is unknown (expected foreground, background, suspended, terminated)"
    ),
    (
      #"{"time":1,"type":"error","code":"kCLErrorSleepy"}"#,
      "code \"kCLErrorSleepy\" is unknown (expected a name such as kCLErrorDenied)"
    ),
    // Found by fuzzing: a value that begins like null.
    (#"{"time":1,"latitude":1,"longitude":2,"speed":nil}"#, "speed nil cannot be read (expected a number)"),
    ("[1,2]", "[1,2] is not a JSON object (expected one object a line)"),
    ("7", "7 is not a JSON object (expected one object a line)"),
  ]

  static let types =
    "location, heading, error, signalLost, authorization, services, network, airplane, app, profile, attributes, "
    + "message, acknowledge, beacon, clock, touch, tap, doubleTap, longPress, tapControl, drag, pan, zoom or rotate"

  @Test(arguments: faults)
  func faultNamesTheRemedy(line: String, message: String) throws {
    let good = #"{"type":"clock","time":1}"#
    let recording = try Recording("log.ndjson", "\(good)\n\n\(line)\n\(good)\n")
    #expect(recording.firstSkips == ["log.ndjson:3: \(message)"])
    #expect(recording.events.count == 2)
  }

  @Test(arguments: [
    "{", "}", #"{"type":"clock","time":1"#, #"{"type":"clock" "time":1}"#, #"{"type":"clock","time":1}}"#,
    #"{"type":"clock","time":1} {"a":1}"#, #"{"type":"clock","time":1,}"#, #"{"type":"clo"#, "nul", "\u{0}",
    #"{"type":"clock","time":1,"a":[[[}"#, #"{"a":"\ud800","type":"clock","time":1,"#,
  ])
  func invalidJSONIsCountedAndTheNextLineRead(line: String) throws {
    let good = #"{"type":"clock","time":1}"#
    let recording = try Recording("log.ndjson", "\(good)\n\(line)\n\(good)\n")
    #expect(recording.events.count == 2)
    #expect(recording.skips["not JSON"] == 1)
    #expect(recording.firstSkips.first?.hasPrefix("log.ndjson:2: ") == true)
  }

  @Test func invalidUTF8IsCounted() throws {
    var bytes = Array(
      "{\"type\":\"clock\",\"time\":1,\"device\":\"#\"}\n{\"type\":\"clock\",\"time\":1}".utf8)
    bytes[bytes.firstIndex(of: UInt8(ascii: "#"))!] = 0xff
    let recording = try Recording("log.ndjson", bytes)
    #expect(recording.events.count == 1)
    #expect(recording.skips["not JSON"] == 1)
  }

  @Test func deepNestingInAnUnknownFieldIsSkipped() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let recording = try Recording("log.ndjson", "{\"a\":\(deep),\"type\":\"clock\",\"time\":1}")
    #expect(recording.events.count + recording.skips.total == 1)
  }

  @Test func utf16IsRefused() throws {
    let error = try #require(try Recording("log.ndjson", [0xff, 0xfe, 0x7b, 0]).error)
    #expect("\(error)" == "log.ndjson: is UTF-16 (expected UTF-8)")
  }

  @Test func lineOfTenMegabytesIsSkipped() throws {
    let good = #"{"type":"clock","time":1}"#
    let long = "{\"a\":\"" + String(repeating: "x", count: 10_000_000) + "\"}"
    let recording = try Recording("log.ndjson", "\(good)\n\(long)\n\(good)\n[]\n\(long)")
    #expect(recording.events.count == 2)
    #expect(recording.skips["line too long"] == 2)
    #expect(recording.firstSkips.contains("log.ndjson:2: line is longer than 1048576 bytes"))
    #expect(recording.firstSkips.contains { $0.hasPrefix("log.ndjson:4: [] is not a JSON object") })
  }
}
