import Geo
import NIOHTTP1

/// Decides from the header who may send.
///
/// Belongs to the event loop; another thread checks passwords, because that is slow.
struct HTTPAccessControl {
  enum Decision {
    /// `user` is authenticated.
    case open(user: String?)
    case check(Attempt)
  }

  /// A user's password that must be checked.
  struct Attempt: Sendable {
    var name: String
    var password: String
    /// The key under which wrong passwords are counted.
    fileprivate var tries: String

    fileprivate init(_ name: String, _ password: String, by client: String) {
      (self.name, self.password) = (name, password)
      tries = "\(client) \(HTTPAccessControl.share(of: name))"
    }
  }

  private let keys: HTTPKeys
  /// The passwords that were right before, by user.
  private var proven: [String: String] = [:]
  /// Wrong passwords for a name, and wrong tokens, of a client: a few at once, then one in ten seconds.
  ///
  /// A token is compared before the rate limit applies: that costs nothing, and its length keeps it from
  /// being guessed. A password may be short, and is expensive to check.
  private var passwordTries = RateLimiter(rate: 0.1, size: 10)
  private var tokenTries = RateLimiter(rate: 0.1, size: 10)

  init(_ keys: HTTPKeys) { self.keys = keys }

  /// Names share this many counts of wrong passwords, so that a client gains no checks by inventing names,
  /// and so that timing does not reveal which names exist. Attackers rarely lock out a real user.
  ///
  /// The hash differs in each run, so that nobody can find a name with another's count.
  static func share(of name: String) -> Int { abs(name.hashValue % 16) }

  private static let challenge = ("WWW-Authenticate", "Basic realm=\"geoscript\", charset=\"UTF-8\"")

  /// - Parameter now: seconds on a clock that never goes back.
  /// - Errors: ``HTTPRefusal`` for a request that is not allowed.
  mutating func decide(
    _ headers: HTTPHeaders, query: Substring, client: String, at now: Double
  ) throws(HTTPRefusal) -> Decision {
    guard !keys.areNone else {
      try HTTPAccessControl.checkIsOfThisMachine(headers)
      return .open(user: nil)
    }
    let field = headers.first(name: "Authorization")
    let given = field.flatMap { HTTPAccessControl.bearer($0) }
    if let token = keys.token {
      let others = HTTPAccessControl.tokens(query)
      if ([given].compactMap { $0 } + others).contains(where: { PasswordFile.isEqual($0, token) }) {
        return .open(user: nil)
      }
      if given != nil || (field == nil && !others.isEmpty) { throw wrongToken(client, at: now) }
    }
    guard let field else {
      throw HTTPRefusal(401, "authentication required (\(expected))", [HTTPAccessControl.challenge])
    }
    guard let (name, password) = HTTPAccessControl.basic(field) else {
      throw HTTPRefusal(401, "Authorization cannot be read (\(expected))", [HTTPAccessControl.challenge])
    }
    // Browsers attach a known password to any page's request; apps never send the fields of a page.
    try HTTPAccessControl.checkIsFromNoPage(headers)
    if let known = proven[name], PasswordFile.isEqual(known, password) { return .open(user: name) }
    if let token = keys.token, PasswordFile.isEqual(password, token) { return .open(user: nil) }
    guard keys.users != nil else { throw wrongToken(client, at: now) }
    let attempt = Attempt(name, password, by: client)
    if let wait = passwordTries.wait(attempt.tries, at: now) { throw HTTPAccessControl.locked(wait) }
    return .check(attempt)
  }

  /// Records the result of a password check.
  mutating func note(_ isRight: Bool, _ attempt: Attempt, at now: Double) -> HTTPRefusal? {
    guard isRight else {
      _ = passwordTries.takeToken(attempt.tries, at: now)
      return HTTPRefusal(
        401, "the user or the password is wrong (\(expected))", [HTTPAccessControl.challenge])
    }
    proven[attempt.name] = attempt.password
    return nil
  }

  private var expected: String {
    let user = "a user of --http-users and the password, as Basic authorization"
    let token = "the token of --http-token: Authorization: Bearer …, ?token=…, or as the password of Basic"
    if keys.token == nil { return "expected \(user)" }
    return keys.users == nil ? "expected \(token)" : "expected \(user); or \(token)"
  }

  private mutating func wrongToken(_ client: String, at now: Double) -> HTTPRefusal {
    if let wait = tokenTries.takeToken(client, at: now) { return HTTPAccessControl.locked(wait) }
    return HTTPRefusal(401, "the token is wrong (\(expected))", [HTTPAccessControl.challenge])
  }

  private static func locked(_ wait: Double) -> HTTPRefusal {
    .later(429, "too many wrong passwords or tokens came from this address", in: wait)
  }

  /// Without keys, only programs on this machine may send, but no page in a browser, whatever its host name.
  private static func checkIsOfThisMachine(_ headers: HTTPHeaders) throws(HTTPRefusal) {
    try checkIsFromNoPage(headers)
    if let field = ClientAddress.proxyField(headers) {
      throw HTTPRefusal(
        403,
        "this request came through a proxy (\(field)), which would let everyone in: start "
          + "the run with --http-token "
          + "or --http-users, or send to it directly")
    }
    // A foreign name that resolves to this machine: a page of another server, by DNS rebinding.
    if let host = headers.first(name: "Host"), !LoopbackName.isOne(host) {
      throw HTTPRefusal(
        403,
        "Host \"\(host.prefix(100))\" is not this machine (expected 127.0.0.1, [::1] or localhost; for other "
          + "names, as behind a proxy, start the run with --http-token or --http-users)")
    }
  }

  /// Refuses a browser's request on behalf of another server's page.
  private static func checkIsFromNoPage(_ headers: HTTPHeaders) throws(HTTPRefusal) {
    let site = headers.first(name: "Sec-Fetch-Site")
    let isForeign = site.map { $0 != "none" && $0 != "same-origin" } ?? false
    guard isForeign || headers.contains(name: "Origin") else { return }
    throw HTTPRefusal(403, "browser pages may not send here (except with --http-token and Bearer)")
  }

  private static func bearer(_ field: String) -> String? {
    guard field.prefix(7).lowercased() == "bearer " else { return nil }
    return String(field.dropFirst(7).drop { $0 == " " })
  }

  private static func tokens(_ query: Substring) -> [String] {
    query.split(separator: "&").filter { $0.hasPrefix("token=") }.map { String($0.dropFirst(6)) }
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

  /// The user that Basic authorization names, verified or not.
  static func claimedUser(_ field: String) -> String? {
    basic(field).flatMap { $0.name.isEmpty ? nil : $0.name }
  }
}
