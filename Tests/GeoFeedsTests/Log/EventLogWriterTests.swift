import FeedTesting
import Geo
import GeoTesting
import Testing

@testable import GeoFormats

@Suite struct EventLogWriterTests {
  private static let header =
    #"{"type":"recording","version":1,"started":"2026-05-01T08:00:00Z","part":1}"# + "\n"

  private func read(_ lines: [String]) throws -> Recording {
    try Recording("r.ndjson", lines.map { $0 + "\n" }.joined())
  }

  private func written(_ events: [DeviceEvent], _ directory: DeviceDirectory) -> String {
    let writer = EventLogWriter(directory: directory)
    for event in events { writer.append(event) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func aFixIsOneShortLine() {
    let directory = DeviceDirectory()
    let fix = Fix(
      coordinate: CLLocationCoordinate2D(latitude: 52.5163, longitude: -0.0000001), horizontalAccuracy: 5,
      speed: 0.1)
    let event = DeviceEvent(
      time: 1_777_622_400.25, timestamp: 1_777_622_399, device: directory.id(of: "van \"7\"\n"),
      marks: [.settled, .rebases, .coalesced, .simulated], payload: .location(fix))
    #expect(
      written([event], directory)
        == #"{"time":1777622400.25,"timestamp":1777622399,"device":"van \"7\"\n","rebases":true,"coalesced":true,"simulated":true,"#
        + #""latitude":52.5163,"longitude":-0.0000001,"horizontalAccuracy":5,"speed":0.1}"# + "\n")
  }

  /// Written events read back equal: every kind, numbers bit for bit.
  @Test(arguments: 0..<8) func writtenEventsReadBackEqual(seed: UInt64) throws {
    var random = RandomEvents(seed: seed)
    let events = (0..<2000).map { _ in random.next() }
    let recording = try Recording("r.ndjson", EventLogWriterTests.header + written(events, random.directory))
    #expect(recording.firstSkips == [])
    try #require(recording.events.count == events.count)
    for (event, again) in zip(events, recording.events) {
      #expect(again.marks == event.marks.union(.settled))
      #expect(recording.directory.name(of: again.device) == random.directory.name(of: event.device))
      #expect("\(again.time) \(again.timestamp)" == "\(event.time) \(event.timestamp)")
      // The text of a number shows all its bits, and NaN.
      #expect("\(again.payload)" == "\(event.payload)")
    }
    // Once more, now also with touches, which hold the line itself.
    let text = written(recording.events, recording.directory)
    #expect(text == written(events, random.directory))
  }

  @Test func aHandIsTheSameHandAgain() throws {
    let lines = [
      #"{"type":"tap","time":"2026-05-01T08:00:00Z","x":1.5,"y":2,"map":2}"#,
      #"{"device":"a","type":"drag","time":5,"annotation":"Depot","to":{"latitude":1,"longitude":2}}"#,
      #"{"zoom":1,"type":"zoom","time":7,"levels":-1.25}"#,
    ]
    let first = try read(lines)
    #expect(first.firstSkips == [] && first.events.count == 3)
    let text = written(first.events, first.directory)
    let second = try Recording("r.ndjson", text)
    for (event, again) in zip(first.events, second.events) {
      guard case .touch(let touch) = event.payload, case .touch(let other) = again.payload else {
        Issue.record("no hand")
        continue
      }
      #expect(try touch.gesture() == other.gesture())
    }
    #expect(written(second.events, second.directory) == text)
  }

  /// The parser goes 200 levels deep; deeper touches that a reader accepted are not lost.
  @Test func tooDeeplyNestedTouchIsWrittenUnchanged() throws {
    let deep = String(repeating: "[", count: 300) + "1" + String(repeating: "]", count: 300)
    let line = #"{"type":"tap","time":5,"device":"z","latitude":1,"longitude":2,"more":\#(deep)}"#
    let directory = DeviceDirectory()
    let id = directory.id(of: "a")
    let event = DeviceEvent(
      time: 7, timestamp: 8, device: id, payload: .touch(Touch(type: "tap", json: line)))
    // If a member is there twice, the last counts.
    #expect(
      written([event], directory)
        == #"{"time":7,"timestamp":8,"device":"a",\#(line.dropFirst().dropLast()),"time":7,"timestamp":8,"device":"a"}"#
        + "\n")
  }

  @Test func everyLineAfterTheHeaderIsSettled() throws {
    let recording = try read([
      #"{"type":"clock","time":1}"#, String(EventLogWriterTests.header.dropLast()),
      #"{"type":"device","device":"b"}"#, #"{"type":"clock","time":2,"device":"a","rebases":true}"#,
      #"{"type":"clock","time":3,"device":"b","coalesced":true,"rebases":false}"#,
    ])
    #expect(recording.firstSkips == [])
    #expect(recording.events.map(\.marks) == [[], [.settled, .rebases], [.settled, .coalesced]])
    // The line that names the second line's device numbers it.
    #expect(
      recording.directory.knownID(of: "b")?.index ?? 9 < recording.directory.knownID(of: "a")?.index ?? 0)
  }

  @Test func aRecordingOfANewerVersionIsRefused() throws {
    let recording = try read([#"{"type":"recording","version":2}"#, #"{"type":"clock","time":2}"#])
    #expect(recording.error?.code == .data)
    #expect(
      recording.error?.description.contains(
        "r.ndjson:1: is a recording of version 2; this geoscript reads version 1 (")
        == true)
  }

  @Test func truncatedLineIsReported() throws {
    let recording = try Recording(
      "r.ndjson", EventLogWriterTests.header + #"{"type":"clock","time":1,"device":"a"}"# + "\n{\"time\":17")
    #expect(recording.events.count == 1)
    #expect(
      recording.firstSkips == [
        "r.ndjson:3: the last line is cut off (the recorder was stopped while it wrote)"
      ])
    // Without a header it is a log like others.
    let log = try Recording("r.ndjson", "{\"time\":17")
    #expect(log.skips.kinds.map(\.kind) == ["not JSON"])
  }

  @Test(arguments: [
    (#"{"type":"message","time":1}"#, "no message"), (#"{"type":"message","time":1,"message":7}"#, "message"),
    (#"{"type":"message","time":1,"message":{"a":tru}}"#, "message"),
    (#"{"type":"attributes","time":1,"attributes":[1]}"#, "attributes"),
    (#"{"type":"attributes","time":1,"attributes":{},"form":5}"#, "form"),
    (#"{"type":"clock","time":1,"rebases":1}"#, "rebases"), (#"{"type":"recording"}"#, "no version"),
    (#"{"type":"recording","version":"1"}"#, "version"),
  ])
  func faultsAreCounted(line: String, kind: String) throws {
    let recording = try read([line, #"{"type":"clock","time":2}"#])
    #expect(recording.events.count == 1)
    #expect(recording.skips.kinds.map(\.kind) == [kind])
  }

  @Test func aMessageHasAFormATypeAndItsOwnWords() throws {
    let recording = try read([
      #"{"type":"message","time":1,"form":"owntracks","message":{"_type":"transition","event":"enter"}}"#,
      #"{"type":"message","time":1,"message":{ "a": {"b":[1,{"c":"}"}]} },"messageType":"x","device":"d"}"#,
      #"{"type":"attributes","time":1,"form":"gpsd","attributes":{"nSat":9}}"#,
      #"{"type":"signalLost","time":1}"#,
    ])
    #expect(
      recording.events.map(\.payload) == [
        .message(
          DeviceMessage(
            .message, form: "owntracks", type: "transition", json: #"{"_type":"transition","event":"enter"}"#)
        ),
        .message(DeviceMessage(.message, form: "", type: "x", json: #"{ "a": {"b":[1,{"c":"}"}]} }"#)),
        .message(DeviceMessage(.attributes, form: "gpsd", json: #"{"nSat":9}"#)), .signalLost,
      ])
    #expect(recording.devices == ["r", "d", "r", "r"])
  }

  @Test(arguments: [
    0, 1, -1, 0.1, -0.1, 1.7976931348623157e308, 1e15, 1e16, 123_456_789.123_456_7, 89_999_999.999_999_9,
    9e7, 9e9, 8_999_999_999.999_999, 1e-7, 1e-8, 2.5e-8, 0.30000000000000004, 1_795_291_200.123_456,
    1_795_291_200.123_456_7, 4.35, 0.000_012_3, 100,
  ])
  func aNumberReadsBack(number: Double) throws {
    var bytes = [UInt8](repeating: 0, count: NumberText.longest)
    let count = bytes.withUnsafeMutableBufferPointer { NumberText.write(number, to: $0.baseAddress!) }
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    #expect(Double(text) == number, "\(text)")
    // Up to seven decimals are written without an exponent.
    #expect(text.utf8.count <= max(number.description.utf8.count, 10), "\(text)")
  }
}

/// Events of all kinds, with numbers of all sizes.
struct RandomEvents {
  let directory = DeviceDirectory()
  private var random: SplitMix
  private static let names = ["a", "van 7", "jane/phone", "Zoë \u{1F600}", "\"\\\u{7}", "9", "x\ny"]
  private static let profiles = [#"{"base":"iphone"}"#, #"{"base":"ipod"}"#]

  init(seed: UInt64) { random = SplitMix(state: seed &* 77 &+ 5) }

  mutating func next() -> DeviceEvent {
    let time = number(to: 1000) + 1_777_622_400
    var event = DeviceEvent(
      time: time, timestamp: random.below(2) == 0 ? time : time - number(to: 100),
      device: directory.id(of: Self.names[random.below(Self.names.count)]), payload: payload())
    if random.below(5) == 0 { event.marks.insert(.rebases) }
    if random.below(5) == 0 { event.marks.insert(.coalesced) }
    return event
  }

  private mutating func payload() -> DeviceEvent.Payload {
    switch random.below(14) {
    case 0..<4: return .location(fix())
    case 4:
      return .heading(
        HeadingReading(
          magneticHeading: number(to: 360), trueHeading: maybe(), headingAccuracy: maybe(), x: maybe(),
          y: maybe(), z: maybe()))
    case 5: return .error(code: random.below(40) - 3)
    case 6: return .signalLost
    case 7:
      switch random.below(4) {
      case 0: return .setting(.authorization(random.below(8)))
      case 1: return .setting(.services(enabled: random.below(2) == 0))
      case 2: return .setting(.network(up: random.below(2) == 0))
      default: return .setting(.airplane(on: random.below(2) == 0))
      }
    case 8:
      let json = try? JSONParser.parse(Self.profiles[random.below(2)])
      guard let json, let change = try? ProfileChange(json, besides: []) else { return .clock }
      return .profile(change)
    case 9: return .app(AppState.allCases[random.below(4)])
    case 10:
      let json = #"{"_type":"t\#(random.below(5))","text":"a \"}\" \\ \u00e9","deep":[{"x":[1.5,null]}]}"#
      return .message(DeviceMessage(.message, form: "owntracks", type: "t\(random.below(3))", json: json))
    case 11:
      return .message(DeviceMessage(.attributes, form: "gp\"sd", json: #"{"batt":\#(random.below(100))}"#))
    default: return .clock
    }
  }

  private mutating func fix() -> Fix {
    Fix(
      coordinate: CLLocationCoordinate2D(latitude: number(to: 90), longitude: number(to: 180)),
      horizontalAccuracy: number(to: 50), altitude: maybe(), verticalAccuracy: maybe(), speed: maybe(),
      course: maybe())
  }

  private mutating func maybe() -> Double {
    switch random.below(4) {
    case 0: .nan
    case 1: -Double(random.below(3))
    case 2:
      // Any bits except NaN and infinity.
      Double(bitPattern: random.next()).isFinite ? Double(bitPattern: random.next()).finite : 1
    default: number(to: 1000)
    }
  }

  /// Between −`limit` and `limit`: with few decimals, or with all that a double has.
  private mutating func number(to limit: Double) -> Double {
    let part = Double(random.next() >> 11) / 0x1p53 * 2 - 1
    switch random.below(3) {
    case 0: return (part * limit).rounded()
    case 1: return (part * limit * 1e6).rounded() / 1e6
    default: return part * limit
    }
  }
}

extension Double {
  fileprivate var finite: Double { isFinite ? self : 0.5 }
}

extension SplitMix {
  fileprivate mutating func next() -> UInt64 { UInt64(below(1 << 32)) << 32 | UInt64(below(1 << 32)) }
}
