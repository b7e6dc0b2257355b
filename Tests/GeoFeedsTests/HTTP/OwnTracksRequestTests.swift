import Geo
import GeoFormats
import GeoTesting
import Testing

@testable import GeoFeeds

/// Requests of the OwnTracks apps.
///
/// The header fields are those that owntracks/ios, Connection.m `sendHTTP:data:`, and owntracks/android,
/// HttpMessageProcessorEndpoint.kt, set; the payloads those of owntracks/booklet, tech/json and features/http.
@Suite struct OwnTracksRequestTests {
  static let iOS = #"""
    {"_type":"location","acc":35,"alt":15,"batt":61,"bs":1,"conn":"w","created_at":1700000005,"lat":48.85833,"lon":2.295,
    "m":1,"p":101.2,"tid":"JJ","topic":"owntracks/jane/phone","tst":1700000000,"vac":3,"vel":54}
    """#
  static let android = #"""
    {"_type":"location","BSSID":"c0:ff:ee:c0:ff:ee","SSID":"home","acc":12,"alt":0,"batt":88,"bs":2,"conn":"w",
    "created_at":1700000065,"lat":48.85844,"lon":2.29452,"m":2,"t":"u","tid":"pi","topic":"owntracks/http/pi",
    "tst":1700000060,"vac":0,"vel":0}
    """#

  @Test func locationIsAcceptedAndAnsweredWithAnArray() throws {
    let phone = Phone()
    let answer = phone.post(Self.iOS, to: .ownTracks) {
      $0.claimedUser = "jane"
      $0.claimedDevice = "phone"
    }
    #expect(answer == IngestResponse(200, "[]", mailbox: "jane/phone"))
    let (event, fix) = try #require(phone.fixes.first)
    #expect(phone.directory.name(of: event.device) == "jane/phone")
    #expect(event.time == Phone.arrival)
    #expect(event.timestamp == 1_700_000_000)
    #expect(fix.coordinate.latitude == 48.85833)
    #expect(fix.horizontalAccuracy == 35)
    #expect(fix.speed == 15)
    #expect(phone.messages.first?.form == "owntracks")
  }

  @Test func theQueryNamesTheDeviceToo() {
    let phone = Phone()
    phone.post(Self.android, to: .ownTracks, query: "u=jane&d=pixel", type: "application/json; charset=utf-8")
    #expect(phone.name() == "jane/pixel")
  }

  @Test func theRootTakesItByItsContent() {
    let phone = Phone()
    phone.post(Self.android) { $0.claimedUser = "jane" }
    #expect(phone.fixes.count == 1)
    #expect(phone.name() == "jane")
  }

  @Test func authenticatedUserCannotClaimAnotherName() {
    let phone = Phone()
    phone.post(Self.iOS, to: .ownTracks, query: "u=bob&d=phone") {
      $0.user = "jane"
      $0.claimedUser = "bob"
    }
    #expect(phone.name() == "jane/phone")
  }

  @Test func emptyBodyIsAnsweredLikeAnyOther() {
    let phone = Phone()
    let answer = phone.post("", to: .ownTracks, query: "u=jane&d=phone")
    #expect(answer.status == 200)
    #expect(answer.body == "[]")
    #expect(phone.events.isEmpty)
  }

  /// Otherwise the Android app would resend it forever.
  @Test func unusableMessagesAreCountedAndAnswered() {
    let phone = Phone()
    let answer = phone.post("{\"_type\":\"location\",\"lat\":", to: .ownTracks, query: "u=jane&d=phone")
    #expect(answer.status == 200)
    #expect(phone.events.isEmpty)
    #expect(phone.decoder.allSkips.total == 1)
  }

  // Finding D14: only messages over HTTP have the topic that they would be published to.
  @Test func theTopicOfAMessageNamesItsDevice() {
    let phone = Phone()
    let answer = phone.post(
      #"{"_type":"location","lat":1,"lon":2,"tst":1700000000,"topic":"owntracks/jane/phone"}"#, to: .ownTracks
    )
    #expect(answer.status == 200 && answer.body == "[]" && answer.mailbox == "jane/phone")
    #expect(phone.fixes.count == 1 && phone.name() == "jane/phone")
  }

  @Test func aRequestWithoutAUserIsRefused() {
    let answer = Phone().post(
      #"{"_type":"location","lat":1,"lon":2,"tst":1700000000}"#, to: .ownTracks)
    #expect(answer.status == 400)
    #expect(answer.body.contains("names no user"))
  }

  @Test func aTransitionIsAMessage() {
    let phone = Phone()
    phone.post(
      #"{"_type":"transition","acc":10,"desc":"home","event":"enter","lat":48.8,"lon":2.2,"t":"c","tid":"JJ","#
        + #""tst":1700000000,"wtst":1600000000}"#, to: .ownTracks, query: "u=jane&d=phone")
    #expect(phone.messages.first?.type == "transition")
  }
}
