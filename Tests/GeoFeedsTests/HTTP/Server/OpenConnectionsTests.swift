@testable import GeoFeeds
import Testing

@Suite struct OpenConnectionsTests {
  @Test func connectionOverTheLimitWaits() throws {
    let server = try TestServer("?connections=1")
    var first: TestClient? = TestClient(server)
    #expect(first?.get("/health")?.status == 200)
    let second = TestClient(server)
    second.send("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    for _ in 0..<3 {
      let health = first?.get("/health")?.body
      #expect(health?.contains(#""connections":1"#) == true)
    }
    first = nil
    let answer = try #require(second.answer())
    #expect(answer.body.contains(#""connections":1"#))
    #expect(answer.body.contains(#""requests":5"#))
  }

  @Test func idleConnectionsEndWithTheServer() throws {
    let server = try TestServer()
    let fresh = TestClient(server)
    let used = TestClient(server)
    #expect(used.get("/health")?.status == 200)
    server.source.stop()
    #expect(used.isEnded())
    #expect(fresh.isEnded())
    #expect(TestClient(server).get("/health") == nil)
    // A second stop does nothing.
    server.source.stop()
  }

  @Test func requestInProgressAtTheStopIsStillAnswered() throws {
    let server = try TestServer()
    let client = TestClient(server)
    let text = TestClient.post("/pub?u=a&d=b", HTTPSourceTests.location)
    #expect(client.get("/health")?.status == 200)
    client.send(String(text.dropLast(10)))
    // After the bytes sent before, so the loop has read them.
    #expect(TestClient(server).get("/health")?.body.contains(#""requests":3"#) == true)
    server.source.stop()
    client.send(String(text.suffix(10)))
    let answer = try #require(client.answer())
    #expect(answer.status == 503)
    #expect(answer.body.contains("the run is ending"))
    #expect(client.isEnded())
  }
}
