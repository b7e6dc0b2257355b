import CSodium

/// Signatures that prove who sent a message.
public enum MessageSignature {
  /// The bytes of a signature.
  static let size = Int(CS_SIGNATURE_BYTES)

  /// Why libsodium cannot be used; nil if it can.
  public static var missing: String? {
    cs_load().map { "needs libsodium (Debian: libsodium23): \(String(cString: $0))" }
  }

  /// Returns the HMAC-SHA256 of a message; nil without libsodium.
  ///
  /// - Source: RFC 2104 with FIPS 180-4.
  public static func hmac(_ message: [UInt8], key: [UInt8]) -> [UInt8]? {
    var signature = [UInt8](repeating: 0, count: size)
    let isMade = cs_sign(message, message.count, key, key.count, &signature)
    return isMade ? signature : nil
  }
}
