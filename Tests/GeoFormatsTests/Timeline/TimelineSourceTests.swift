import FeedTesting
import Geo
import Testing

@testable import GeoFormats

@Suite struct TimelineSourceTests {
  private static let start: TimeInterval = 1_767_225_600  // 2026-01-01T00:00:00Z

  private func attributes(_ recording: Recording) -> [String] {
    recording.events.compactMap { if case .message(let message) = $0.payload { message.json } else { nil } }
  }

  private func fixTimes(_ recording: Recording) -> [TimeInterval] {
    recording.events.filter { if case .location = $0.payload { true } else { false } }.map {
      $0.time - Self.start
    }
  }

  @Test func recordsOfTakeout() throws {
    let recording = try Recording(
      "Records.json",
      """
      {"locations": [{
        "latitudeE7": 525163000, "longitudeE7": 133777000, "accuracy": 12, "altitude": 34, "verticalAccuracy": 2,
        "velocity": 3, "heading": 90, "source": "WIFI", "deviceTag": 7, "timestamp": "2026-01-01T00:00:00.500Z",
        "activity": [{"activity": [{"type": "STILL", "confidence": 62}], "timestamp": "2026-01-01T00:00:00Z"}]
      }, {"latitudeE7": 4246904597, "longitudeE7": -133777000, "timestampMs": "1767225610000"}]}
      """)
    #expect(recording.error == nil && recording.firstSkips == [] && recording.notes == [])
    #expect(fixTimes(recording) == [0.5, 10])
    let fix = try #require(recording.fixes.first)
    #expect(fix.coordinate == CLLocationCoordinate2DMake(52.5163, 13.3777))
    #expect(fix.horizontalAccuracy == 12 && fix.altitude == 34 && fix.verticalAccuracy == 2)
    #expect(fix.speed == 3 && fix.course == 90)
    // Written as an unsigned number, as some exports have it: -4.8062699 degrees.
    #expect(abs(recording.fixes[1].coordinate.latitude + 4.806_269_9) < 1e-7)
    #expect(attributes(recording) == [#"{"source":"WIFI","deviceTag":7,"activity":"STILL"}"#])
  }

  @Test func semanticLocationHistory() throws {
    let recording = try Recording(
      "2026_JANUARY.json",
      """
      {"timelineObjects": [
      {"placeVisit": {"location": {"latitudeE7": 520000000, "longitudeE7": 130000000, "placeId": "p1", "name": "Home"},
       "duration": {"startTimestamp": "2026-01-01T00:00:00Z", "endTimestamp": "2026-01-01T01:00:00Z"}}},
      {"activitySegment": {"startLocation": {"latitudeE7": 520000000, "longitudeE7": 130000000},
       "endLocation": {"latitudeE7": 521000000, "longitudeE7": 130000000}, "activityType": "WALKING",
       "duration": {"startTimestamp": "2026-01-01T01:00:10Z", "endTimestamp": "2026-01-01T01:30:00Z"},
       "simplifiedRawPath": {"points": [{"latE7": 520500000, "lngE7": 130000000, "accuracyMeters": 9,
         "timestamp": "2026-01-01T01:15:00Z"}]}}}]}
      """)
    #expect(recording.error == nil && recording.firstSkips == [])
    #expect(fixTimes(recording) == [0, 3600, 3610, 4500, 5400])
    #expect(recording.fixes[3].horizontalAccuracy == 9)
    #expect(attributes(recording) == [#"{"place":"p1","placeName":"Home"}"#, #"{"activity":"WALKING"}"#])
  }

  static let android = """
    {"semanticSegments": [
      {"startTime": "2026-01-01T00:00:00.000+00:00", "endTime": "2026-01-01T02:00:00.000+00:00", "timelinePath": [
        {"point": "52.1°, 13.1°", "time": "2026-01-01T00:20:00.000+00:00"},
        {"point": "52.2°, 13.2°", "time": "2026-01-01T01:10:00.000+00:00"}]},
      {"startTime": "2026-01-01T00:05:00.000+00:00", "endTime": "2026-01-01T00:30:00.000+00:00", "visit": {
        "hierarchyLevel": 0, "topCandidate": {"placeId": "p2", "semanticType": "HOME",
        "placeLocation": {"latLng": "52.05°, 13.05°"}}}},
      {"startTime": "2026-01-01T00:05:00.000+00:00", "endTime": "2026-01-01T00:30:00.000+00:00", "visit": {
        "hierarchyLevel": 1, "topCandidate": {"placeId": "p3", "placeLocation": {"latLng": "52.05°, 13.05°"}}}},
      {"startTime": "2026-01-01T01:30:00.000+01:00", "endTime": "2026-01-01T01:40:00.000+01:00", "activity": {
        "start": {"latLng": "52.05°, 13.05°"}, "end": {"latLng": "52.3°, 13.3°"},
        "topCandidate": {"type": "TELEPORTING"}}},
      {"startTime": "2026-01-01T02:00:00.000+00:00", "endTime": "2026-01-01T03:00:00.000+00:00", "timelineMemory": {}}],
    "rawSignals": [{"position": {"LatLng": "1.0°, 2.0°", "accuracyMeters": 5, "timestamp": "2026-01-01T00:00:00Z"}},
      {"wifiScan": {}}], "userLocationProfile": {"frequentPlaces": []}}
    """

  @Test func theExportOfAnAndroidPhoneIsPutInOrder() throws {
    let recording = try Recording("Timeline.json", Self.android)
    #expect(recording.error == nil && recording.firstSkips == [])
    #expect(fixTimes(recording) == [300, 1200, 1800, 1800, 2400, 4200])
    #expect(recording.fixes.map(\.coordinate.latitude) == [52.05, 52.1, 52.05, 52.05, 52.3, 52.2])
    #expect(recording.notes.count == 2)
    #expect(
      recording.notes[0].contains("its rawSignals are not used (2), since its semanticSegments come first"))
    // Nothing is lost: the script gets the activity, and a note tells of it with its place.
    #expect(
      recording.notes[1].contains("element 4 of semanticSegments: the activity \"TELEPORTING\" is not known"))
    #expect(attributes(recording).contains(#"{"activity":"TELEPORTING"}"#))
  }

  @Test func theExportOfAnIPhone() throws {
    let recording = try Recording(
      "location-history.json",
      """
      [{"endTime":"2026-01-01T01:00:00.000+01:00","startTime":"2026-01-01T00:30:00.000+01:00","visit":{
        "hierarchyLevel":"0","topCandidate":{"probability":"0.8","semanticType":"Home","placeID":"p",
        "placeLocation":"geo:52.5,13.4"},"probability":"0.9"}},
       {"endTime":"2026-01-01T01:10:00.000+01:00","startTime":"2026-01-01T01:00:00.000+01:00","activity":{
        "start":"geo:52.5,13.4","end":"geo:52.6,13.4","topCandidate":{"type":"in passenger vehicle"}}},
       {"endTime":"2026-01-01T03:00:00.000+01:00","startTime":"2026-01-01T01:00:00.000+01:00","timelinePath":[
        {"point":"geo:52.55,13.4","durationMinutesOffsetFromStartTime":"5"}]}]
      """)
    #expect(recording.error == nil && recording.firstSkips == [] && recording.notes == [])
    #expect(fixTimes(recording) == [-1800, 0, 0, 300, 600])
    #expect(recording.fixes.map(\.coordinate.latitude) == [52.5, 52.5, 52.5, 52.55, 52.6])
    #expect(attributes(recording)[1] == #"{"activity":"IN_PASSENGER_VEHICLE"}"#)
  }

  @Test func rawSignalsAloneAreThePath() throws {
    let recording = try Recording(
      "a.json",
      """
      {"rawSignals":[{"wifiScan":{}},{"position":{"LatLng":"1.0°, 2.0°","accuracyMeters":7,"altitudeMeters":3.5,
      "speedMetersPerSecond":1.5,"source":"GPS","timestamp":"2026-01-01T00:00:00Z"}}]}
      """)
    #expect(recording.fixes.map(\.horizontalAccuracy) == [7] && recording.fixes[0].speed == 1.5)
  }

  @Test(arguments: [
    (#"{"visit":{"topCandidate":{"placeLocation":{"latLng":"here"}}}}"#, "the position \"here\" is not"),
    (#"{"dance":{}}"#, "has dance (expected visit, activity or timelinePath)"),
    (
      #"{"startTime":"x","visit":{"topCandidate":{"placeLocation":{"latLng":"1°, 2°"}}}}"#, "no readable time"
    ),
    (
      #"{"startTime":"2026-01-01T00:00:00Z","activity":{"start":{"latLng":"91°, 2°"}}}"#,
      "latitude 91.0 is out of range"
    ),
    (#"{"visit":{"a":tru}}"#, "JSON: expected a value"),
  ])
  func unusableElementsAreCountedWithTheirPlace(element: String, message: String) throws {
    let good = """
      {"startTime":"2026-01-01T00:00:00Z","timelinePath":[{"point":"52°, 13°","time":"2026-01-01T00:00:00Z"}]}
      """
    let recording = try Recording("a.json", "{\"semanticSegments\":[\(element),\(good)]}")
    #expect(recording.fixes.count == 1)
    #expect(
      recording.firstSkips.contains {
        $0.hasPrefix("a.json: element 1 of semanticSegments: ") && $0.contains(message)
      })
    let alone = try #require(try Recording("a.json", "{\"semanticSegments\":[\(element)]}").error)
    #expect(alone.code == .data && alone.message.contains(message))
  }

  @Test func aTruncatedExportGivesItsGoodPart() throws {
    let whole = Array(Self.android.utf8)
    for count in stride(from: 100, to: whole.count, by: 7) {
      let recording = try Recording("a.json", Array(whole.prefix(count)))
      let fault = recording.error?.message ?? recording.firstSkips.joined()
      #expect(fault.contains("ends early, after \(count) bytes"), "\(count): \(fault)")
    }
  }

  /// RFC 8259, 5: an array ends with ']'.
  @Test(arguments: [(#"{"semanticSegments":[}]}"#, 22), (#"{"semanticSegments":[{},}]}"#, 25)])
  func anArrayThatABraceClosesIsReadNoFurther(text: String, byte: Int) throws {
    let error = try #require(try Recording("a.json", text).error)
    #expect(error.code == .data && error.message.contains("is not JSON: ']' expected at byte \(byte)"))
  }

  @Test func recordsFromTheNewestAreRefusedWithARemedy() throws {
    let records = (0..<200).reversed().map {
      "{\"latitudeE7\":1,\"longitudeE7\":2,\"timestampMs\":\"\(1_767_225_600_000 + $0 * 1000)\"}"
    }
    let error = try #require(
      try Recording("a.json", "{\"locations\":[\(records.joined(separator: ","))]}").error)
    #expect(error.message.contains("begins with the newest position") && error.message.contains("|= reverse"))
  }

  @Test func phonesOfAnAccountMayBeDevices() throws {
    var options = FeedOptions()
    options.deviceBy = .track
    let text = """
      {"locations":[{"latitudeE7":1,"longitudeE7":2,"deviceTag":-5,"timestampMs":"1767225600000"},
      {"latitudeE7":1,"longitudeE7":2,"deviceTag":8,"timestampMs":"1767225601000"}]}
      """
    #expect(Set(try Recording("a.json", text, options).devices) == ["a--5", "a-8"])
  }

  @Test func oneElementIsHeldHoweverLongTheFileIs() throws {
    let folder = TemporaryDirectory()
    let brackets = String(repeating: "[", count: 200)
    let record =
      #"{"latitudeE7":1,"longitudeE7":2,"timestampMs":"1767225600000","x":"\"]}"# + brackets + "\"},"
    var bytes = Array("{\"locations\":[".utf8)
    for _ in 0..<1000 { bytes += Array(record.utf8) }
    bytes += Array("{\"x\":\"\(String(repeating: "y", count: 17 << 20))\"}]}".utf8)
    let recording = try Recording([try folder.write("a.json", bytes)])
    #expect(recording.fixes.count == 1000)
    #expect(recording.firstSkips.contains { $0.contains("has an element of more than 16 MiB") })
  }

  @Test func theLikeliestActivityOfTheNearestSampleCounts() throws {
    func activity(_ samples: String) throws -> [String] {
      let record =
        #"{"latitudeE7":1,"longitudeE7":2,"timestamp":"2026-01-01T00:01:00Z","activity":[\#(samples)]}"#
      return attributes(try Recording("a.json", #"{"locations":[\#(record)]}"#))
    }
    func sample(_ time: String, _ guesses: (String, Int)...) -> String {
      let list = guesses.map { #"{"type":"\#($0.0)","confidence":\#($0.1)}"# }.joined(separator: ",")
      return #"{"timestamp":"2026-01-01T00:\#(time)Z","activity":[\#(list)]}"#
    }
    #expect(
      try activity(sample("01:00", ("IN_VEHICLE", 20), ("STILL", 60), ("ON_FOOT", 70), ("WALKING", 70)))
        == [#"{"activity":"ON_FOOT"}"#])
    // The sample two seconds before, not the surer one ten seconds after.
    #expect(
      try activity(sample("01:10", ("STILL", 90)) + "," + sample("00:58", ("WALKING", 10)))
        == [#"{"activity":"WALKING"}"#])
    #expect(try activity("{}") == [])
  }

  @Test func aVisitMayHaveOnlyItsCenter() throws {
    let visit = """
      {"placeVisit":{"location":{"placeId":"p"},"centerLatE7":480000000,"centerLngE7":110000000,"duration":{
      "startTimestamp":"2026-01-01T00:00:00Z","endTimestamp":"2026-01-01T00:01:00Z"}}}
      """
    let recording = try Recording("a.json", "{\"timelineObjects\":[\(visit)]}")
    #expect(
      recording.fixes.map(\.coordinate) == [
        CLLocationCoordinate2DMake(48, 11), .init(latitude: 48, longitude: 11),
      ])
    #expect(fixTimes(recording) == [0, 60] && recording.firstSkips == [])
  }

  @Test(arguments: ["locations", "semanticSegments", "timelineObjects"])
  func anEmptyExportIsCalledSo(member: String) throws {
    let error = try #require(try Recording("a.json", "{ \"\(member)\": [ ] }\n").error)
    #expect(error.code == .data)
    #expect(error.message == "is an empty export of Google's Timeline: its \(member) hold nothing")
  }
}
