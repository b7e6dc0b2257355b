import GeoFormats
public import Geo
import Glibc

/// What a NATS server says of itself when somebody connects.
///
/// - Source: docs.nats.io, «NATS Client Protocol», INFO.
public struct NATSInfo: Sendable {
  public let version: String
  public let hasJetStream: Bool
  public let needsLogin: Bool
  public let needsTLS: Bool
  /// The most bytes of a message; nil if it does not say.
  public let mostBytes: Int?

  /// - Errors: ``GeoError`` `unavailable` if nothing answers, `data` if it is no NATS server.
  public init(host: String, port: Int, patience: Double = 5) throws(GeoError) {
    let connection: LineConnection
    do throws(ConnectionFault) {
      connection = try LineConnection(host: host, port: port, WakeDescriptor())
    } catch {
      throw GeoError(.unavailable, error.message, at: "\(host):\(port)")
    }
    var bytes: [UInt8] = []
    let end = monotonicSeconds() + patience
    while !bytes.contains(0x0a), bytes.count < 1 << 16, monotonicSeconds() < end {
      var waiting = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(patience * 1000)) == 1 else { break }
      var part = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection.descriptor, &part, part.count, 0)
      guard count > 0 else { break }
      bytes += part[..<count]
    }
    try self.init(line: String(decoding: bytes.prefix { $0 != 0x0a }, as: UTF8.self), at: "\(host):\(port)")
  }

  /// Reads the first line of a server.
  init(line: String, at place: String) throws(GeoError) {
    guard line.hasPrefix("INFO "), let json = try? JSONParser.parse(String(line.dropFirst(5))),
      case .object(let members) = json
    else { throw GeoError(.data, "does not answer as a NATS server does", at: place) }
    func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
    func isTrue(_ name: String) -> Bool { if case .bool(true)? = member(name) { true } else { false } }
    if case .string(let text)? = member("version") { version = text } else { version = "?" }
    hasJetStream = isTrue("jetstream")
    needsLogin = isTrue("auth_required")
    needsTLS = isTrue("tls_required")
    if case .integer(let bytes)? = member("max_payload") {
      mostBytes = Int(exactly: bytes)
    } else {
      mostBytes = nil
    }
  }

  /// Whether this version keeps what it acknowledged.
  ///
  /// - Source: nats-server #4320: 2.9.15 to 2.9.20 can lose what a key-value store was told last.
  public var isUnsafe: Bool {
    let parts = version.split(separator: ".").prefix(3).map { Int($0.prefix { $0.isNumber }) ?? 0 }
    return parts.count == 3 && parts[0] == 2 && parts[1] == 9 && (15...20).contains(parts[2])
  }
}
