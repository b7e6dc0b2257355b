import GeoFeeds
import NIOHTTP1

/// Decides who is let in, by the header alone.
///
/// Belongs to the event loop; checking a password is handed out, since it takes long.
struct HTTPGate {
  enum Decision {
    /// `user` is proven.
    case open(user: String?)
    case check(name: String, password: String, field: String)
    case refuse(HTTPRefusal)
  }

  private let keys: HTTPKeys
  /// The fields `Authorization` that were right once, by user.
  private var proven: [String: String] = [:]
  /// Wrong tries of a client: a few at once, then one in ten seconds.
  private var tries = RateKeeper(rate: 0.1, size: 10)

  init(_ keys: HTTPKeys) { self.keys = keys }

  private static let challenge = ("WWW-Authenticate", "Basic realm=\"geoscript\", charset=\"UTF-8\"")

  /// - Parameter now: seconds on a clock that never goes back.
  mutating func decide(
    _ headers: HTTPHeaders, query: Substring, client: String, at now: Double
  ) -> Decision {
    guard !keys.areNone else { return decideOnThisMachine(headers) }
    if let token = keys.token, let given = HTTPGate.token(headers, query) {
      if let refusal = locked(client, at: now) { return .refuse(refusal) }
      if PasswordFile.isEqual(given, token) { return .open(user: nil) }
      return .refuse(wrong(client, at: now))
    }
    guard let field = headers.first(name: "Authorization") else {
      return .refuse(
        HTTPRefusal(401, "who are you? (\(expected))", [HTTPGate.challenge]))
    }
    guard let (name, password) = HTTPGate.basic(field) else {
      return .refuse(
        HTTPRefusal(401, "Authorization cannot be read (\(expected))", [HTTPGate.challenge]))
    }
    // Browsers send a password they know with whatever a page posts; apps never say that they come from a page.
    if let refusal = HTTPGate.fromPage(headers) { return .refuse(refusal) }
    if let known = proven[name], PasswordFile.isEqual(known, field) { return .open(user: name) }
    if let refusal = locked(client, at: now) { return .refuse(refusal) }
    if let token = keys.token, PasswordFile.isEqual(password, token) { return .open(user: nil) }
    guard keys.users != nil else { return .refuse(wrong(client, at: now)) }
    return .check(name: name, password: password, field: field)
  }

  /// Notes what came of checking a password.
  mutating func note(
    _ isRight: Bool, name: String, field: String, client: String, at now: Double
  ) -> HTTPRefusal? {
    guard isRight else { return wrong(client, at: now) }
    proven[name] = field
    return nil
  }

  private var expected: String {
    keys.users == nil
      ? "expected the token: Authorization: Bearer …, ?token=…, or as the password of Basic"
      : "expected a user and a password, as Basic authorization"
  }

  private func locked(_ client: String, at now: Double) -> HTTPRefusal? {
    tries.wait(client, at: now).map {
      HTTPRefusal(429, "too many wrong tries", [("Retry-After", String(Int($0.rounded(.up))))])
    }
  }

  private mutating func wrong(_ client: String, at now: Double) -> HTTPRefusal {
    _ = tries.take(client, at: now)
    return HTTPRefusal(401, "wrong password or token", [HTTPGate.challenge])
  }

  /// Without keys only programs of this machine may send: no page in its browser, under whatever name.
  private func decideOnThisMachine(_ headers: HTTPHeaders) -> Decision {
    if let refusal = HTTPGate.fromPage(headers) { return .refuse(refusal) }
    // A name that leads here but is not this machine's own: a page of another server, by DNS rebinding.
    if let host = headers.first(name: "Host"), !LoopbackName.isOne(host) {
      return .refuse(
        HTTPRefusal(
          403,
          "Host \"\(host.prefix(100))\" is not this machine (expected 127.0.0.1, [::1] or localhost; for other "
            + "names, as behind a proxy, start with --http-token or --http-users)"))
    }
    return .open(user: nil)
  }

  /// A refusal where a browser says that a page of another server asks.
  private static func fromPage(_ headers: HTTPHeaders) -> HTTPRefusal? {
    let site = headers.first(name: "Sec-Fetch-Site")
    let isForeign = site.map { $0 != "none" && $0 != "same-origin" } ?? false
    guard isForeign || headers.contains(name: "Origin") else { return nil }
    return HTTPRefusal(
      403, "pages in a browser may not send here (with --http-token and Bearer they may)")
  }

  private static func token(_ headers: HTTPHeaders, _ query: Substring) -> String? {
    if let field = headers.first(name: "Authorization"), field.count > 7,
      field.prefix(7).lowercased() == "bearer "
    {
      return String(field.dropFirst(7).drop { $0 == " " })
    }
    return query.split(separator: "&").first { $0.hasPrefix("token=") }.map { String($0.dropFirst(6)) }
  }

  private static func basic(_ field: String) -> (name: String, password: String)? {
    guard field.prefix(6).lowercased() == "basic ",
      let bytes = Base64.decode(field.utf8.dropFirst(6).drop { $0 == 0x20 }), !bytes.contains(0),
      let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return (
      String(decoding: bytes[..<colon], as: UTF8.self), String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    )
  }

  /// The user that Basic authorization names, whether or not it is right.
  static func claimedUser(_ headers: HTTPHeaders) -> String? {
    headers.first(name: "Authorization").flatMap { basic($0)?.name }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// The names and addresses by which a machine calls itself.
enum LoopbackName {
  /// - Parameter host: a name or an address, with or without a port; IPv6 in brackets or alone.
  static func isOne(_ host: String) -> Bool {
    var name = host.lowercased()[...]
    if name.hasPrefix("["), let end = name.firstIndex(of: "]") {
      name = name[name.index(after: name.startIndex)..<end]
    } else if name.filter({ $0 == ":" }).count == 1 {
      name = name.prefix { $0 != ":" }
    }
    if name.hasSuffix(".") { name = name.dropLast() }
    if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
