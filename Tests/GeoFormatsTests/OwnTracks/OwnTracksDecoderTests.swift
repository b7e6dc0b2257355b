import CSodium
import Geo
import Testing

@testable import GeoFormats

/// A decoder's events of some live messages.
struct Decoded {
  let directory = DeviceDirectory()
  var events: [DeviceEvent] = []
  var skips = SkipCounts()

  init(
    _ messages: [String], keys: OwnTracksKeys = OwnTracksKeys(), device: String? = "jane/phone",
    arrival: TimeInterval? = 2_000_000_000
  ) {
    let decoder = OwnTracksDecoder(directory: directory, keys: keys)
    let origin = OwnTracksOrigin(device: device.map { directory.id(of: $0) }, arrival: arrival, place: "here")
    for message in messages {
      Array(message.utf8).withUnsafeBytes { decoder.decode($0, from: origin, into: &events) }
    }
    skips = decoder.skips
  }

  init(_ message: String, device: String? = "jane/phone", arrival: TimeInterval? = 2_000_000_000) {
    self.init([message], device: device, arrival: arrival)
  }

  var fixes: [Fix] {
    events.compactMap { if case .location(let fix) = $0.payload { fix } else { nil } }
  }
  var messages: [DeviceMessage] {
    events.compactMap { if case .message(let message) = $0.payload { message } else { nil } }
  }
  var attributes: [String] { messages.filter { $0.kind == .attributes }.map(\.json) }
  var devices: [String] { events.map { directory.name(of: $0.device) } }
  var kinds: [String] { skips.kinds.map(\.kind) }
  var firstSkips: [String] { skips.kinds.map(\.entry.first) }
}

/// Messages from the apps' own tests.
///
/// Source: owntracks/android, project/app/src/test/resources/fixtures (location_deserialize_extended,
/// location_with_created_at, transition_message, configuration_message …) and EncryptionProviderTest.
@Suite struct OwnTracksDecoderTests {
  static let extended = """
    {
      "_type": "location",
      "tid": "s5",
      "acc": 1600,
      "alt": 0.0,
      "batt": 99,
      "bs": 3,
      "cog": 56,
      "conn": "w",
      "_id": "inputTestId",
      "lat": 52.3153748,
      "lon": 5.0408462,
      "t": "p",
      "tst": 1514455575,
      "vac": 0,
      "inregions": ["Testregion1", "Testregion2"]
    }

    """

  @Test func aLocationBecomesAttributesAndAFix() throws {
    let decoded = Decoded(Self.extended)
    #expect(decoded.skips.total == 0)
    #expect(decoded.events.map(\.time) == [2_000_000_000, 2_000_000_000])
    #expect(decoded.events.map(\.timestamp) == [1_514_455_575, 1_514_455_575])
    #expect(decoded.devices == ["jane/phone", "jane/phone"])
    let fix = try #require(decoded.fixes.first)
    #expect(fix.coordinate == CLLocationCoordinate2D(latitude: 52.3153748, longitude: 5.0408462))
    #expect(fix.horizontalAccuracy == 1600)
    #expect(fix.altitude == 0)
    #expect(fix.verticalAccuracy == 0)
    #expect(fix.course == 56)
    #expect(
      decoded.attributes == [
        #"{"tid":"s5","batt":99,"bs":3,"conn":"w","t":"p","inregions":["Testregion1","Testregion2"]}"#
      ])
    guard case .message = decoded.events.first?.payload else {
      Issue.record("attributes come before the fix")
      return
    }
  }

  @Test func kilometersPerHourBecomeMetersPerSecond() {
    let decoded = Decoded(#"{"_type":"location","lat":1,"lon":2,"tst":3,"vel":36}"#)
    #expect(decoded.fixes.map(\.speed) == [10])
  }

  @Test func omittedZeroIsZeroIfItsPartnerIsPresent() {
    let decoded = Decoded(#"{"_type":"location","lat":1,"lon":2,"tst":3,"vac":4,"cog":90}"#)
    #expect(decoded.fixes.map(\.altitude) == [0])
    #expect(decoded.fixes.map(\.speed) == [0])
    let bare = Decoded(#"{"_type":"location","lat":1,"lon":2,"tst":3}"#)
    #expect(bare.fixes.allSatisfy { $0.altitude.isNaN && $0.speed.isNaN && $0.course.isNaN })
    #expect(bare.fixes.map(\.horizontalAccuracy) == [FeedOptions().horizontalAccuracy])
  }

  @Test func negativeSpeedIsUnknown() {
    let decoded = Decoded(
      #"{"cog":"-1","_type":"location","vel":"-1","t":"p","alt":"0","batt":14,"lon":14.427030,"tid":"VW","vac":"-1","lat":50.014862,"tst":1445542318}"#
    )
    #expect(decoded.fixes.map(\.speed) == [-1])
    #expect(decoded.fixes.map(\.course) == [-1])
    #expect(decoded.events.map(\.timestamp) == [1_445_542_318, 1_445_542_318])
  }

  @Test func attributesComeOnlyWhenTheyDiffer() {
    func location(_ time: Int, _ rest: String) -> String {
      #"{"_type":"location","lat":1,"lon":2,"tst":\#(time),"_id":"\#(time)",\#(rest)}"#
    }
    let decoded = Decoded([
      location(1, #""batt":50,"conn":"w""#), location(2, #""batt":50,"conn":"w""#),
      location(3, #""conn":"w","batt":50"#), location(4, #""conn":"m","batt":50"#),
      location(5, #""created_at":9"#), location(6, #""created_at":10"#),
    ])
    #expect(
      decoded.attributes == [#"{"batt":50,"conn":"w"}"#, #"{"conn":"m","batt":50}"#, "{}"])
    #expect(decoded.fixes.count == 6)
  }

  @Test func valuesThatDifferPerMessageAreNotAttributes() {
    let decoded = Decoded(
      #"{"_type":"location","BSSID":"00:13:10:85:fe:01","SSID":"AndroidWifi","acc":5,"alt":50,"batt":100,"bs":0,"conn":"w","created_at":1709037052,"lat":51.0,"lon":0.0,"m":1,"randomId":9302,"tid":"aa","tst":1709037003,"vac":0,"vel":0}"#
    )
    #expect(
      decoded.attributes == [
        #"{"BSSID":"00:13:10:85:fe:01","SSID":"AndroidWifi","batt":100,"bs":0,"conn":"w","m":1,"tid":"aa"}"#
      ])
    #expect(decoded.fixes.map(\.speed) == [0])
  }

  @Test func aMessageKeepsItsOwnFields() {
    let decoded = Decoded(
      """
      {
        "_type": "transition", "acc": 3, "desc": "myregion", "event": "leave", "lat": 52.71234,
        "lon": -1.61234123, "t": "l", "tid": "ce", "tst": 1603209966, "wtst": 1558351273
      }
      """)
    #expect(
      decoded.messages == [
        DeviceMessage(
          .message, form: "owntracks", type: "transition",
          json:
            #"{"_type":"transition","acc":3,"desc":"myregion","event":"leave","lat":52.71234,"lon":-1.61234123,"t":"l","tid":"ce","tst":1603209966,"wtst":1558351273}"#
        )
      ])
    #expect(decoded.events.map(\.timestamp) == [2_000_000_000])
  }

  @Test(arguments: [
    "transition", "waypoint", "waypoints", "lwt", "status", "card", "beacon", "cmd", "steps", "dump",
    "configuration", "request",
  ])
  func everyKnownTypeIsForwarded(type: String) {
    let decoded = Decoded(#"{"_type":"\#(type)","tst":1}"#)
    #expect(decoded.messages.map(\.type) == [type])
    #expect(decoded.skips.total == 0)
  }

  @Test func aConfigurationLosesItsPasswords() {
    let decoded = Decoded(
      #"{"_type":"configuration","host":"127.0.0.1","ignoreStaleLocations":0.0,"opencageApiKey":"testkey","password":"testpassword","port":1883}"#
    )
    #expect(
      decoded.messages.map(\.json) == [
        #"{"_type":"configuration","host":"127.0.0.1","ignoreStaleLocations":0.0,"port":1883}"#
      ])
    let command = Decoded(
      #"{"_type":"cmd","action":"setConfiguration","configuration":{"_type":"configuration","password":"p","tid":"x"}}"#
    )
    #expect(command.messages.allSatisfy { !$0.json.contains("password") && $0.json.contains("tid") })
    let list = Decoded(#"{"_type":"dump","configuration":[{"password":"p","tid":"x"}]}"#)
    #expect(list.messages.map(\.json) == [#"{"_type":"dump","configuration":[{"tid":"x"}]}"#])
  }

  /// A message that cannot be searched for passwords is not forwarded.
  @Test func aBrokenConfigurationIsCounted() {
    let decoded = Decoded(#"{"_type":"dump","configuration":{"password":"p" "tid"}}"#)
    #expect(decoded.messages.isEmpty)
    #expect(decoded.skips.total == 1)
  }

  @Test func anArrayIsReadMessageByMessage() {
    let decoded = Decoded(
      """
      [
        {"_type":"location","tid":"s5","acc":1600,"alt":0.0,"batt":99,"cog":45,"conn":"w","lat":52.3153748,
         "lon":5.0408462,"t":"p","tst":1514455575,"vac":0},
        {"_type":"location","tid":"s5","acc":95,"alt":0.0,"batt":99,"cog":56,"conn":"w","lat":12.3153748,
         "lon":15.0408462,"t":"p","tst":1514455579,"vac":0}
      ]
      """)
    #expect(decoded.skips.total == 0)
    #expect(decoded.fixes.map(\.horizontalAccuracy) == [1600, 95])
    #expect(decoded.attributes.count == 1)
    #expect(Decoded("[]").skips.total == 0)
    #expect(Decoded(" [ ] ").events.isEmpty)
  }

  @Test func theTopicOfAPostedMessageNamesItsDevice() {
    let message =
      #"{"_type":"location","tst":1778266175,"lat":0.000,"lon":0.000,"topic":"owntracks/user/device","acc":15,"alt":300}"#
    #expect(Decoded(message, device: nil).devices == ["user/device"])
    #expect(Decoded(message, device: "jane/phone").devices == ["jane/phone"])
    #expect(
      Decoded(#"{"_type":"lwt","tst":1,"topic":"owntracks\/jane\/phone"}"#, device: nil).devices == [
        "jane/phone"
      ])
    #expect(Decoded(Self.extended, device: nil).kinds == ["no device"])
  }

  @Test(arguments: [
    ("owntracks/jane/phone", "jane/phone"), ("owntracks/jane/phone/event", "jane/phone"),
    ("owntracks/jane/phone/waypoints", "jane/phone"), ("owntracks/jane/phone/other", "jane/phone/other"),
    ("owntracks/jane", "jane"), ("owntracks", "owntracks"), ("elsewhere/jane/phone", "elsewhere/jane/phone"),
    ("", ""),
  ])
  func aTopicNamesADevice(topic: String, device: String) {
    #expect(OwnTracksTopic().device(of: topic) == device)
  }

  @Test(arguments: [
    ("owntracks/#", "owntracks"), ("owntracks/jane/#", "owntracks"), ("owntracks/+/+/event", "owntracks"),
    ("home/owntracks/+/+", "home/owntracks"), ("fleet/#", "fleet"), ("fleet/7", "fleet"), ("#", ""),
  ])
  func filterGivesTheBase(filter: String, base: String) {
    #expect(OwnTracksTopic(filter: filter).base.joined(separator: "/") == base)
  }

  @Test func commandsGoBelowTheDevice() {
    #expect(OwnTracksTopic(filter: "owntracks/#").commands(to: "jane/phone") == "owntracks/jane/phone/cmd")
  }

  @Test func aReplayedLocationComesWhenThePhoneBuiltIt() {
    let late = #"{"_type":"location","lat":1,"lon":2,"tst":100,"created_at":160}"#
    #expect(Decoded(late, arrival: nil).events.map(\.time) == [160])
    #expect(Decoded(late, arrival: nil).events.map(\.timestamp) == [100])
    let impossible = #"{"_type":"location","lat":1,"lon":2,"tst":100,"created_at":25}"#
    #expect(Decoded(impossible, arrival: nil).events.map(\.time) == [100])
  }

  @Test func aReplayedLastWillDoesNotGoBackToWhenTheConnectionBegan() {
    let decoded = Decoded(
      [#"{"_type":"location","lat":1,"lon":2,"tst":100}"#, #"{"_type":"lwt","tst":40}"#], arrival: nil)
    #expect(decoded.events.map(\.time) == [100, 100])
  }
}
