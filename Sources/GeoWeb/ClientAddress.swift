import GeoFeeds
import Glibc
import NIOHTTP1

/// Who is on the other side, as rates, tries and connections are counted.
enum ClientAddress {
  /// An address as clients are counted by: of IPv6 the network, since each has its addresses by the billion.
  static func client(of address: String) -> String {
    guard address.contains(":"), address != "::1" else { return address }
    if let last = address.split(separator: ":").last, last.contains(".") { return String(last) }
    // The groups of the text are not those of the address: it leaves zeros out. A link's addresses name the link, too.
    var bytes = in6_addr()
    guard inet_pton(AF_INET6, String(address.prefix { $0 != "%" }), &bytes) == 1 else { return address }
    let groups = withUnsafeBytes(of: bytes) { bytes in
      stride(from: 0, to: 8, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
    }
    return groups.joined(separator: ":")
  }

  /// Whom a proxy of this machine asks for; nil where it does not say.
  static func client(_ headers: HTTPHeaders) -> String? {
    headers[canonicalForm: "x-forwarded-for"].last.map { client(of: String($0)) }
  }

  /// The field by which a proxy says that it hands a request on for somebody; nil where none does.
  static func proxyField(_ headers: HTTPHeaders) -> String? {
    // Each request is asked, and few of its fields have such a length.
    for (name, _) in headers where proxyFieldLengths.contains(name.utf8.count) {
      if proxyFields.contains(name.lowercased()) { return name }
    }
    return nil
  }

  /// The fields by which proxies say whom they ask for.
  ///
  /// - Source: RFC 7239 for `Forwarded`, RFC 9110, section 7.6.3 for `Via`; the others are what Caddy, Traefik, nginx's
  ///   manual and hosts of tunnels set.
  private static let proxyFields = [
    "x-forwarded-for", "forwarded", "x-real-ip", "via", "x-forwarded-host", "x-forwarded-proto",
    "cf-connecting-ip",
  ]
  private static let proxyFieldLengths = proxyFields.map(\.utf8.count)
}
