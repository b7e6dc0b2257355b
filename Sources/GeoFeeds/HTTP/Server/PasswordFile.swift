import CCrypt
public import Geo
import Glibc

/// The users who may send, with hashes of their passwords.
///
/// - Shapes: lines `name:hash` with a hash of `geoscript http-user`, `htpasswd -nB` or `openssl passwd -6`;
///   lines that begin with # and blank lines are skipped. Any hash that libcrypt knows: yescrypt, bcrypt,
///   SHA-512 …
public struct PasswordFile: Sendable {
  private let hashes: [String: String]

  /// Hashed in place of an unknown user's hash, so that timing does not reveal which users exist.
  private let stand: String

  /// - Errors: ``GeoError`` `usage` for a line without name and hash, a duplicate name, an invalid hash, and
  ///   no user at all; `unavailable` without libcrypt. Never prints a hash.
  public init(text: String, place: String) throws(GeoError) {
    if let fault = cy_load() {
      throw GeoError(.unavailable, "passwords cannot be checked without libcrypt: \(String(cString: fault))")
    }
    var hashes: [String: String] = [:]
    var stand = ""
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      guard let first = line.first(where: { $0 != " " && $0 != "\t" }), first != "#" else { continue }
      let at = "\(place):\(index + 1)"
      let name = line.prefix { $0 != ":" }
      let hash = String(line.dropFirst(name.count + 1).prefix { $0 != " " && $0 != "\t" })
      let isHash = hash.first == "$" && PasswordFile.hash("", like: hash) != nil
      // Names may have spaces; a line with spaces but no hash is a script or the like.
      guard !name.isEmpty, name.count < line.count, isHash || !name.contains(where: \.isWhitespace) else {
        throw GeoError(
          .usage, "is not a line of a users file (expected name:hash; geoscript http-user NAME makes it)",
          at: at)
      }
      guard isHash else {
        throw GeoError(
          .usage,
          "the text after \(name): is not a hash that libcrypt knows (expected a line "
            + "name:hash; geoscript http-user "
            + "\(name) makes it)", at: at)
      }
      guard hashes.updateValue(hash, forKey: String(name)) == nil else {
        throw GeoError(.usage, "there is a second line for \(name)", at: at)
      }
      stand = hash
    }
    guard !hashes.isEmpty else {
      throw GeoError(
        .usage, "names no user (expected lines name:hash; geoscript http-user NAME makes one)", at: place)
    }
    self.hashes = hashes
    self.stand = stand
  }

  /// Whether it is this user's password. Slow by design of the hashes.
  func accepts(_ name: String, _ password: String) -> Bool {
    let known = hashes[name]
    let expected = known ?? stand
    guard let made = PasswordFile.hash(password, like: expected) else { return false }
    return PasswordFile.isEqual(made, expected) && known != nil
  }

  /// Compares in constant time.
  package static func isEqual(_ left: String, _ right: String) -> Bool {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    return left.count == right.count && cy_is_equal(left, right, left.count)
  }

  private static func hash(_ password: String, like setting: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CY_HASH_BYTES)) { room in
      guard let base = room.baseAddress, cy_hash(password, setting, base) else { return nil }
      return String(cString: base)
    }
  }

  /// Returns the line of a user for such a file.
  ///
  /// - Errors: ``GeoError`` `usage` for a name or a password that the file cannot hold.
  public static func line(name: String, password: String) throws(GeoError) -> String {
    guard !name.isEmpty, !name.contains(":"), !name.contains(where: \.isNewline), name.first != "#" else {
      throw GeoError(.usage, "\"\(name)\" cannot be a user name (expected one without a colon)")
    }
    guard !password.isEmpty, !password.contains("\0") else { throw GeoError(.usage, "the password is empty") }
    if let fault = cy_load() {
      throw GeoError(.unavailable, "passwords cannot be hashed without libcrypt: \(String(cString: fault))")
    }
    let setting = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CY_HASH_BYTES)) { room in
      room.baseAddress.flatMap { cy_new_setting($0) ? String(cString: $0) : nil }
    }
    guard let setting, let hash = hash(password, like: setting) else {
      throw GeoError(.internal, "libcrypt could not make a hash")
    }
    return "\(name):\(hash)"
  }
}
