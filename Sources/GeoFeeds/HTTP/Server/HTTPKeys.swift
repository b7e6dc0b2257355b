public import Geo
import Glibc

/// The credentials: a token, and users with passwords. Without either, all programs on this machine may send.
public struct HTTPKeys: Sendable {
  public var token: String?
  public var users: PasswordFile?

  public init(token: String? = nil, users: PasswordFile? = nil) {
    self.token = token
    self.users = users
  }

  var areNone: Bool { token == nil && users == nil }

  /// The fewest characters of a token; a shorter one can be guessed.
  private static let shortest = 16

  /// Reads the files that options name; without a token file, the token comes from the environment.
  ///
  /// - Errors: ``GeoError`` for an unreadable file and a short token. Never prints the token.
  public init(tokenFile: String?, usersFile: String?, environment: String? = nil) throws(GeoError) {
    if let tokenFile {
      let text = try HTTPKeys.text(of: tokenFile)
      token = try HTTPKeys.token(String(text.prefix { !$0.isNewline }), at: tokenFile)
    } else if let environment {
      token = try HTTPKeys.token(environment, at: HTTPKeys.variable)
    }
    if let usersFile { users = try PasswordFile(text: try HTTPKeys.text(of: usersFile), place: usersFile) }
  }

  /// The environment variable that holds a token.
  public static let variable = "GEOSCRIPT_HTTP_TOKEN"

  private static func token(_ text: String, at place: String) throws(GeoError) -> String {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw GeoError(
        .usage,
        "the first line is not a token (expected one word of letters and digits, as "
          + "openssl rand -hex 16 prints)",
        at: place)
    }
    guard text.utf8.count >= shortest else {
      throw GeoError(
        .usage,
        "the token has \(text.utf8.count) characters (expected at least \(shortest): openssl rand -hex 16)",
        at: place)
    }
    return text
  }

  private static func text(of path: String) throws(GeoError) -> String {
    guard let file = fopen(path, "re") else {
      throw GeoError(.noInput, "cannot be opened: \(String(cString: strerror(errno)))", at: path)
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
