import Geo
import GeoFeeds
import Testing

@testable import GeoWeb

@Suite struct HTTPGateTests {
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

  @Test func whoIsNotKnownIsAskedWho() throws {
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

  @Test func triesAreLimitedForThoseWhoAreNotProven() throws {
    let server = try server()
    #expect(TestClient(server).post("/pub?d=phone", Self.body, Self.right)?.status == 200)
    var statuses: [Int] = []
    for _ in 0..<12 {
      statuses.append(TestClient(server).post("/pub", Self.body, "Authorization: Bearer guess")?.status ?? 0)
    }
    #expect(statuses.first == 401)
    #expect(statuses.last == 429)
    #expect(TestClient(server).post("/pub?d=phone", Self.body, Self.right)?.status == 200)
  }

  @Test func theTokenOpensInThreeWays() throws {
    let server = try server()
    let client = TestClient(server)
    #expect(client.post("/pub?u=a&d=b", Self.body, "Authorization: Bearer \(Self.token)")?.status == 200)
    #expect(client.get("/?id=1&lat=1&lon=2&token=\(Self.token)")?.status == 200)
    // `x:` and the token, as an app sends it that knows only passwords.
    #expect(
      client.post(
        "/pub?u=a&d=b", Self.body,
        "Authorization: Basic eDowMTIzNDU2Nzg5YWJjZGVmMDEyMzQ1Njc4OWFiY2RlZg==")?.status == 200)
    // The token is no attribute of a device.
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
    ("", "names no user"), ("jane", "is no user"), ("jane:secret", "not hashed"),
    ("jane:$9$x$y", "not hashed"),
    (":x", "is no user"),
  ])
  func aFileOfUsersThatMakesNoSenseIsRefused(_ text: String, _ reason: String) {
    let error = #expect(throws: GeoError.self) { _ = try PasswordFile(text: text, place: "users") }
    #expect(error?.description.contains(reason) == true)
    #expect(error?.description.contains("secret") == false)
  }

  @Test func aLineThatWeMakeIsAccepted() throws {
    let line = try PasswordFile.line(name: "jane", password: "correct horse")
    let file = try PasswordFile(text: line, place: "users")
    #expect(line.hasPrefix("jane:$"))
    #expect(file.accepts("jane", "correct horse"))
    #expect(!file.accepts("jane", "correct hors"))
    #expect(!file.accepts("bob", "correct horse"))
  }

  /// What Apache's `htpasswd -nB` makes: bcrypt, its salt and hash by libxcrypt's own crypt(3).
  @Test func aLineOfHtpasswdIsAccepted() throws {
    let file = try PasswordFile(
      text: "jane:$2y$05$abcdefghijklmnopqrstuuOQiyCxlgf/oeuTqixKmWdcYUh4Hjl0a", place: "users")
    #expect(file.accepts("jane", "secret"))
  }

  @Test func aTokenMustBeLong() {
    #expect(throws: GeoError.self) { _ = try HTTPKeys(tokenFile: nil, usersFile: nil, environment: "short") }
  }

  @Test(arguments: [
    ("amFuZTpzZWNyZXQ=", "jane:secret"), ("Zg", "f"), ("Zm8=", "fo"), ("Zm9vYmFy", "foobar"), ("", ""),
  ])
  func base64IsRead(_ text: String, _ plain: String) {
    // RFC 4648, section 10.
    #expect(Base64.decode(text.utf8).map { String(decoding: $0, as: UTF8.self) } == plain)
    #expect(Base64.decode("Z".utf8) == nil)
    #expect(Base64.decode("Zm=v".utf8) == nil)
  }
}
