/// Values that prove to others who you are.
enum SecretText {
  /// Whether a value holds a secret in plain text: a header field, or an address with a password.
  static func isPresent(in value: String, of option: String) -> Bool {
    if option == "alert-header" || option == "alert-secret" { return !value.hasPrefix("@") }
    guard let scheme = value.firstRange(of: "://") else { return false }
    // RFC 3986, 3.2.1: what stands before the @ of an authority is the user, and behind a colon the password.
    let authority = value[scheme.upperBound...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return false }
    return authority[..<at].contains(":")
  }
}
