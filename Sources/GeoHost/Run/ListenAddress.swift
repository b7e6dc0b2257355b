public import Geo
import Glibc

/// An `ADDRESS:PORT` to listen on.
public struct ListenAddress: Sendable, Hashable {
  public let host: String
  public let port: Int

  /// - Shapes: `127.0.0.1:9090`, `[::1]:9090`, `localhost:0` for any free port.
  /// - Parameters:
  ///   - option: which option has the text.
  ///   - form: what the option takes.
  /// - Errors: ``GeoError`` `usage` for a text that is not an address and a port.
  public init(
    _ text: String, of option: String = "--metrics", form: String = "ADDRESS:PORT, such as 127.0.0.1:9090"
  ) throws(GeoError) {
    let fault = GeoError(.usage, "\(option) takes \(form), got '\(text)'")
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65_535).contains(port)
    else { throw fault }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      throw fault
    }
    guard !host.isEmpty, !host.contains("/") else { throw fault }
    if let whole = ListenAddress.whole(String(host)) {
      throw GeoError(
        .usage, "\(option): '\(host)' is short for \(whole): write the address whole, \(whole):\(port)")
    }
    (self.host, self.port) = (String(host), port)
  }

  /// What an IPv4 address means that has other than four decimal numbers; nil for other texts.
  ///
  /// - Source: inet_aton(3): `0` is 0.0.0.0 and `127.1` 127.0.0.1, but browsers and rules for addresses do not know that.
  private static func whole(_ host: String) -> String? {
    var address = in_addr()
    guard inet_pton(AF_INET, host, &address) != 1, inet_aton(host, &address) != 0 else { return nil }
    var text = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
    guard inet_ntop(AF_INET, &address, &text, socklen_t(text.count)) != nil else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The address that a browser takes.
  package func url(port: Int) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
