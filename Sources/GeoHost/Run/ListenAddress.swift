public import Geo

/// An `ADDRESS:PORT` to listen on.
public struct ListenAddress: Sendable, Hashable {
  public let host: String
  public let port: Int

  /// - Shapes: `127.0.0.1:9090`, `[::1]:9090`, `localhost:0` for any free port.
  /// - Errors: ``GeoError`` `usage` for a text that is not an address and a port.
  public init(_ text: String) throws(GeoError) {
    let fault = GeoError(
      .usage, "--metrics takes ADDRESS:PORT, such as 127.0.0.1:9090, got '\(text)'")
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
    (self.host, self.port) = (String(host), port)
  }

  /// The address that a browser takes.
  func url(port: Int) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
