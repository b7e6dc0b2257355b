import GeoFormats

/// The meaning of a word after `--from`: a file, standard input or an address.
public struct SourceAddress: Sendable, Hashable {
  /// The word as given, without a password: the source's name in messages.
  public internal(set) var name: String
  /// In lower case; empty for a file and for standard input.
  public let scheme: String
  public var user: String?
  public var password: String?
  /// Without the brackets of IPv6; empty without a host.
  public var host = ""
  public var port: Int?
  /// The path with its first slash, percent signs resolved.
  public var path = ""
  /// In their order, percent signs resolved.
  public var query: [Parameter] = []

  public struct Parameter: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// The schemes of live sources.
  public static let liveSchemes: Set<String> = [
    "gpsd", "nmea", "tcp", "udp", "mqtt", "mqtts", "http", "https", "nats",
  ]

  public var isLive: Bool { SourceAddress.liveSchemes.contains(scheme) }
  /// Whether it is a file or standard input.
  public var isFile: Bool { scheme.isEmpty }

  /// Whether phones or programs post to it.
  public var isServer: Bool { scheme == "http" || scheme == "https" }
  /// Whether it may contain messages of OwnTracks; for files, judged by their names.
  public var canBringOwnTracks: Bool {
    guard isFile else { return scheme != "gpsd" && scheme != SourceAddress.simulationScheme }
    switch FileForm(named: name) {
    case .lines?, .ndjson?, nil: return true
    default: return false
    }
  }

  /// The value of a parameter; nil if it is missing.
  public subscript(parameter: String) -> String? { query.first { $0.name == parameter }?.value }
}
