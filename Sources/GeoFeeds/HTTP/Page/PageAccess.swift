import Geo
import NIOHTTP1
import Synchronization

/// Decides from the header which requests the server of a page answers.
///
/// - Source: HO-98, HO-99. Fetch, sections 3.2 and 3.7, for `Origin` and `Sec-Fetch-Site`; RFC 6265bis for the cookie.
final class PageAccess: Sendable {
  /// The value that the page's HTML holds, and that the stream and each change carry.
  let key = PageAccess.random()
  private let door: PageDoor
  /// The value of the cookie that the token is exchanged for.
  private let session = PageAccess.random()
  /// Wrong tokens of a client: a few at once, then one in ten seconds.
  private let tries = Mutex(RateLimiter(rate: 0.1, size: 10))

  init(_ door: PageDoor) { self.door = door }

  /// Where shared links begin.
  static let sharedPath = "/share/"

  /// The field that carries ``key``.
  static let keyField = "X-Geoscript-Page"

  private static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in (generator.next() as UInt64).hexadecimal }.joined()
  }

  /// Why a request is not answered, whatever it asks for; nil if it may be.
  ///
  /// - Parameter port: the one that the server listens on.
  func refusal(of head: HTTPRequestHead, port: Int) -> HTTPRefusal? {
    let headers = head.headers
    let names = headers["Host"]
    guard names.count == 1, let host = names.first?.lowercased(), door.hosts(port: port).contains(host) else {
      let name = names.first ?? ""
      return HTTPRefusal(
        403, "Host \"\(name.prefix(100))\" is not an address of this page (--page-host NAME adds one)")
    }
    if door.token == nil, let field = ClientAddress.proxyField(headers) {
      return HTTPRefusal(
        403,
        "this request came through a proxy (\(field)), which would let everyone in: start the run with "
          + "--page-token")
    }
    let isReading = head.method == .GET || head.method == .HEAD
    let origins = headers["Origin"]
    if origins.isEmpty ? !isReading : origins.count > 1 || !isOrigin(origins[0], of: host) {
      return HTTPRefusal(403, "Origin \"\((origins.first ?? "").prefix(100))\" is not this page")
    }
    // A link of another page may lead here, but nothing there may read what is here.
    let path = PageAccess.path(head)
    let isVisit =
      isReading && (path == "/" || path.hasPrefix(PageAccess.sharedPath))
      && headers.first(name: "Sec-Fetch-Mode") == "navigate"
    if let site = headers.first(name: "Sec-Fetch-Site"), site != "none", site != "same-origin", !isVisit {
      return HTTPRefusal(403, "pages of other servers may not ask here")
    }
    return nil
  }

  /// The path of a request, without its query.
  static func path(_ head: HTTPRequestHead) -> String { String(head.uri.prefix { $0 != "?" && $0 != "#" }) }

  /// A proxy in front of the page may speak TLS for a name of `--page-host`.
  private func isOrigin(_ origin: String, of host: String) -> Bool {
    let origin = origin.lowercased()
    return origin == "http://\(host)"
      || (origin == "https://\(host)" && door.names.contains { $0.lowercased() == host })
  }

  /// Whether the browser has exchanged the token, if there is one.
  func hasSession(_ headers: HTTPHeaders, port: Int) -> Bool {
    guard door.token != nil else { return true }
    let name = PageAccess.cookieName(port) + "="
    return headers["Cookie"].flatMap { $0.split(separator: ";") }.contains { part in
      let part = part.drop { $0 == " " }
      return part.hasPrefix(name) && PasswordFile.isEqual(String(part.dropFirst(name.count)), session)
    }
  }

  /// Whether a program that cannot keep a cookie, such as Prometheus, sends the token itself.
  ///
  /// - Errors: ``HTTPRefusal`` for a wrong token.
  func hasToken(_ headers: HTTPHeaders, from client: String, at now: Double) throws(HTTPRefusal) -> Bool {
    // A proxy may have its own field, with a user.
    guard let token = door.token, let field = headers.first(name: "Authorization"),
      field.lowercased().hasPrefix("bearer ")
    else { return false }
    try check(String(field.dropFirst(7)), token, from: client, at: now)
    return true
  }

  private func check(
    _ token: String, _ expected: String?, from client: String, at now: Double
  ) throws(HTTPRefusal) {
    if let expected, PasswordFile.isEqual(token, expected) { return }
    if let wait = tries.withLock({ $0.takeToken(client, at: now) }) {
      throw .later(429, "too many wrong tokens came from this address", in: wait)
    }
    throw HTTPRefusal(401, "the token is wrong (expected that of --page-token)")
  }

  /// Whether the request is the page's own: other pages cannot know the value.
  ///
  /// - Parameter token: that of a shared link, which is the value of its page.
  func hasKey(_ headers: HTTPHeaders, token: String? = nil) -> Bool {
    headers.first(name: PageAccess.keyField).map { PasswordFile.isEqual($0, token ?? key) } ?? false
  }

  // Cookies do not know ports, and a machine may have several pages.
  private static func cookieName(_ port: Int) -> String { "geoscript-page-\(port)" }

  /// Exchanges a token for the field with the cookie.
  ///
  /// - Parameter now: seconds on a clock that never goes back.
  /// - Errors: ``HTTPRefusal`` for a wrong token.
  func exchange(
    _ token: String, _ head: HTTPRequestHead, from client: String, port: Int, at now: Double
  ) throws(HTTPRefusal) -> (String, String) {
    try check(token, door.token, from: client, at: now)
    let isSecure = head.headers.first(name: "Origin")?.lowercased().hasPrefix("https:") == true
    return (
      "Set-Cookie",
      "\(PageAccess.cookieName(port))=\(session); Path=/; HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
    )
  }
}
