import Glibc
import NIOHTTP1

/// Identifies clients, to count rates, tries and connections.
enum ClientAddress {
  /// The client of an address: for IPv6 the network, because each client has billions of addresses.
  static func client(of address: String) -> String {
    guard address.contains(":"), address != "::1" else { return address }
    if let last = address.split(separator: ":").last, last.contains(".") { return String(last) }
    // The text omits groups of zeros, so it must be parsed. Link-local addresses also name the link.
    var bytes = in6_addr()
    guard inet_pton(AF_INET6, String(address.prefix { $0 != "%" }), &bytes) == 1 else { return address }
    let groups = withUnsafeBytes(of: bytes) { bytes in
      stride(from: 0, to: 8, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
    }
    return groups.joined(separator: ":")
  }

  /// The client that a proxy on this machine forwards for; nil if it names none.
  static func client(_ headers: HTTPHeaders) -> String? {
    headers[canonicalForm: "x-forwarded-for"].last.map { client(of: String($0)) }
  }

  /// The header field that reveals a proxy; nil without one.
  static func proxyField(_ headers: HTTPHeaders) -> String? {
    // This runs for each request, and few fields have such a length.
    for (name, _) in headers where proxyFieldLengths.contains(name.utf8.count) {
      if proxyFields.contains(name.lowercased()) { return name }
    }
    return nil
  }

  /// The header fields in which proxies name their clients.
  ///
  /// - Source: RFC 7239 for `Forwarded`, RFC 9110, section 7.6.3 for `Via`; the others are what Caddy, Traefik, nginx's
  ///   manual and hosts of tunnels set.
  private static let proxyFields = [
    "x-forwarded-for", "forwarded", "x-real-ip", "via", "x-forwarded-host", "x-forwarded-proto",
    "cf-connecting-ip",
  ]
  private static let proxyFieldLengths = proxyFields.map(\.utf8.count)
}
