import Geo
import GeoFormats
import Glibc

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

  /// - Errors: ``GeoError`` `usage` for a parameter that is not one of these.
  func require(parameters known: [String]) throws(GeoError) {
    guard let other = query.first(where: { !known.contains($0.name) })?.name else { return }
    throw GeoError(
      .usage, "?\(other) is not a parameter of \(scheme):// (expected \(known.joined(separator: ", ")))",
      at: name)
  }
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

  /// Whether it may be a file in which each track can be a device; judged by its name.
  public var canBringTracks: Bool {
    guard isFile else { return false }
    switch FileForm(named: name) {
    case .gpx?, .kml?, .geoJSON?, .tcx?, .timeline?, nil: return true
    default: return false
    }
  }
  /// Whether it may be a table, or a simulation along the way in one; judged by its name.
  public var canBringTables: Bool {
    guard isFile else { return scheme == SourceAddress.simulationScheme }
    switch FileForm(named: name) {
    case .csv?, nil: return true
    default: return false
    }
  }

  /// The value of a parameter; nil if it is missing.
  public subscript(parameter: String) -> String? { query.first { $0.name == parameter }?.value }
}

extension SourceAddress {
  /// A whole number in a parameter.
  ///
  /// - Errors: ``GeoError`` `usage` for anything but a number of the range.
  func number(_ parameter: String, _ usual: Int, _ range: ClosedRange<Int>) throws(GeoError) -> Int {
    guard let text = self[parameter] else { return usual }
    guard let number = Int(text), range.contains(number) else {
      throw GeoError(
        .usage, "\(parameter) must be \(range.lowerBound) to \(range.upperBound) (got \"\(text)\")", at: name)
    }
    return number
  }

  /// The password of its user, from `?password-file=FILE` or else from a variable; nil if neither has one.
  ///
  /// - Errors: ``GeoError`` `usage` for a password in the address and an empty file; those of ``ByteStream``.
  func password(orIn variable: String) throws(GeoError) -> String? {
    if password != nil {
      throw GeoError(
        .usage,
        "everybody on this machine can read a password in a command line (expected ?password-file=FILE or "
          + "$\(variable))", at: name)
    }
    guard let file = self["password-file"] else {
      return user == nil ? nil : getenv(variable).map { String(cString: $0) }
    }
    let stream = try ByteStream(path: file)
    let line = String(decoding: try stream.peek(4096), as: UTF8.self).prefix { !$0.isNewline }
    guard !line.isEmpty else { throw GeoError(.usage, "holds no password", at: file) }
    return String(line)
  }
}
