import Geo
import NIOCore
import Testing

@testable import GeoFeeds

@Suite struct HTTPSourceTests {
  /// The end of the run says that its thread did not send all answers.
  @Test func unsentAnswersAreReported() throws {
    let loop = HTTPListener.eventLoop
    let ingestServer = IngestServer(
      loop, inbox: LiveInbox { 0 }, decoder: IngestDecoder(name: "http", directory: DeviceDirectory()),
      keys: HTTPKeys(), limits: HTTPLimits(), answersWhenKept: true, version: "test")
    ingestServer.close(patience: 1)
    #expect(ingestServer.unanswered == nil)
    ingestServer.finish(loop.makeFailedFuture(EventLoopError.shutdown))
    #expect(ingestServer.unanswered?.hasPrefix("not all requests were answered: ") == true)
  }

  static let location = #"{"_type":"location","lat":48.8,"lon":2.2,"tst":1700000000,"acc":10,"tid":"JJ"}"#

  @Test func locationIsForwardedAndAnswered() throws {
    let server = try TestServer()
    let client = TestClient(server)
    let answer = try #require(client.post("/pub?u=jane&d=phone", Self.location))
    #expect(answer.status == 200)
    #expect(answer.body == "[]")
    #expect(answer.header.contains("Content-Type: application/json"))
    let events = server.take(1)
    #expect(events.last?.timestamp == 1_700_000_000)
    #expect(events.last.map { server.directory.name(of: $0.device) } == "jane/phone")
  }

  @Test func oneConnectionBringsManyRequests() throws {
    let server = try TestServer()
    let client = TestClient(server)
    for number in 0..<20 {
      #expect(client.get("/?id=\(number)&lat=1&lon=2")?.status == 200)
    }
    #expect(server.take(20).count == 20)
  }

  @Test func pipelinedRequestsAreAnsweredInTheirOrder() throws {
    let server = try TestServer()
    let client = TestClient(server)
    client.send(
      TestClient.post("/pub?u=a&d=b", Self.location) + TestClient.post("/nowhere", "x")
        + TestClient.post("/overland?device=d", "{\"locations\":[]}"))
    #expect(client.answer()?.status == 200)
    #expect(client.answer()?.status == 404)
    #expect(client.answer()?.body == #"{"result":"ok"}"#)
  }

  @Test func aRequestIsAnsweredWhenTheRunHasKeptIt() throws {
    let server = try TestServer(answersWhenKept: true)
    let client = TestClient(server)
    client.send(TestClient.post("/pub?u=a&d=b", Self.location))
    var taken = server.inbox.next(until: TestServer.now() + 2)
    if taken.batches.isEmpty { taken = server.inbox.next(until: TestServer.now() + 2) }
    // The batch is there, and nothing was said.
    let health = try #require(TestClient(server).get("/health"))
    #expect(health.body.contains(#""unanswered":1"#))
    for batch in taken.batches { batch.acknowledge?(.accepted) }
    #expect(client.answer()?.status == 200)
  }

  @Test func requestThatTheRunCannotStoreIsRefused() throws {
    let server = try TestServer(answersWhenKept: true, outcome: .refused)
    let client = TestClient(server)
    client.send(TestClient.post("/pub?u=a&d=b", Self.location))
    server.take(1)
    let answer = try #require(client.answer())
    #expect(answer.status == 503)
    #expect(answer.header.contains("Retry-After"))
  }

  /// A phone resends refused records, so its battery must not count as known.
  @Test func resentRequestIsComplete() throws {
    let server = try TestServer(answersWhenKept: true, outcome: .refused)
    let client = TestClient(server)
    for _ in 0..<2 {
      client.send(
        TestClient.post("/pub?u=a&d=b", #"{"_type":"location","lat":1,"lon":2,"tst":1795262400,"batt":5}"#))
      #expect(server.take(2).count == 2)
      #expect(client.answer()?.status == 503)
    }
  }

  @Test func nothingIsAcceptedForADeviceThatTheRunDoesNotKeep() throws {
    let server = try TestServer(answersWhenKept: true)
    server.inbox.refuse(server.directory.id(of: "a/b"))
    let client = TestClient(server)
    let answer = try #require(client.post("/pub?u=a&d=b", Self.location))
    #expect(answer.status == 503)
    #expect(answer.body.contains("a/b has stopped"))
    client.send(TestClient.post("/pub?u=a&d=c", Self.location))
    server.take(1)
    #expect(client.answer()?.status == 200)
  }

  @Test func deviceOverTheLimitIsRefused() throws {
    let server = try TestServer(deviceLimit: 2)
    let client = TestClient(server)
    #expect(client.get("/?id=1&lat=1&lon=2")?.status == 200)
    #expect(client.get("/?id=2&lat=1&lon=2")?.status == 200)
    for id in 3..<6 { #expect(client.get("/?id=\(id)&lat=1&lon=2")?.status == 507) }
    #expect(client.get("/?id=2&lat=1&lon=2")?.status == 200)
    #expect(server.directory.count == 3)
    #expect(server.take(3).count == 3)
  }

  @Test func requestsAreRefusedWhenTheRunIsBehind() throws {
    let server = try TestServer(capacity: 1, outcome: nil)
    let client = TestClient(server)
    #expect(client.get("/?id=1&lat=1&lon=2")?.status == 200)
    let answer = try #require(client.get("/?id=1&lat=2&lon=2"))
    #expect(answer.status == 503)
    #expect(answer.body.contains("behind"))
  }

  @Test func stoppedRunAcceptsNothing() throws {
    let server = try TestServer(answersWhenKept: true)
    let client = TestClient(server)
    client.send(TestClient.post("/pub?u=a&d=b", Self.location))
    var taken = server.inbox.next(until: TestServer.now() + 2)
    if taken.batches.isEmpty { taken = server.inbox.next(until: TestServer.now() + 2) }
    server.source.stop()
    // Requests that reached the run before are still answered.
    for batch in taken.batches { batch.acknowledge?(.accepted) }
    #expect(client.answer()?.status == 200)
    #expect(server.inbox.next(until: 0).eventCount == 0)
    #expect(client.isEnded())
  }

  @Test func messagesOfAScriptComeWithTheNextAnswer() throws {
    let server = try TestServer()
    let client = TestClient(server)
    let message = OutgoingMessage(device: "jane/phone", json: #"{"_type":"cmd","action":"reportLocation"}"#)
    #expect(!server.source.send(message))
    #expect(client.post("/pub?u=jane&d=phone", Self.location)?.body == "[]")
    #expect(server.source.send(message))
    #expect(server.source.send(message))
    #expect(
      client.post("/pub?u=jane&d=phone", "")?.body
        == #"[{"_type":"cmd","action":"reportLocation"},{"_type":"cmd","action":"reportLocation"}]"#)
    #expect(client.post("/pub?u=jane&d=phone", "")?.body == "[]")
  }

  @Test func healthReportsTheState() throws {
    let server = try TestServer()
    let client = TestClient(server)
    _ = client.get("/?id=1&lat=1&lon=2")
    let json = try JSONParser.parse(try #require(client.get("/health")).body)
    #expect(json["status"]?.text == "ok")
    #expect(json["version"]?.text == "test")
    #expect(json["events"]?.description == "1")
    client.send("HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(client.answer(isHead: true)?.status == 200)
    #expect(client.get("/health")?.status == 200)
    // RFC 9110, section 9.3.2: a refusal has no body either, which would stand before the next answer.
    client.send("HEAD /pub HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(client.answer(isHead: true)?.status == 405)
    #expect(client.get("/health")?.status == 200)
  }

  @Test func healthTellsRemoteClientsNothing() throws {
    let server = try TestServer()
    let client = TestClient(server)
    #expect(client.get("/health", "X-Forwarded-For: 192.0.2.1")?.body == #"{"status":"ok"}"#)
    client.send("GET /health HTTP/1.1\r\nHost: example.org\r\n\r\n")
    #expect(client.answer()?.body == #"{"status":"ok"}"#)
  }

  @Test func wrongPathOrMethodGetsTheRemedy() throws {
    let server = try TestServer()
    let client = TestClient(server)
    let lost = try #require(client.get("/nowhere"))
    #expect(lost.status == 404)
    #expect(lost.body.contains("/pub"))
    let wrong = try #require(client.get("/pub"))
    #expect(wrong.status == 405)
    #expect(wrong.header.contains("Allow: POST"))
    #expect(client.get("/")?.status == 404)
    #expect(client.get("/?lat=1&lon=1")?.status == 400)
  }

  /// Like Java's HttpClient and `curl --http2`, whose next requests would never be answered.
  @Test func requestForAnotherProtocolIsAnsweredAndEndsTheConnection() throws {
    let server = try TestServer()
    let client = TestClient(server)
    let answer = try #require(
      client.post(
        "/pub?u=a&d=b", Self.location, "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c",
        "HTTP2-Settings: AAMAAABkAAQAAP__"))
    #expect(answer.status == 200)
    #expect(answer.header.contains("Connection: close"))
    #expect(client.isEnded())
    #expect(!server.take(1).isEmpty)
  }

  /// TLS, HTTP/2 and an endless header: a client that sends much of it still gets the answer.
  @Test(arguments: [
    ("\u{16}\u{3}\u{1}\u{2}", 400, "for TLS or HTTP/2"),
    ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "for TLS"),
    ("GET / HTTP/1.1\r\nX: ", 431, "expected at most 16384 bytes"),
  ])
  func invalidRequestGetsTheRemedy(_ start: String, _ status: Int, _ reason: String) throws {
    let client = TestClient(try TestServer())
    client.send(start)
    client.send(String(repeating: "a", count: 200_000))
    let answer = try #require(client.answer())
    #expect(answer.status == status)
    #expect(answer.body.contains(reason))
    client.closeOutput()
    #expect(client.isEnded())
  }

  @Test func summaryReportsRefusalsAndTheirReasons() throws {
    let server = try TestServer()
    let client = TestClient(server)
    for _ in 0..<3 { _ = client.get("/nowhere") }
    _ = client.get("/?lat=1&lon=1")
    let summary = server.source.summary
    #expect(
      summary.contains { $0.hasPrefix("refused with 404: 3, first: there is nothing at /nowhere (exp") })
    #expect(summary.contains("refused with 400: 1, first: the skipped records say why"))
  }

  @Test func aDistinctPortIsNeeded() throws {
    let server = try TestServer()
    let second = try HTTPSource(
      SourceAddress("http://127.0.0.1:\(server.port)"), keys: HTTPKeys(), directory: DeviceDirectory(),
      answersWhenKept: false, version: "test")
    let error = #expect(throws: GeoError.self) { try second.start(server.inbox) }
    #expect(error?.description.contains("is taken by another program") == true)
  }

  @Test(arguments: [
    ("http://127.0.0.1", "names no port"), ("https://127.0.0.1:8080", "TLS is not supported"),
    ("http://127.0.0.1:8080/pub", "has a path"), ("http://me:you@127.0.0.1:8080", "--http-users"),
    ("http://0.0.0.0:8080", "--http-token"), ("http://192.0.2.1:8080", "--http-users"),
    ("http://127.0.0.1:8080?bodies=1", "is not a parameter of http://"),
    ("http://127.0.0.1:8080?max-body=lots", "is not a size"),
    ("http://127.0.0.1:8080?max-body=99999999999999M", "is not a size"),
    ("http://127.0.0.1:8080?rate=0", "cannot be used"),
    ("http://127.0.0.1:8080?proxy=true", "proxy=true lets others in"),
  ])
  func invalidAddressIsRefused(_ address: String, _ reason: String) throws {
    let error = #expect(throws: GeoError.self) {
      _ = try HTTPSource(
        SourceAddress(address), keys: HTTPKeys(), directory: DeviceDirectory(), answersWhenKept: false,
        version: "test")
    }
    #expect(error?.code == .usage)
    #expect(error?.description.contains(reason) == true)
    #expect(error?.description.contains("you") == false || !address.contains("you@"))
  }
}
