import Foundation
import Geo
import Testing

@testable import GeoFeeds

/// HO-98 to HO-111, through sockets.
@Suite struct PageServerTests {
  private final class Rig {
    let server: PageServer
    let journal = PageJournal()
    let client: TestClient
    static let token = "0123456789abcdef"

    init(token: String? = nil) throws {
      var site = PageSite(
        journal: journal, files: ["/page.css": .init("text/css", Array("p {}".utf8))],
        page: { Array("<key>\($0)</key>".utf8) },
        file: { $0 == "/world" ? PageSite.File("application/octet-stream", [1, 2, 3]) : nil },
        greeting: { Array("{\"type\":\"run\"}\n".utf8) })
      site.metrics = { StatusServer.Page(200, "geoscript_ready 1\n") }
      server = try PageServer(PageDoor(host: "127.0.0.1", port: 0, names: [], token: token), site)
      client = TestClient(port: server.port)
    }

    deinit { server.stop() }

    func ask(
      _ line: String, _ fields: String..., body: String = "", host: String? = nil, origin: String? = nil
    ) -> TestClient.Answer? {
      let here = "127.0.0.1:\(server.port)"
      var lines = [line + " HTTP/1.1", "Host: \(host ?? here)"] + fields
      if line.hasPrefix("POST") || origin != nil { lines.append("Origin: \(origin ?? "http://\(here)")") }
      if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
      client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
      return client.answer()
    }

    var key: String {
      let text = ask("GET /")?.body ?? ""
      return String(text.dropFirst("<key>".count).dropLast("</key>".count))
    }
  }

  @Test func thePageHasItsPolicy() throws {
    let answer = try #require(try Rig().ask("GET /"))
    #expect(answer.status == 200)
    #expect(
      answer.header.contains(
        "Content-Security-Policy: default-src 'self'; worker-src blob:; connect-src 'self'; object-src 'none'; "
      ))
    #expect(answer.header.contains("X-Frame-Options: DENY"))
    #expect(answer.header.contains("Content-Type: text/html"))
    #expect(answer.body.count == 64 + 11)
  }

  /// HO-171.
  @Test func metricsNeedTheTokenWhereThePageDoes() throws {
    #expect(try Rig().ask("GET /metrics")?.body == "geoscript_ready 1\n")
    let rig = try Rig(token: Rig.token)
    #expect(rig.ask("GET /metrics")?.status == 401)
    #expect(rig.ask("GET /metrics", "Authorization: Bearer 0123456789abcde0")?.status == 401)
    #expect(rig.ask("GET /metrics", "Authorization: Bearer \(Rig.token)")?.body == "geoscript_ready 1\n")
    // It opens this path alone.
    #expect(rig.ask("GET /world", "Authorization: Bearer \(Rig.token)")?.status == 401)
    #expect(
      rig.ask("GET /metrics", "Authorization: Bearer \(Rig.token)", host: "evil.example")?.status == 403)
  }

  @Test func requestsOfOthersAreRefused() throws {
    let rig = try Rig()
    let key = rig.key
    let field = "X-Geoscript-Page: \(key)"
    #expect(rig.ask("GET /", host: "evil.example:\(rig.server.port)")?.status == 403)
    #expect(rig.ask("GET /page.css", host: "evil.example")?.status == 403)
    #expect(rig.ask("GET /world", origin: "http://evil.example")?.status == 403)
    #expect(rig.ask("POST /stream", field, body: "0", origin: "http://evil.example")?.status == 403)
    #expect(rig.ask("POST /stream", field, body: "0", host: "evil.example")?.status == 403)
    // Without the value in the page, and with another one.
    #expect(rig.ask("POST /stream", body: "0")?.status == 403)
    #expect(rig.ask("POST /stream", "X-Geoscript-Page: \(key.dropLast())0x", body: "0")?.status == 403)
    // A handshake is a request like others, and there is no socket.
    let handshake = rig.ask(
      "GET /stream", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", origin: "http://evil.example")
    #expect(handshake?.status == 403)
  }

  /// HO-98, HO-112: what changes something has the doors of the stream, and one more.
  @Test(arguments: ["/events", "/fences"])
  func changesHaveTheSameDoors(_ path: String) throws {
    let rig = try Rig(token: Rig.token)
    let cookie = try #require(
      rig.ask("POST /token", body: "token=\(Rig.token)")?.header.components(separatedBy: "Set-Cookie: ").last?
        .prefix { $0 != ";" })
    let text = try #require(rig.ask("GET /", "Cookie: \(cookie)")?.body)
    let field = "X-Geoscript-Page: \(text.dropFirst("<key>".count).dropLast("</key>".count))"
    let (line, own) = ("POST \(path)", "Cookie: \(cookie)")
    #expect(rig.ask(line, field, body: "{}")?.status == 401)
    #expect(rig.ask(line, own, body: "{}")?.body.contains("load the page again") == true)
    #expect(rig.ask(line, own, field, body: "{}", origin: "http://evil.example")?.status == 403)
    #expect(rig.ask(line, own, field, body: "{}", host: "evil.example")?.status == 403)
    #expect(rig.ask("GET \(path)", own, field)?.status == 405)
    // Everything is right, and the page only shows.
    #expect(rig.ask(line, own, field, body: "{}")?.body.contains("this page only shows") == true)
  }

  @Test func otherPathsAndMethods() throws {
    let rig = try Rig()
    #expect(rig.ask("GET /page.css")?.body == "p {}")
    #expect(rig.ask("GET /world")?.body == "\u{1}\u{2}\u{3}")
    #expect(rig.ask("GET /nothing")?.status == 404)
    #expect(rig.ask("GET /stream")?.status == 405)
    #expect(rig.ask("POST /")?.status == 405)
    let field = "X-Geoscript-Page: \(rig.key)"
    #expect(rig.ask("POST /stream", field, body: "x")?.status == 400)
  }

  @Test func aLargeBodyIsRefused() throws {
    let rig = try Rig()
    #expect(rig.ask("POST /stream", body: String(repeating: "0", count: 70_000))?.status == 413)
    #expect(rig.ask("GET /page.css")?.status == 200)
  }

  @Test func theStreamBringsWhatComes() throws {
    let rig = try Rig()
    rig.journal.append(Array("{\"number\":1}\n".utf8), at: monotonicSeconds())
    let key = rig.key
    rig.client.send(
      "POST /stream HTTP/1.1\r\nHost: 127.0.0.1:\(rig.server.port)\r\n"
        + "Origin: http://127.0.0.1:\(rig.server.port)\r\nX-Geoscript-Page: \(key)\r\nContent-Length: 1\r\n\r\n0"
    )
    let begun = try #require(rig.client.read(until: "{\"number\":1}"))
    #expect(begun.contains("{\"type\":\"run\"}") && begun.contains("application/x-ndjson"))
    rig.journal.append(Array("{\"number\":2}\n".utf8), at: monotonicSeconds())
    #expect(rig.client.read(until: "{\"number\":2}") != nil)
    rig.server.stop()
    #expect(rig.client.isEnded())
  }

  @Test func aClientThatReadsNothingCostsNothing() throws {
    let rig = try Rig()
    let key = rig.key
    let slow = TestClient(port: rig.server.port)
    slow.send(
      "POST /stream HTTP/1.1\r\nHost: 127.0.0.1:\(rig.server.port)\r\n"
        + "Origin: http://127.0.0.1:\(rig.server.port)\r\nX-Geoscript-Page: \(key)\r\nContent-Length: 1\r\n\r\n0"
    )
    let line = [UInt8](repeating: 0x20, count: 1 << 20) + [0x0A]
    for _ in 0..<80 { rig.journal.append(line, at: monotonicSeconds()) }
    // The memory is bounded, and others are answered.
    #expect(rig.journal.last - rig.journal.first < 64)
    #expect(rig.ask("GET /page.css")?.status == 200)
  }

  @Test func theTokenOpensThePage() throws {
    let rig = try Rig(token: Rig.token)
    let closed = try #require(rig.ask("GET /"))
    #expect(closed.status == 401)
    #expect(closed.body.contains("type=\"password\"") && !closed.body.contains("<key>"))
    #expect(rig.ask("GET /world")?.status == 401)
    #expect(rig.ask("POST /stream", body: "0")?.status == 401)
    #expect(rig.ask("POST /token", body: "token=wrong")?.status == 401)
    #expect(rig.ask("POST /token", body: "token=\(Rig.token)", origin: "http://evil.example")?.status == 403)
    // By the form, or once by an address that does not stay.
    let form = try #require(rig.ask("POST /token", body: "token=\(Rig.token)"))
    let link = try #require(rig.ask("GET /?token=\(Rig.token)"))
    for answer in [form, link] {
      #expect(answer.status == 303)
      #expect(answer.header.contains("Location: /\r\n"))
      #expect(answer.header.contains("HttpOnly; SameSite=Strict"))
      let cookie = answer.header.components(separatedBy: "Set-Cookie: ").last?.prefix { $0 != ";" } ?? ""
      #expect(rig.ask("GET /", "Cookie: \(cookie)")?.body.hasPrefix("<key>") == true)
    }
  }

  /// HO-117.
  @Test func oneAddressDoesNotTakeAllConnections() throws {
    let rig = try Rig()
    #expect(rig.ask("GET /page.css")?.status == 200)
    var others = (1..<PageServer.clientLimit).map { _ in TestClient(port: rig.server.port) }
    let request = "GET /page.css HTTP/1.1\r\nHost: 127.0.0.1:\(rig.server.port)\r\n\r\n"
    for client in others { client.send(request) }
    #expect(others.allSatisfy { $0.answer()?.status == 200 })
    let further = TestClient(port: rig.server.port)
    #expect(further.isEnded())
    #expect(rig.ask("GET /page.css")?.status == 200)
    // One that ends makes room.
    others.removeLast(64)
    var isAnswered = false
    for _ in 0..<100 where !isAnswered {
      usleep(20_000)
      let next = TestClient(port: rig.server.port)
      next.send(request)
      isAnswered = next.answer()?.status == 200
    }
    #expect(isAnswered)
  }
}
