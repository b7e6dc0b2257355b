import Foundation
import Geo
import NIOHTTP1
import Testing

@testable import GeoFeeds

@Suite struct HTTPAccessControlTests {
  static let token = "0123456789abcdef0123456789abcdef"
  /// Made by OpenSSL 3.0: `openssl passwd -6 -salt saltsalt secret`.
  static let users =
    "# people\njane:$6$saltsalt$TVLlQcbpFVof5W3Yz4DTP6gRstiNuHwwTt6GLc1E5n0U0aDehy0S5knV8wiOQSpT0Y77vwPZN.Pq.H91p5hVO1\n"

  private func server(_ parameters: String = "") throws -> TestServer {
    try TestServer(
      parameters,
      keys: HTTPKeys(token: Self.token, users: try PasswordFile(text: Self.users, place: "users")))
  }

  private static let body = #"{"_type":"location","lat":48.8,"lon":2.2,"tst":1700000000}"#
  /// `jane:secret`, `jane:wrong`, `bob:secret` in Base64.
  private static let right = "Authorization: Basic amFuZTpzZWNyZXQ="
  private static let wrong = "Authorization: Basic amFuZTp3cm9uZw=="
  private static let unknown = "Authorization: Basic Ym9iOnNlY3JldA=="

  @Test func aPasswordOpensAndNamesTheUser() throws {
    let server = try server()
    let client = TestClient(server)
    #expect(client.post("/pub?d=phone", Self.body, Self.right)?.status == 200)
    #expect(client.post("/pub?u=bob&d=phone", Self.body, Self.right)?.status == 200)
    let events = server.take(2)
    #expect(Set(events.map { server.directory.name(of: $0.device) }) == ["jane/phone"])
  }

  /// RFC 4291, section 2.2: how the text of an address leaves zeros out.
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("::1", "::1"),
    ("2001:db8::a:b:c:d", "2001:db8:0:0"), ("2001:db8::1", "2001:db8:0:0"),
    ("2a01:4f8:c0c:0:1::2", "2a01:4f8:c0c:0"), ("2a01:4f8:c0c::2", "2a01:4f8:c0c:0"),
    ("2A01:4F8:C0C:12::2", "2a01:4f8:c0c:12"), ("fe80::1%eth0", "fe80:0:0:0"), ("::x", "::x"),
  ])
  func clientsOfIPv6AreCountedByTheirNetwork(address: String, client: String) {
    #expect(ClientAddress.client(of: address) == client)
  }

  @Test func unknownClientMustAuthenticate() throws {
    let client = TestClient(try server())
    let answer = try #require(client.post("/pub?u=jane&d=phone", Self.body))
    #expect(answer.status == 401)
    #expect(answer.header.contains("WWW-Authenticate: Basic"))
  }

  @Test func aWrongPasswordIsRefused() throws {
    let server = try server()
    #expect(TestClient(server).post("/pub?d=phone", Self.body, Self.wrong)?.status == 401)
    #expect(TestClient(server).post("/pub?d=phone", Self.body, Self.unknown)?.status == 401)
    #expect(TestClient(server).post("/pub?d=phone", Self.body, "Authorization: Basic !!!")?.status == 401)
  }

  /// Guesses behind a proxy do not lock out clients with the token or logged-in users there.
  @Test func guessingLocksNobodyElseOut() throws {
    let server = try server()
    func post(_ field: String) -> Int? { TestClient(server).post("/pub?u=a&d=b", Self.body, field)?.status }
    #expect(post(Self.right) == 200)
    let statuses = (0..<12).map { _ in post("Authorization: Bearer guess") }
    #expect(statuses.first == 401)
    #expect(statuses.last == 429)
    #expect(post("Authorization: Bearer \(Self.token)") == 200)
    #expect(post(Self.right) == 200)
    #expect(TestClient(server).get("/?id=1&lat=1&lon=2&token=\(Self.token)")?.status == 200)
    // Wrong tokens do not count as password guesses, and a wrong one beside a right password does not matter.
    #expect(TestClient(server).post("/pub?d=b&token=old", Self.body, Self.right)?.status == 200)
    #expect(post(Self.wrong) == 401)
  }

  @Test func guessingAPasswordIsSlow() throws {
    var accessControl = HTTPAccessControl(HTTPKeys(users: try PasswordFile(text: Self.users, place: "users")))
    func attempt(
      _ name: String, _ now: Double, of client: String = "192.0.2.1"
    ) throws(HTTPRefusal) -> HTTPAccessControl.Decision {
      let field = "Basic " + Self.base64("\(name):guess")
      return try accessControl.decide(["Authorization": field], query: "", client: client, at: now)
    }
    /// How many of a thousand wrong passwords within some seconds are checked.
    func checks(_ name: (Int) -> String, _ start: Double, _ seconds: Double) -> Int {
      var count = 0
      for turn in 0..<1000 {
        let now = start + seconds * Double(turn) / 1000
        guard case .check(let wrong)? = try? attempt(name(turn), now) else { continue }
        #expect(accessControl.note(false, wrong, at: now)?.status == 401)
        count += 1
      }
      return count
    }
    #expect(checks({ _ in "jane" }, 0, 0) == 10)
    #expect((9...11).contains(checks({ _ in "jane" }, 0, 100)))
    // Invented names gain few more.
    #expect(checks({ "x\($0)" }, 100, 0) <= 160)
    let refusal = #expect(throws: HTTPRefusal.self) { try attempt("jane", 100) }
    #expect(refusal?.status == 429)
    #expect(refusal?.fields.first?.0 == "Retry-After")
    guard case .check = try attempt("jane", 100, of: "192.0.2.2") else { throw Failure() }
  }

  @Test func guessesForOneNameLeaveOtherNamesTheirTries() throws {
    var accessControl = HTTPAccessControl(HTTPKeys(users: try PasswordFile(text: Self.users, place: "users")))
    let other = try #require(
      (0..<1000).lazy.map { "user\($0)" }.first {
        HTTPAccessControl.share(of: $0) != HTTPAccessControl.share(of: "jane")
      })
    func decide(_ name: String) throws(HTTPRefusal) -> HTTPAccessControl.Decision {
      try accessControl.decide(
        ["Authorization": "Basic " + Self.base64("\(name):x")], query: "", client: "127.0.0.1", at: 0)
    }
    for _ in 0..<10 {
      if case .check(let wrong) = try decide("jane") { _ = accessControl.note(false, wrong, at: 0) }
    }
    #expect(throws: HTTPRefusal.self) { try decide("jane") }
    guard case .check(let right) = try decide(other) else { throw Failure() }
    #expect(accessControl.note(true, right, at: 0) == nil)
    guard case .open(other) = try decide(other) else { throw Failure() }
  }

  private struct Failure: Error {}

  private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  @Test(arguments: [
    "X-Forwarded-For: 192.0.2.7", "Forwarded: for=192.0.2.7", "X-Real-IP: 192.0.2.7", "Via: 1.1 proxy",
    "X-Forwarded-Host: example.org", "X-Forwarded-Proto: https", "x-forwarded-for: 127.0.0.1",
  ])
  func proxiesNeedKeys(_ field: String) throws {
    let client = TestClient(try TestServer())
    let answer = try #require(client.get("/?id=1&lat=1&lon=2", field))
    #expect(answer.status == 403)
    #expect(answer.body.contains("this request came through a proxy"))
    #expect(answer.body.contains("--http-token or --http-users"))
    // With keys they may.
    let keyed = TestClient(try server())
    #expect(keyed.get("/?id=1&lat=1&lon=2&token=\(Self.token)", field)?.status == 200)
  }

  @Test func theTokenOpensInThreeWays() throws {
    let server = try server()
    let client = TestClient(server)
    #expect(client.post("/pub?u=a&d=b", Self.body, "Authorization: Bearer \(Self.token)")?.status == 200)
    #expect(client.get("/?id=1&lat=1&lon=2&token=\(Self.token)")?.status == 200)
    // `x:` and the token, as sent by apps that know only passwords.
    #expect(
      client.post(
        "/pub?u=a&d=b", Self.body,
        "Authorization: Basic eDowMTIzNDU2Nzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZg==")?.status == 200)
    // The token is not an attribute of a device.
    for event in server.take(3) {
      if case .message(let message) = event.payload { #expect(!message.json.contains(Self.token)) }
    }
  }

  @Test(arguments: [
    "Host: evil.example", "Host: 127.0.0.1.evil.example",
    "Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site",
  ])
  func aPageInABrowserIsRefused(_ field: String) throws {
    let client = TestClient(try TestServer())
    let host = field.hasPrefix("Host") ? "" : "Host: 127.0.0.1:8080\r\n"
    client.send("GET /?id=1&lat=1&lon=2 HTTP/1.1\r\n\(host)\(field)\r\n\r\n")
    #expect(client.answer()?.status == 403)
  }

  @Test func aPageNeedsABearer() throws {
    let client = TestClient(try server())
    let origin = "Origin: http://evil.example"
    #expect(client.post("/pub?u=a&d=b", Self.body, origin, Self.right)?.status == 403)
    let other = TestClient(try server())
    #expect(
      other.post("/pub?u=a&d=b", Self.body, origin, "Authorization: Bearer \(Self.token)")?.status == 200)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.0.0.1:8080", true), ("localhost", true), ("LOCALHOST:1", true),
    ("[::1]:80", true),
    ("::1", true), ("a.localhost", true), ("localhost.", true), ("127.1", false), ("128.0.0.1", false),
    ("127.0.0.256", false), ("localhost.evil.example", false), ("", false), ("[::2]", false),
    ("127.0.0.1.", true),
  ])
  func aMachineCallsItselfByFewNames(_ name: String, _ isOwn: Bool) {
    #expect(LoopbackName.isOne(name) == isOwn)
  }

  @Test(arguments: [
    ("", "names no user"), ("jane", "users:1: is not a line of a users file"),
    ("jane:secret", "users:1: the text after jane: is not a hash"), ("jane:$9$x$y", "is not a hash"),
    (":x", "is not a line of a users file"),
    ("local app = {}\nfunction app:go() end", "users:1: is not a line of a users file"),
    ("manager:startUpdatingLocation()", "is not a hash"),
    ("local s = a:sub(1)", "is not a line of a users file"),
  ])
  func invalidUsersFileIsRefused(_ text: String, _ reason: String) {
    let error = #expect(throws: GeoError.self) { _ = try PasswordFile(text: text, place: "users") }
    #expect(error?.description.contains(reason) == true)
    #expect(error?.description.contains("geoscript http-user") == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test func ourOwnLineIsAccepted() throws {
    let line = try PasswordFile.line(name: "jane", password: "correct horse")
    let file = try PasswordFile(text: line, place: "users")
    #expect(line.hasPrefix("jane:$"))
    #expect(file.accepts("jane", "correct horse"))
    #expect(!file.accepts("jane", "correct hors"))
    #expect(!file.accepts("bob", "correct horse"))
  }

  /// The output of Apache's `htpasswd -nB`: bcrypt, its salt and hash by libxcrypt's crypt(3).
  @Test func aLineOfHtpasswdIsAccepted() throws {
    let file = try PasswordFile(
      text: "jane:$2y$05$abcdefghijklmnopqrstuuOQiyCxlgf/oeuTqixKmWdcYUh4Hjl0a", place: "users")
    #expect(file.accepts("jane", "secret"))
  }

  @Test func aTokenIsOneWord() {
    let error = #expect(throws: GeoError.self) {
      _ = try HTTPKeys(tokenFile: nil, usersFile: nil, environment: "local manager = CLLocationManager.new()")
    }
    #expect(error?.description.contains("openssl rand -hex 16") == true)
    #expect(error?.description.contains("manager") == false)
  }

  @Test func aTokenMustBeLong() {
    #expect(throws: GeoError.self) { _ = try HTTPKeys(tokenFile: nil, usersFile: nil, environment: "short") }
  }
}
