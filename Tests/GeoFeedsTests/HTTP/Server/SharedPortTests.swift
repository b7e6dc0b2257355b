import Geo
import Testing

@testable import GeoFeeds

/// HO-170: phones and browsers at one port.
@Suite struct SharedPortTests {
  private final class Rig {
    let inbox = LiveInbox(capacity: 1000) { 1_795_262_400 }
    let server: PageServer
    let source: HTTPSource

    init(keys: HTTPKeys = HTTPKeys(), starts: Bool = true) throws {
      let address = try SourceAddress("http://127.0.0.1:8080")
      let site = PageSite(
        journal: PageJournal(), files: ["/page.css": .init("text/css", Array("p {}".utf8))],
        page: { _ in Array("the page".utf8) }, file: { _ in nil }, greeting: { [] })
      server = try PageServer(
        PageDoor(host: "127.0.0.1", port: 0, names: [], token: nil), site, shared: SharedPort(address))
      source = try HTTPSource(
        address, keys: keys, directory: DeviceDirectory(), answersWhenKept: false, version: "test",
        page: server)
      if starts { try source.start(inbox) }
    }

    deinit {
      source.stop()
      server.stop()
      _ = inbox.close()
    }

    var host: String { "Host: 127.0.0.1:\(server.port)" }

    func ask(_ client: TestClient, _ line: String, _ fields: [String] = [], body: String? = nil) -> TestClient
      .Answer?
    {
      var lines = ["\(line) HTTP/1.1", host, "X-Limit-U: ann", "X-Limit-D: phone"] + fields
      if let body { lines.append("Content-Length: \(body.utf8.count)") }
      client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
      return client.answer()
    }
  }

  private static let fix = #"{"_type":"location","tid":"ab","lat":60.1,"lon":24.9,"acc":5,"tst":1795262300}"#

  @Test func oneConnectionCarriesBothKinds() throws {
    let rig = try Rig()
    let client = TestClient(port: rig.server.port)
    for _ in 0..<2 {
      #expect(rig.ask(client, "GET /")?.body == "the page")
      #expect(
        rig.ask(client, "POST /pub", body: SharedPortTests.fix)?
          .status == 200)
      #expect(rig.ask(client, "GET /?id=van&lat=60.2&lon=24.8&timestamp=1795262300")?.status == 200)
      #expect(rig.ask(client, "GET /page.css")?.body == "p {}")
      #expect(rig.ask(client, "GET /health")?.body.contains(#""status":"ok""#) == true)
    }
    let taken = rig.inbox.next(until: TestServer.now() + 2)
    #expect(taken.eventCount > 0)
  }

  /// The page's key decides who gets `POST /events`, which both know.
  @Test func eachSideHasItsOwnRules() throws {
    let rig = try Rig(keys: HTTPKeys(token: "0123456789abcdef"))
    let client = TestClient(port: rig.server.port)
    let origin = "Origin: http://127.0.0.1:\(rig.server.port)"
    #expect(rig.ask(client, "POST /pub", body: SharedPortTests.fix)?.status == 401)
    #expect(
      rig.ask(client, "POST /pub", ["Authorization: Bearer 0123456789abcdef"], body: SharedPortTests.fix)?
        .status == 200)
    let asPage = rig.ask(client, "POST /events", [origin, "X-Geoscript-Page: guessed"], body: "{}")
    #expect(asPage?.status == 403)
    #expect(asPage?.body.contains("is not the value in the page") == true)
    #expect(rig.ask(client, "POST /events", body: "{}")?.status == 401)
    // The token of phones opens nothing of the page.
    let stream = ["X-Geoscript-Page: 0123456789abcdef", "Authorization: Bearer 0123456789abcdef", origin]
    #expect(rig.ask(client, "POST /stream", stream, body: "0")?.status == 403)
    // What nobody knows is answered by the side that it comes from.
    #expect(
      rig.ask(client, "POST /nowhere", ["Authorization: Bearer 0123456789abcdef"], body: "{}")?.body.contains(
        "/owntracks") == false)
    #expect(rig.ask(client, "GET /nowhere")?.status == 404)
  }

  @Test func phonesWaitUntilTheSourceHasStarted() throws {
    let rig = try Rig(starts: false)
    let early = TestClient(port: rig.server.port)
    #expect(rig.ask(early, "POST /pub", body: SharedPortTests.fix) == nil)
    #expect(rig.ask(TestClient(port: rig.server.port), "GET /")?.body == "the page")
    try rig.source.start(rig.inbox)
    #expect(rig.ask(TestClient(port: rig.server.port), "POST /pub", body: SharedPortTests.fix)?.status == 200)
  }

  @Test func thePageStaysWhenTheSourceHasStopped() throws {
    let rig = try Rig()
    let client = TestClient(port: rig.server.port)
    #expect(rig.ask(client, "POST /pub", body: SharedPortTests.fix)?.status == 200)
    rig.source.stop()
    #expect(rig.ask(client, "POST /pub", body: SharedPortTests.fix)?.status == 503)
    #expect(rig.ask(TestClient(port: rig.server.port), "GET /")?.body == "the page")
  }
}
