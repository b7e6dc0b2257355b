public import Geo

/// The address of a web hook or a tile, with its secrets kept apart.
public struct HTTPAddress: Sendable, Hashable {
  /// Scheme, host and port, as messages show it: a path or a query may be secret too.
  public let origin: String
  /// The address without user, password and fragment.
  package let url: String
  package let user: String?
  let password: String?

  package static func isMeant(by text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// - Errors: ``GeoError`` `usage`, without the address itself.
  public init(_ text: String, of subject: String = "an alert sink") throws(GeoError) {
    func wrong(_ message: String) -> GeoError {
      GeoError(.usage, "the address of \(subject) \(message) (expected https://HOST[:PORT]/PATH)")
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "\\") }) else {
      throw wrong("contains a space, a control character or a backslash; write a space as %20")
    }
    guard HTTPAddress.isMeant(by: text), let colon = text.firstIndex(of: ":") else {
      throw wrong("does not begin with https:// or http://")
    }
    let scheme = text[..<colon].lowercased()
    let rest = text[text.index(colon, offsetBy: 3)...].prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let path = rest[authority.endIndex...]
    // A password may contain an @, a host cannot.
    let at = authority.lastIndex(of: "@")
    let place = at.map { authority[authority.index(after: $0)...] } ?? authority[...]
    let (host, port) = try HTTPAddress.split(place, wrong)
    let words = at.map {
      authority[..<$0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    }
    user = try HTTPAddress.decoded(words?[0], wrong)
    password = try HTTPAddress.decoded(words?.dropFirst().first, wrong)
    let isUsual = port == nil || port == (scheme == "https" ? 443 : 80)
    origin = "\(scheme)://\(host.lowercased())" + (isUsual ? "" : ":\(port ?? 0)")
    url = origin + (path.hasPrefix("/") ? "" : "/") + path
  }

  private static func split(
    _ place: Substring, _ wrong: (String) -> GeoError
  ) throws(GeoError) -> (host: Substring, port: Int?) {
    let bracket = place.hasPrefix("[") ? place.firstIndex(of: "]") : nil
    let colon = place[(bracket ?? place.startIndex)...].firstIndex(of: ":")
    let host = place[..<(colon ?? place.endIndex)]
    guard !host.isEmpty, host.hasPrefix("[") == (bracket != nil) else { throw wrong("has no host") }
    // libcurl refuses these as well; checking here finds them before the run.
    if bracket == nil, let odd = host.first(where: { "!{}$'\"^`*<>=;,+&()%[]".contains($0) }) {
      throw wrong("has the character \(odd) in its host")
    }
    guard let colon else { return (host, nil) }
    guard let port = Int(place[place.index(after: colon)...]), (1...65535).contains(port) else {
      throw wrong("has an invalid port; write 1 to 65535")
    }
    return (host, port)
  }

  /// Source: RFC 3986, section 2.1.
  private static func decoded(
    _ text: Substring?, _ wrong: (String) -> GeoError
  ) throws(GeoError) -> String? {
    guard let text else { return nil }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        code != 0
      else { throw wrong("has a bare % in its user or password; write it as %25") }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension HTTPAddress {
  /// The header field that authenticates the user; nil without one.
  ///
  /// - Source: RFC 7617, section 2.
  package var authorization: String? {
    user.map { "Authorization: Basic " + Base64Text.encode("\($0):\(password ?? "")".utf8) }
  }
}
