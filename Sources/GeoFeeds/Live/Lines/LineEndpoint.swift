public import Geo
import Glibc

/// The origin of lines that an address names.
public enum LineEndpoint: Sendable, Hashable {
  case tcp(host: String, port: Int)
  /// An empty host means all addresses of this machine; a multicast group is joined.
  case udp(host: String, port: Int)
  /// A serial line, at a given or a detected speed; or a FIFO.
  case device(path: String, baud: Int?)

  /// The port of NMEA 0183 over TCP and UDP.
  ///
  /// - Source: IANA's register of service names, `nmea-0183`.
  public static let defaultPort = 10_110

  /// - Errors: ``GeoError`` `usage` for an incomplete address or an unknown parameter.
  public init(_ address: SourceAddress) throws(GeoError) {
    if ["tcp", "udp", "nmea"].contains(address.scheme), address.port == nil, Int(address.host) != nil {
      throw GeoError(
        .usage,
        address.scheme == "udp"
          ? "names a host, \(address.host), and no port (expected udp://:\(address.host) to listen on that port)"
          : "names a host, \(address.host), and no port (expected \(address.scheme)://HOST:\(address.host))",
        at: address.name)
    }
    switch address.scheme {
    case "nmea" where !address.host.isEmpty && address.path.count > 1:
      throw GeoError(
        .usage,
        "names the host \(address.host) and a path: write a device with three slashes "
          + "(expected nmea:///\(address.host)\(address.path))", at: address.name)
    case "tcp" where !address.host.isEmpty, "nmea" where !address.host.isEmpty:
      try address.require(parameters: ["device", "timeout"])
      self = .tcp(host: address.host, port: address.port ?? LineEndpoint.defaultPort)
    case "tcp": throw GeoError(.usage, "names no host (expected tcp://HOST:PORT)", at: address.name)
    case "udp":
      try address.require(parameters: ["device"])
      self = .udp(host: address.host, port: address.port ?? LineEndpoint.defaultPort)
    default:
      try address.require(parameters: ["device", "timeout", "baud"])
      guard address.path.count > 1 else {
        throw GeoError(.usage, "names no device (expected nmea:///dev/ttyUSB0?baud=4800)", at: address.name)
      }
      let baud = try address["baud"].map { text throws(GeoError) in
        guard let baud = Int(text), SerialLine.speeds.contains(where: { $0.baud == baud }) else {
          let all = SerialLine.speeds.map { "\($0.baud)" }.joined(separator: ", ")
          throw GeoError(
            .usage, "baud \"\(text)\" is not a speed of a serial line (expected \(all))", at: address.name)
        }
        return baud
      }
      self = .device(path: address.path, baud: baud)
    }
  }

  /// The device of lines that name none; nil if each sender has its own name.
  var deviceName: String? {
    switch self {
    case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .udp: nil
    case .device(let path, _): path.split(separator: "/").last.map(String.init) ?? path
    }
  }

  /// The longest pause between two tries; opening a device is cheap.
  var longestPause: Double { if case .device = self { 4 } else { 60 } }

  /// - Errors: ``ConnectionFault``.
  func open(_ wake: WakeDescriptor) throws(ConnectionFault) -> LineConnection {
    switch self {
    case .tcp(let host, let port): try LineConnection(host: host, port: port, wake)
    case .udp(let host, let port): try LineConnection(datagramsTo: host, port: port)
    case .device(let path, let baud): try LineConnection(device: path, baud: baud)
    }
  }
}

/// An open descriptor that lines come from.
final class LineConnection {
  let descriptor: Int32
  /// Whether each read is a separate message, possibly from another sender.
  let isDatagram: Bool
  let serial: SerialLine?

  init(descriptor: Int32, isDatagram: Bool = false, serial: SerialLine? = nil) {
    self.descriptor = descriptor
    self.isDatagram = isDatagram
    self.serial = serial
  }

  deinit {
    serial?.restore()
    close(descriptor)
  }
}
