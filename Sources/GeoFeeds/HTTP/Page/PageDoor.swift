public import Geo

/// Where a page is served, and who may see it.
public struct PageDoor: Sendable {
  public let host: String
  /// 0 for any free port.
  public let port: Int
  /// Further values of `Host` that browsers send, with or without a port.
  public let names: [String]
  /// The token that opens it; nil on this machine alone.
  public let token: String?

  /// - Errors: ``GeoError`` `usage` if others can reach it without a token, and for a name that no browser sends.
  public init(host: String, port: Int, names: [String], token: String?) throws(GeoError) {
    (self.host, self.port, self.names, self.token) = (host, port, names, token)
    for name in names {
      guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !name.contains("/") else {
        throw GeoError(
          .usage, "--page-host takes a name as browsers send it, such as page.example.org, got '\(name)'")
      }
    }
    if ["0.0.0.0", "::"].contains(host), names.isEmpty {
      throw GeoError(
        .usage, "no browser asks for \(host): say with --page-host NAME by which address it is reached")
    }
    guard token == nil, let open = ([host] + names).first(where: { !LoopbackName.isOne($0) }) else { return }
    throw GeoError(
      .usage,
      "--page: others can reach \(open): say who may see the page, with --page-token FILE "
        + "(openssl rand -hex 16 makes a token); or serve it at 127.0.0.1")
  }

  /// The page's address.
  public func url(port: Int) -> String { "http://\(bracketed):\(port)/" }

  private var bracketed: String { host.contains(":") ? "[\(host)]" : host }

  /// The values of `Host` that it answers, in lowercase.
  func hosts(port: Int) -> Set<String> {
    var hosts: Set<String> = ["\(bracketed):\(port)".lowercased()]
    if port == 80 { hosts.insert(bracketed.lowercased()) }
    for name in names.map({ $0.lowercased() }) {
      hosts.insert(name)
      // Without a port: that of the page, or the usual one of a proxy.
      if !PageDoor.hasPort(name) { hosts.insert("\(name):\(port)") }
    }
    return hosts
  }

  public static func hasPort(_ name: String) -> Bool {
    guard let colon = name.lastIndex(of: ":") else { return false }
    return name.hasPrefix("[") ? name[..<colon].hasSuffix("]") : true
  }
}
