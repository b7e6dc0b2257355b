public import Geo
import GeoFeeds
import GeoFormats
import GeoLua

/// A secret that signs messages to web hooks; no message shows it.
///
/// - Source: standardwebhooks.com, specification 1.0.0, "Signature scheme" and "Secret rotation"; HO-85.
public struct SigningSecret: Sendable, CustomStringConvertible {
  private let key: [UInt8]

  public var description: String { "(a secret)" }

  private init(_ key: [UInt8]) { self.key = key }

  /// Reads the words of `--alert-secret`: `@FILE` with one secret on each line, the newest first.
  ///
  /// - Errors: ``GeoError`` `usage` for a secret on the command line, a wrong one, and more than two; `noInput` for a
  ///   file that cannot be read.
  public static func read(_ words: [String]) throws(GeoError) -> [SigningSecret] {
    var secrets: [SigningSecret] = []
    for word in words {
      guard word.hasPrefix("@"), word.utf8.count > 1 else {
        throw GeoError(
          .usage,
          "--alert-secret takes @FILE: everybody on this machine can read a secret in a command line")
      }
      let path = String(word.dropFirst())
      let lines = try OptionFile.read(path, for: "--alert-secret @FILE")
        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      let before = secrets.count
      for (number, line) in lines.enumerated() where !line.allSatisfy(\.isWhitespace) {
        secrets.append(try secret(line, at: "\(path):\(number + 1)"))
      }
      guard secrets.count > before else {
        throw GeoError(.usage, "holds no secret: write whsec_… on a line", at: path)
      }
    }
    guard secrets.count <= 2 else {
      throw GeoError(.usage, "--alert-secret takes two secrets at most, the new one and the old one")
    }
    return secrets
  }

  private static func secret(_ line: Substring, at place: String) throws(GeoError) -> SigningSecret {
    let text = line.filter { !$0.isWhitespace }
    let digits = text.hasPrefix("whsec_") ? text.dropFirst(6) : text[...]
    guard let key = Base64.decode(digits.utf8), (24...64).contains(key.count) else {
      throw GeoError(
        .usage,
        "is not a secret: write whsec_ and 24 to 64 bytes in Base64 (echo whsec_$(openssl rand -base64 32))",
        at: place)
    }
    return SigningSecret(key)
  }

  /// The header fields of a message: its id, the time of this attempt, and a signature by each secret.
  ///
  /// - Parameter time: in seconds since 1970.
  static func headers(id: String, time: Int, body: [UInt8], _ secrets: [SigningSecret]) -> [String] {
    guard !secrets.isEmpty else { return [] }
    let content = Array("\(id).\(time).".utf8) + body
    let signatures = secrets.compactMap { MessageSignature.hmac(content, key: $0.key) }
      .map { "v1,\(Base64Text.encode($0))" }
    return [
      "webhook-id: \(id)", "webhook-timestamp: \(time)",
      "webhook-signature: \(signatures.joined(separator: " "))",
    ]
  }
}
