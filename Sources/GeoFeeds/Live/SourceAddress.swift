/// What a word after `--from` names: a file, standard input or an address.
public struct SourceAddress: Sendable, Hashable {
  /// The word as it was given, without a password: what messages call it.
  public internal(set) var name: String
  /// In lower case; empty for a file and for standard input.
  public let scheme: String
  public var user: String?
  public var password: String?
  /// Without the brackets of IPv6; empty where there is none.
  public var host = ""
  public var port: Int?
  /// What stands between the authority and the query, percent signs resolved, with its first slash.
  public var path = ""
  /// In their order, percent signs resolved.
  public var query: [Parameter] = []

  public struct Parameter: Sendable, Hashable {
    public var name: String
    public var value: String
  }

  /// The schemes of sources whose events come when they happen.
  public static let liveSchemes: Set<String> = [
    "gpsd", "nmea", "tcp", "udp", "mqtt", "mqtts", "http", "https",
  ]

  public var isLive: Bool { SourceAddress.liveSchemes.contains(scheme) }
  /// Whether it is a file or standard input.
  public var isFile: Bool { scheme.isEmpty }

  /// Whether phones or programs post to it.
  public var isServer: Bool { scheme == "http" || scheme == "https" }
  /// Whether messages of OwnTracks may come from it: of files by their names, since others show it inside only.
  public var canBringOwnTracks: Bool {
    guard isFile else { return scheme != "gpsd" && scheme != SourceAddress.simulationScheme }
    var file = name.lowercased()
    if file.hasSuffix(".gz") { file.removeLast(3) }
    return ![".gpx", ".kml", ".geojson", ".csv", ".tsv"].contains(where: file.hasSuffix)
  }

  /// The value of a parameter, nil where it is not there.
  public subscript(parameter: String) -> String? { query.first { $0.name == parameter }?.value }
}
