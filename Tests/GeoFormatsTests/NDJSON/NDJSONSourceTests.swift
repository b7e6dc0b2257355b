import FeedTesting
import Geo
import Testing

@testable import GeoFormats

@Suite struct NDJSONSourceTests {
  @Test func aLocationHasAllItsFields() throws {
    let recording = try Recording(
      "log.ndjson",
      """
      {"type":"location","time":10,"timestamp":9.5,"device":"d1","latitude":52.5,"longitude":-13.5,"altitude":34,"horizontalAccuracy":4,"verticalAccuracy":6,"course":90,"speed":1.5}
      """)
    let event = try #require(recording.events.first)
    #expect(event.time == 10 && event.timestamp == 9.5)
    #expect(recording.devices == ["d1"])
    let fix = Fix(
      coordinate: CLLocationCoordinate2D(latitude: 52.5, longitude: -13.5), horizontalAccuracy: 4,
      altitude: 34,
      verticalAccuracy: 6, speed: 1.5, course: 90)
    #expect(event.payload == .location(fix))
  }

  @Test func typeDeviceTimestampAndAccuracyHaveDefaults() throws {
    let recording = try Recording(
      "trip.jsonl", "{\"longitude\":2,\"latitude\":1,\"time\":\"2026-01-01T00:00:00.5Z\",\"speed\":null}\n")
    let event = try #require(recording.events.first)
    #expect(event.time == 1_767_225_600.5 && event.timestamp == event.time)
    #expect(recording.devices == ["trip"])
    #expect(recording.fixes.map(\.horizontalAccuracy) == [5])
    #expect(recording.fixes.allSatisfy { $0.speed.isNaN })
  }

  /// HO-165: each name once, with its first line.
  @Test func fieldsThatATypeDoesNotUseAreNoted() throws {
    let further = "a line of type \"attributes\" brings further values of a device"
    let recording = try Recording(
      "trip.jsonl",
      """
      {"time":1,"latitude":1,"longitude":2,"attributes":{"battery":80},"bearing":3}
      {"time":2,"latitude":1,"longitude":2,"attributes":{"battery":79},"bearing":3}
      {"time":3,"type":"heading","magneticHeading":5,"speed":3}
      {"time":4,"type":"attributes","attributes":{"battery":80}}
      {"time":5,"type":"profile","any":true}
      {"time":6,"lat":1,"lon":2,"odd":"\\u00e9"}
      """)
    #expect(recording.events.count >= 5)
    #expect(
      recording.notes == [
        "trip.jsonl:1: the field \"attributes\" of a line of this type is not used (\(further))",
        "trip.jsonl:1: the field \"bearing\" of a line of this type is not used (did you mean course?)",
        "trip.jsonl:3: the field \"speed\" of a line of this type is not used (\(further))",
        "trip.jsonl:6: the field \"odd\" of a line of this type is not used (\(further))",
      ])
  }

  @Test func aRecordingIsNotLookedAt() throws {
    let recording = try Recording(
      "trip.jsonl",
      """
      {"type":"recording","version":1}
      {"time":1,"latitude":1,"longitude":2,"bearing":3}
      """)
    #expect(recording.notes.isEmpty)
  }

  static let payloads: [(String, DeviceEvent.Payload)] = [
    (#""type":"error","code":"kCLErrorDenied""#, .error(code: 1)),
    (#""type":"error","code":"denied""#, .error(code: 1)),
    (#""type":"error","code":0"#, .error(code: 0)),
    (#""type":"authorization","status":"authorizedWhenInUse""#, .setting(.authorization(4))),
    (#""type":"authorization","status":2"#, .setting(.authorization(2))),
    (#""type":"services","enabled":false"#, .setting(.services(enabled: false))),
    (#""type":"network","up":true"#, .setting(.network(up: true))),
    (#""type":"airplane","on":true"#, .setting(.airplane(on: true))),
    (#""type":"app","state":"terminated""#, .app(.terminated)),
    (#""type":"clock""#, .clock),
    (#""x":5,"type":"clock","y":"text""#, .clock),
    (#""type":"\u0063lock""#, .clock),
    (#""ty\u0070e":"clock""#, .clock),
    (#""type":"tap","type":"clock""#, .clock),
  ]

  @Test(arguments: payloads)
  func everyTypeHasItsPayload(fields: String, payload: DeviceEvent.Payload) throws {
    let recording = try Recording("log.ndjson", "{\"time\":1,\(fields)}")
    #expect(recording.firstSkips == [])
    #expect(recording.events.map(\.payload) == [payload])
  }

  @Test func aHeadingKeepsWhatItHas() throws {
    let recording = try Recording("log.ndjson", #"{"type":"heading","time":1,"magneticHeading":10,"z":3}"#)
    guard case .heading(let reading)? = recording.events.first?.payload else {
      Issue.record("no heading")
      return
    }
    #expect(reading.magneticHeading == 10 && reading.z == 3)
    #expect(reading.trueHeading.isNaN && reading.headingAccuracy.isNaN && reading.x.isNaN && reading.y.isNaN)
  }

  @Test(arguments: [
    "tap", "doubleTap", "longPress", "touch", "drag", "pan", "zoom", "rotate", "tapControl",
  ])
  func gestureKeepsItsJSON(type: String) throws {
    let line =
      #"{"type":"\#(type)","time":1,"x":5,"y":6.5,"phase":"began","annotation":"日本","control":"left","#
      + #""dx":1,"levels":-1,"degrees":30,"path":[{"latitude":1,"longitude":2,"note":[{}]}],"more":null}"#
    let recording = try Recording("log.ndjson", line + "\r\n")
    #expect(recording.events.map(\.payload) == [.touch(Touch(type: type, json: line))])
  }

  @Test func aProfileEventIsReadOnceForAll() throws {
    let line =
      #"{"type":"profile","time":1,"device":"d","regionLimit":5,"base":"iphone","sensors":{"gps":false}}"#
    let recording = try Recording("log.ndjson", line)
    guard case .profile(let change)? = recording.events.first?.payload else {
      Issue.record("no profile")
      return
    }
    var profile = DeviceProfile.default
    change.apply(to: &profile)
    #expect(profile.regionLimit == 5 && profile.minimumRegionBuffer == 200)
    #expect(profile.sensors == [.cellular, .wifi, .magnetometer])
  }

  @Test func devicesDifferByTheirWholeUnescapedName() throws {
    let names = [
      #""a""#, #""ab""#, #""\u0061""#, #""Zo\u00eb""#, #""Zoë""#, #""😀""#, #""\ud83d\ude00""#, "42", #""""#,
      "null",
    ]
    let lines = names.map { #"{"type":"clock","time":1,"device":\#($0)}"# }
    let recording = try Recording("log.ndjson", lines.joined(separator: "\n"))
    #expect(recording.devices == ["a", "ab", "a", "Zoë", "Zoë", "😀", "😀", "42", "log", "log"])
    #expect(recording.directory.count == 6)
  }

  @Test func manyDevicesInterleaved() throws {
    let lines = (0..<20_000).map { #"{"type":"clock","time":\#($0),"device":"phone \#($0 % 5000)"}"# }
    let recording = try Recording("log.ndjson", lines.joined(separator: "\n"))
    #expect(recording.devices == (0..<20_000).map { "phone \($0 % 5000)" })
  }

  @Test func negativeZeroIsANumber() throws {
    let recording = try Recording("log.ndjson", #"{"time":-0.0,"latitude":-0.0,"longitude":-0}"#)
    #expect(recording.fixes.map(\.coordinate) == [CLLocationCoordinate2D(latitude: 0, longitude: 0)])
  }

  @Test func marksReturnsAndBlankLinesAreFine() throws {
    let text = "\r\n{\"type\":\"clock\",\"time\":1}\r\n  \r\n{\"type\":\"clock\",\"time\":2}"
    let recording = try Recording("log.ndjson", [0xef, 0xbb, 0xbf] + Array(text.utf8))
    #expect(recording.times == [1, 2])
    #expect(recording.skips.total == 0)
  }

  @Test(arguments: ["", "\n", "\n\n\r\n"])
  func anEmptyLogHasNoEvents(text: String) throws {
    let recording = try Recording("log.ndjson", text)
    #expect(recording.events.isEmpty && recording.error == nil && recording.skips.total == 0)
  }

  @Test(arguments: [1_048_574, 1_048_575, 1_048_576])
  func aLineMayFillTheBuffer(length: Int) throws {
    let frame = #"{"type":"clock","time":1,"a":""}"#
    let line = frame.dropLast(2) + String(repeating: "x", count: length - frame.utf8.count) + "\"}"
    let recording = try Recording("log.ndjson", "\(line)\n\(frame)")
    #expect(recording.events.count + recording.skips["line too long"] == 2)
    #expect(recording.skips["line too long"] == (length < LineBuffer.limit ? 0 : 1))
  }

  @Test func backwardTimesAreDeliveredUnchanged() throws {
    let recording = try Recording(
      "log.ndjson", "{\"type\":\"clock\",\"time\":5}\n{\"type\":\"clock\",\"time\":-3}")
    #expect(recording.times == [5, -3])
  }

  @Test func anIntervalGivesMissingTimes() throws {
    var options = FeedOptions()
    options.interval = 5
    let recording = try Recording(
      "log.ndjson", "{\"latitude\":1,\"longitude\":1}\n{\"latitude\":1,\"longitude\":1}", options)
    #expect(recording.times == [0, 5])
  }
}
