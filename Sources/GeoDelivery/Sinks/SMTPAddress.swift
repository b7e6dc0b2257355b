import Geo
import GeoFeeds
import GeoFormats
import GeoLua
import Glibc

/// The address of a mail server with those who get mail: `smtps://user@mail.example?to=you@example.org`.
public struct SMTPAddress: Sendable, Hashable {
  /// As libcurl takes it.
  let url: String
  let label: String
  let user: String?
  /// The file with the password; nil for the environment.
  private let passwordFile: String?
  let from: String
  let to: [String]
  /// Whether the server must speak TLS.
  let needsTLS: Bool

  /// The environment variable of a password, if no file is given.
  public static let passwordVariable = "GEOSCRIPT_SMTP_PASSWORD"

  /// - Errors: ``GeoError`` `usage` for a mistake, `noInput` for a file that cannot be read.
  init(_ text: Substring, _ words: inout SinkWords) throws(GeoError) {
    func wrong(_ what: String) -> GeoError {
      GeoError(.usage, "\(what) (expected smtps://USER@HOST?to=NAME@HOST)")
    }
    guard let colon = text.firstIndex(of: ":") else { throw wrong("has no scheme") }
    let scheme = text[..<colon].lowercased()
    // What an address may have is the same for all servers.
    let server = try HTTPAddress("http" + text[colon...], of: "a mail server")
    guard server.url.dropFirst(server.origin.count) == "/" else {
      throw wrong("the address has a path: leave it out")
    }
    guard server.password == nil else {
      throw GeoError(
        .usage,
        "everybody on this machine can read a password in a command line: write ?password-file=FILE or set "
          + "$\(SMTPAddress.passwordVariable)")
    }
    user = server.user
    let authority = server.origin.dropFirst("http://".count)
    // RFC 6409: those who log in submit at 587; RFC 8314: TLS from the first byte at 465.
    let port = scheme == "smtps" ? 465 : user == nil ? 25 : 587
    let hasPort = authority.last?.isNumber == true && authority.wholeMatch(of: /.*[^:]:[0-9]+/) != nil
    url = "\(scheme)://\(authority)\(hasPort ? "" : ":\(port)")"
    label = url
    // An IPv6 address is in brackets, and no part of a sender.
    let host = authority.hasPrefix("[") ? "localhost" : String(authority.prefix { $0 != ":" })
    passwordFile = try words.take("password-file")
    to = try words.takeAll("to").flatMap { $0.split(separator: ",") }.map { text throws(GeoError) in
      try SMTPAddress.mailbox(text, "to")
    }
    guard !to.isEmpty else { throw wrong("to= is missing") }
    let from =
      try words.take("from") ?? user.map { $0.contains("@") ? $0 : "\($0)@\(host)" } ?? "geoscript@\(host)"
    self.from = try SMTPAddress.mailbox(from[...], "from")
    // A password goes through TLS only, except on this machine.
    let isHere =
      authority.hasPrefix("[") ? authority.hasPrefix("[::1]") : ["localhost", "127.0.0.1"].contains(host)
    needsTLS = user != nil && !isHere
    if passwordFile != nil, user == nil { throw wrong("a password needs a user") }
    if user != nil, try password == nil {
      throw GeoError(
        .usage, "the password is missing: write ?password-file=FILE or set $\(SMTPAddress.passwordVariable)")
    }
  }

  /// - Source: RFC 5321, section 4.1.2, without quoted names.
  private static func mailbox(_ text: Substring, _ word: String) throws(GeoError) -> String {
    let name = PercentSigns.resolved(text.utf8)
    let parts = name.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), name.utf8.count <= 254,
      name.unicodeScalars.allSatisfy({
        $0.value > 0x20 && $0.value != 0x7f && !"<>()[]\\,;:\"".unicodeScalars.contains($0)
      })
    else {
      throw GeoError(.usage, "\(word)=\(name) is not an address of mail: write \(word)=name@example.org")
    }
    return name
  }

  /// The password, read when the sink starts; nil without a user.
  var password: String? {
    get throws(GeoError) {
      guard user != nil else { return nil }
      if let passwordFile {
        let line = try OptionFile.read(passwordFile, for: "password-file=FILE")
          .split(whereSeparator: \.isNewline).first
        guard let line else { throw GeoError(.usage, "holds no password", at: passwordFile) }
        return String(line)
      }
      return getenv(SMTPAddress.passwordVariable).map { String(cString: $0) }
    }
  }
}
