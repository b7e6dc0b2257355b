import Geo
import NIOHTTP1
import Testing

@testable import GeoFeeds

/// HO-98, HO-99.
@Suite struct PageAccessTests {
  private static let token = "0123456789abcdef"

  private func access(_ names: [String] = [], token: String? = nil) throws -> PageAccess {
    PageAccess(try PageDoor(host: "127.0.0.1", port: 8080, names: names, token: token))
  }

  private func head(
    _ method: HTTPMethod = .GET, _ uri: String = "/", _ fields: (String, String)...
  ) -> HTTPRequestHead {
    HTTPRequestHead(version: .http1_1, method: method, uri: uri, headers: HTTPHeaders(fields))
  }

  private let host = ("Host", "127.0.0.1:8080")
  private let origin = ("Origin", "http://127.0.0.1:8080")

  @Test func itsOwnRequestsAreAnswered() throws {
    let access = try access()
    #expect(access.refusal(of: head(.GET, "/", host), port: 8080) == nil)
    #expect(access.refusal(of: head(.POST, "/stream", host, origin), port: 8080) == nil)
    #expect(
      access.refusal(of: head(.GET, "/world", host, ("Sec-Fetch-Site", "same-origin")), port: 8080) == nil)
    // A link in another page may open it.
    let visit = head(.GET, "/", host, ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"))
    #expect(access.refusal(of: visit, port: 8080) == nil)
  }

  /// A name of an attacker that resolves to this machine: DNS rebinding.
  @Test(arguments: [
    "evil.example:8080", "127.0.0.1", "127.0.0.1:80", "localhost:8080", "127.0.0.1:8080.evil.example", "",
  ])
  func anotherHostIsRefused(_ name: String) throws {
    let refusal = try access().refusal(of: head(.GET, "/", ("Host", name)), port: 8080)
    #expect(refusal?.status == 403)
    #expect(refusal?.message.contains("is not an address of this page") == true)
  }

  @Test func aHostIsThereOnce() throws {
    let access = try access()
    #expect(access.refusal(of: head(), port: 8080)?.status == 403)
    #expect(access.refusal(of: head(.GET, "/", host, host), port: 8080)?.status == 403)
  }

  @Test(arguments: ["http://evil.example", "http://127.0.0.1:8081", "https://127.0.0.1:8080", "null", ""])
  func anotherOriginIsRefused(_ name: String) throws {
    let access = try access()
    for head in [
      head(.POST, "/stream", host, ("Origin", name)), head(.GET, "/world", host, ("Origin", name)),
    ] {
      let refusal = access.refusal(of: head, port: 8080)
      #expect(refusal?.status == 403)
      #expect(refusal?.message.contains("is not this page") == true)
    }
  }

  @Test func aChangeHasAnOrigin() throws {
    #expect(try access().refusal(of: head(.POST, "/stream", host), port: 8080)?.status == 403)
  }

  @Test(arguments: ["cross-site", "same-site"])
  func otherPagesAskForNothing(_ site: String) throws {
    let access = try access()
    #expect(
      access.refusal(of: head(.GET, "/world", host, ("Sec-Fetch-Site", site)), port: 8080)?.status == 403)
    let frame = head(.GET, "/", host, ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "no-cors"))
    #expect(access.refusal(of: frame, port: 8080)?.status == 403)
  }

  @Test func aProxyNeedsTheToken() throws {
    let proxied = head(.GET, "/", host, ("X-Forwarded-For", "192.0.2.1"))
    #expect(try access().refusal(of: proxied, port: 8080)?.message.contains("--page-token") == true)
    #expect(try access(token: Self.token).refusal(of: proxied, port: 8080) == nil)
  }

  @Test func aNameOfAProxyMayHaveTLS() throws {
    let access = try access(["page.example.org"], token: Self.token)
    let name = ("Host", "page.example.org")
    for origin in ["https://page.example.org", "http://page.example.org"] {
      #expect(access.refusal(of: head(.POST, "/stream", name, ("Origin", origin)), port: 8080) == nil)
    }
    // The origin is that of this host, not of another one that is allowed.
    #expect(access.refusal(of: head(.POST, "/stream", name, origin), port: 8080)?.status == 403)
  }

  @Test func theTokenIsExchangedForACookie() throws {
    let access = try access(token: Self.token)
    #expect(!access.hasSession(HTTPHeaders(), port: 8080))
    let (name, value) = try access.exchange(Self.token, head(.POST, "/token"), from: "a", port: 8080, at: 0)
    #expect(name == "Set-Cookie")
    #expect(value.contains("; HttpOnly") && value.contains("; SameSite=Strict") && !value.contains("Secure"))
    #expect(!value.contains(Self.token))
    let cookie = try #require(value.split(separator: ";").first.map(String.init))
    #expect(access.hasSession(HTTPHeaders([("Cookie", "a=b; \(cookie)")]), port: 8080))
    #expect(!access.hasSession(HTTPHeaders([("Cookie", cookie + "0")]), port: 8080))
    #expect(!access.hasSession(HTTPHeaders([("Cookie", cookie)]), port: 9090))
    // Another run has another value.
    #expect(try !self.access(token: Self.token).hasSession(HTTPHeaders([("Cookie", cookie)]), port: 8080))
    let secure = try access.exchange(
      Self.token, head(.POST, "/token", ("Origin", "https://page.example.org")), from: "a", port: 8080, at: 0)
    #expect(secure.1.hasSuffix("; Secure"))
  }

  @Test func tokensCannotBeGuessed() throws {
    let access = try access(token: Self.token)
    var statuses: [Int] = []
    for _ in 0..<12 {
      do throws(HTTPRefusal) {
        _ = try access.exchange("guess", head(.POST, "/token"), from: "a", port: 8080, at: 5)
      } catch { statuses.append(error.status) }
    }
    #expect(statuses == Array(repeating: 401, count: 10) + [429, 429])
    // The right one still opens, and another client may try.
    #expect(throws: Never.self) {
      _ = try access.exchange(Self.token, head(.POST, "/token"), from: "a", port: 8080, at: 5)
    }
    #expect {
      _ = try access.exchange("guess", head(.POST, "/token"), from: "b", port: 8080, at: 5)
    } throws: { ($0 as? HTTPRefusal)?.status == 401 }
  }

  @Test func aTokenOfAProgramCannotBeGuessedEither() throws {
    let access = try access(token: Self.token)
    func opens(_ field: String, from client: String = "a") throws(HTTPRefusal) -> Bool {
      try access.hasToken(HTTPHeaders([("Authorization", field)]), from: client, at: 5)
    }
    var statuses: [Int] = []
    for _ in 0..<12 {
      do throws(HTTPRefusal) { _ = try opens("Bearer guess") } catch { statuses.append(error.status) }
    }
    #expect(statuses == Array(repeating: 401, count: 10) + [429, 429])
    #expect(try opens("Bearer \(Self.token)") && opens("bearer \(Self.token)"))
    // The user of a proxy is no token.
    #expect(try !opens("Basic dXNlcjpwYXNzd29yZA=="))
    #expect(try !access.hasToken(HTTPHeaders(), from: "a", at: 5))
    #expect(throws: HTTPRefusal.self) { try opens("Bearer guess", from: "b") }
  }

  @Test func theKeyIsRandom() throws {
    let access = try access()
    #expect(access.key.count == 64)
    #expect(try self.access().key != access.key)
    #expect(access.hasKey(HTTPHeaders([("X-Geoscript-Page", access.key)])))
    #expect(!access.hasKey(HTTPHeaders([("X-Geoscript-Page", String(access.key.dropLast()))])))
    #expect(!access.hasKey(HTTPHeaders()))
  }
}
