import Geo
import GeoFormats
import GeoTesting
import Testing

@testable import GeoFeeds

@Suite struct AcknowledgementRequestTests {
  let phone = Phone()

  private func told() throws -> [Acknowledgement] {
    try phone.messages.map { try Acknowledgement(JSONParser.parse($0.json)) }
  }

  private func acknowledge(_ key: String, _ body: String = "", query: String = "") -> IngestResponse {
    phone.post(body, to: .acknowledge, query: query) { $0.key = key }
  }

  private func fire(_ key: String, _ device: String, _ alert: String?) {
    phone.decoder.options.firing.note(key, of: device, alert: alert)
  }

  @Test func aKeyAloneMeansEveryDeviceOnWhichItFires() throws {
    fire("rex", "van", "a1")
    fire("rex", "bus", "a2")
    fire("other", "van", "a3")
    #expect(acknowledge("rex") == IngestResponse(200, #"{"acknowledged":2}"#))
    #expect([phone.name(0), phone.name(1)] == ["bus", "van"])
    #expect(try told() == [Acknowledgement(key: "rex"), Acknowledgement(key: "rex")])
    #expect(phone.events.allSatisfy { $0.time == Phone.arrival })
  }

  @Test func fieldsComeFromTheQueryOrFromJSON() throws {
    fire("rex", "van", "a1")
    fire("rex", "bus", "a2")
    #expect(acknowledge("rex", query: "device=van&by=Ann").status == 200)
    #expect(acknowledge("rex", #"{"device":"bus","alert":"a2","by":"Tom"}"#).status == 200)
    #expect([phone.name(0), phone.name(1)] == ["van", "bus"])
    #expect(
      try told() == [
        Acknowledgement(key: "rex", by: "Ann"), Acknowledgement(key: "rex", alert: "a2", by: "Tom"),
      ])
  }

  @Test func aGroupIsNotTheDeviceOfThatName() throws {
    fire("rex", "family", "a1")
    phone.decoder.options.firing.note("rex", of: "family", isGroup: true, alert: "a2")
    #expect(acknowledge("rex", query: "group=family").status == 200)
    #expect(try told() == [Acknowledgement(key: "rex", group: "family")])
    #expect(acknowledge("rex", query: "device=family").status == 200)
    #expect(acknowledge("rex", query: "group=other").status == 404)
    #expect(acknowledge("rex") == IngestResponse(200, #"{"acknowledged":2}"#))
  }

  @Test func aButtonOfAnAlertThatHasEndedChangesNothing() throws {
    fire("rex", "van", "new")
    #expect(acknowledge("rex", query: "alert=old").status == 409)
    fire("rex", "van", nil)
    #expect(acknowledge("rex", query: "alert=new").status == 409)
    #expect(acknowledge("rex").status == 404)
    #expect(acknowledge("rex", query: "device=van").status == 404)
    #expect(phone.events.isEmpty)
  }

  /// A line of a user names neither another's device or group, nor another person.
  @Test func aUserAcknowledgesOnlyForHerself() throws {
    func post(_ line: String) -> IngestResponse { phone.post(line, to: .events) { $0.user = "jane" } }
    let bob = post(#"{"type":"acknowledge","group":"bob","key":"rex","by":"bob"}"#)
    #expect(bob.status == 403 && bob.body.contains("jane may not send as bob"))
    #expect(phone.events.isEmpty)
    #expect(post(#"{"type":"acknowledge","group":"jane","key":"rex","by":"bob"}"#).status == 200)
    fire("rex", "jane/van", "a1")
    #expect(
      phone.post("", to: .acknowledge, query: "by=bob") {
        ($0.key, $0.user) = ("rex", "jane")
      }.status == 200)
    #expect(try told().map(\.by) == ["jane", "jane"])
  }

  @Test func thePathNamesTheKey() {
    #expect(HTTPRoute(path: "/alerts/rex/ack") == .acknowledge)
    #expect(HTTPRoute.key(ofPath: "/alerts/r%C3%A9x%2Fa/ack") == "réx/a")
    #expect(HTTPRoute(path: "/alerts//ack") == nil)
    #expect(HTTPRoute(path: "/alerts/rex") == nil)
    #expect(HTTPRoute(path: "/alerts/rex/ack/more") == nil)
  }
}
