import Geo
import GeoFormats
import GeoTesting
import Testing

@testable import GeoFeeds

@Suite struct OverlandRequestTests {
  /// The body of aaronpk/Overland-iOS, README, "API" (Apache-2.0), and a visit as its app adds them.
  static let body = #"""
    {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.030581,37.331800]},"properties":
    {"timestamp":"2015-10-01T08:00:00-0700","altitude":0,"speed":4,"horizontal_accuracy":30,"vertical_accuracy":-1,
    "motion":["driving","stationary"],"pauses":false,"activity":"other_navigation","desired_accuracy":100,
    "deferred":1000,"significant_change":"disabled","locations_in_payload":1,"battery_state":"charging",
    "battery_level":0.89,"device_id":"","wifi":""}}],"current":{},"trip":{}}
    """#

  @Test func aBatchIsAnsweredOk() throws {
    let phone = Phone()
    let answer = phone.post(Self.body, to: .overland, query: "device=jane")
    #expect(answer == IngestResponse(200, #"{"result":"ok"}"#))
    let (event, fix) = try #require(phone.fixes.first)
    #expect(phone.name() == "jane")
    #expect(fix.coordinate.longitude == -122.030581)
    #expect(fix.speed == 4)
    #expect(fix.horizontalAccuracy == 30)
    // Finding D5: the phone says that it does not know the altitude.
    #expect(fix.verticalAccuracy == -1)
    #expect(event.timestamp == 1_443_711_600)
    let message = try #require(phone.messages.first)
    #expect(message.form == "overland")
    #expect(message.json.contains(#""battery_level":0.89"#))
    #expect(!message.json.contains("timestamp"))
  }

  @Test func unusableFeatureDoesNotBlockOthers() {
    let phone = Phone()
    let answer = phone.post(
      #"{"locations":[{"type":"Feature","geometry":null,"properties":{}},17,"#
        + #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"device_id":"a"}}]}"#,
      to: .overland)
    #expect(answer.status == 200)
    #expect(phone.fixes.count == 1)
    #expect(phone.decoder.skips["Feature without a Point"] == 2)
  }

  @Test func invalidBatchIsRefused() {
    #expect(Phone().post("{\"locations\":", to: .overland).status == 400)
    #expect(Phone().post("[]", to: .overland).status == 400)
  }
}

@Suite struct LocativeRequestTests {
  /// LocativeHQ/Quickstart, "Webhook JSON Payload".
  static let body = #"""
    {"latitude":"-33.80045492553711","longitude":"151.071396484375","id":"Home on Android","device":"42b537e8c1816c06",
    "device_type":"Android","device_model":"Nexus 6P","trigger":"enter","timestamp":"2017-01-14 20:53:12.66"}
    """#

  @Test func triggerIsAMessageAndNotAFix() throws {
    let phone = Phone()
    #expect(phone.post(Self.body, to: .locative).status == 200)
    #expect(phone.fixes.isEmpty)
    let message = try #require(phone.messages.first)
    #expect(message.kind == .message)
    #expect(message.form == "locative")
    #expect(message.type == "enter")
    #expect(phone.name() == "42b537e8c1816c06")
    #expect(try JSONParser.parse(message.json)["id"]?.text == "Home on Android")
  }

  /// As home-assistant/core reads it: tests/components/locative, fields of a form.
  @Test func aFormAndAQueryAreReadToo() {
    let fields = "latitude=40.7855&longitude=-111.7367&device=123&id=Home&trigger=exit"
    let phone = Phone()
    #expect(phone.post(fields, to: .locative, type: "application/x-www-form-urlencoded").status == 200)
    #expect(phone.get(fields, from: .locative).status == 200)
    #expect(phone.get(fields).status == 200)
    #expect(phone.messages.map(\.type) == ["exit", "exit", "exit"])
  }

  @Test func aTestNeedsNoId() {
    let phone = Phone()
    #expect(phone.post(#"{"trigger":"test","device":"x"}"#).status == 200)
    #expect(phone.post(#"{"trigger":"enter"}"#).status == 400)
    #expect(phone.post(#"{"device":"x"}"#, to: .locative).status == 400)
  }
}

@Suite struct GeoJSONRequestTests {
  @Test func aFeatureWithATimeIsAFix() throws {
    let phone = Phone()
    let answer = phone.post(
      #"{"type":"Feature","id":"van","geometry":{"type":"Point","coordinates":[13.4,52.5,34]},"#
        + #""properties":{"time":1700000000,"heading":90,"cargo":"apples"}}"#, to: .geoJSON,
      type: "application/geo+json")
    #expect(answer.status == 200)
    let (event, fix) = try #require(phone.fixes.first)
    #expect(phone.name() == "van")
    #expect(fix.altitude == 34)
    #expect(fix.course == 90)
    #expect(event.timestamp == 1_700_000_000)
    #expect(phone.messages.first?.json == #"{"cargo":"apples"}"#)
  }

  @Test func collectionReportsTheAcceptedCount() throws {
    let phone = Phone()
    let answer = phone.post(
      #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"#
        + #""properties":{"device":"a"}},{"type":"Feature","geometry":{"type":"Point","coordinates":[1,99]},"#
        + #""properties":{"device":"a"}}]}"#)
    let json = try JSONParser.parse(answer.body)
    #expect(answer.status == 200)
    #expect(json["accepted"]?.measure == 1)
    #expect(json["skipped"]?.measure == 1)
    #expect(answer.body.contains("is not a coordinate"))
  }

  @Test func aFeatureThatNamesNoDeviceIsRefused() {
    let answer = Phone().post(
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":null}"#, to: .geoJSON)
    #expect(answer.status == 400)
    #expect(answer.body.contains("names no device"))
  }
}

@Suite struct BulkRequestTests {
  @Test func linesArriveNowAndKeepTheirTime() throws {
    let phone = Phone()
    let answer = phone.post(
      """
      {"time":1700000000,"device":"a","latitude":1,"longitude":2}
      {"type":"heading","timestamp":1700000001,"device":"b","magneticHeading":12}
      {"latitude":95,"longitude":2,"time":1700000000}
      nonsense
      """, to: .events, type: "application/x-ndjson")
    #expect(answer.status == 200)
    let json = try JSONParser.parse(answer.body)
    #expect(json["accepted"]?.measure == 2)
    #expect(json["skipped"]?.measure == 2)
    #expect(answer.body.contains("/events:3: latitude 95"))
    #expect(phone.events.map(\.time) == [Phone.arrival, Phone.arrival])
    #expect(phone.events.map(\.timestamp) == [1_700_000_000, 1_700_000_001])
    #expect(phone.name(1) == "b")
    #expect(json["notes"] == nil)
  }

  /// A sender that knows no path, and no type of content.
  @Test(arguments: [
    #"{"time":1700000000,"device":"a","latitude":1,"longitude":2}"#,
    "{\"time\":1700000000,\"device\":\"a\",\"lat\":1,\"lon\":2}\n{\"time\":1700000001,\"type\":\"clock\"}\n",
  ])
  func linesPostedToTheRootAreKnown(body: String) throws {
    let phone = Phone()
    let answer = phone.post(body, to: .any, type: "application/x-www-form-urlencoded")
    #expect(answer.status == 200, "\(answer.body)")
    #expect(phone.fixes.count == 1 && phone.name() == "a")
  }

  @Test(arguments: ["<gpx version=\"1.1\"></gpx>", "hello", "$GPGGA,123519", #"{"foo":1}"#])
  func otherBodiesAtTheRootAreNotTakenForFields(body: String) {
    let answer = Phone().post(body, to: .any, type: "application/x-www-form-urlencoded")
    #expect(answer.status == 400 && answer.body.contains("unknown format"), "\(answer.body)")
  }

  /// HO-165
  @Test func fieldsThatAreNotUsedAreInTheAnswer() throws {
    let answer = Phone().post(
      #"{"time":1700000000,"device":"a","latitude":1,"longitude":2,"battery":80}"#, to: .events,
      type: "application/x-ndjson")
    let json = try JSONParser.parse(answer.body)
    #expect(json["accepted"]?.measure == 1)
    guard case .array(let notes)? = json["notes"] else { throw GeoError(.data, "no notes") }
    #expect(notes.count == 1)
    #expect(answer.body.contains("battery"))
  }

  @Test func lineWithoutATimeGetsTheArrival() throws {
    let phone = Phone()
    phone.post(#"{"latitude":1,"longitude":2}"#, to: .events, query: "device=me")
    #expect(try #require(phone.events.first).timestamp == Phone.arrival)
    #expect(phone.name() == "me")
  }

  /// A gzip of `{"latitude":1,"longitude":2,"time":1700000000}`, made by Python's gzip.compress(…, mtime=0).
  static let packed: [UInt8] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xab, 0x56, 0xca, 0x49, 0x2c, 0xc9,
    0x2c, 0x29, 0x4d, 0x49, 0x55, 0xb2, 0x32, 0xd4, 0x51, 0xca, 0xc9, 0xcf, 0x4b, 0x87, 0xf2, 0x8c,
    0x74, 0x94, 0x4a, 0x32, 0x73, 0x41, 0xc2, 0xe6, 0x06, 0x50, 0x50, 0x0b, 0x00, 0xed, 0x30, 0x22,
    0xae, 0x2e, 0x00, 0x00, 0x00,
  ]

  @Test func aPackedBodyIsUnpacked() {
    let phone = Phone()
    #expect(phone.post(Self.packed, to: .events) { $0.isPacked = true }.status == 200)
    #expect(phone.events.count == 1)
  }

  @Test func aPackedBodyMayNotUnpackToMoreThanItsLimit() {
    let phone = Phone()
    let small = IngestDecoder(name: "http://127.0.0.1:8080", directory: phone.directory, unpackedLimit: 16)
    var request = IngestRequest(.events, isPost: true)
    request.isPacked = true
    var events: [DeviceEvent] = []
    let answer = Self.packed.withUnsafeBytes { small.decode(request, $0, now: Phone.arrival, into: &events) }
    #expect(answer.status == 413)
    #expect(events.isEmpty)
  }

  @Test func bodyThatIsNotGzipIsRefused() {
    let phone = Phone()
    #expect(phone.post(Array("plain".utf8), to: .events) { $0.isPacked = true }.status == 400)
    #expect(phone.post(Array(Self.packed.dropLast(9)), to: .events) { $0.isPacked = true }.status == 400)
  }
}
