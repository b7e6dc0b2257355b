import Geo
import GeoFormats

/// The paths that phones send to, and what each accepts.
public enum HTTPRoute: Sendable, CaseIterable {
  /// The server's root: the query, the content type or the body reveals the dialect.
  case any
  case ownTracks
  case osmAnd
  case overland
  case locative
  case geoJSON
  case events
  case acknowledge
  case health

  /// The paths of a route; the first is the documented one.
  public var paths: [String] {
    switch self {
    case .any: ["/"]
    case .ownTracks: ["/pub", "/owntracks"]
    case .osmAnd: ["/osmand", "/traccar"]
    case .overland: ["/overland"]
    case .locative: ["/locative", "/geofancy"]
    case .geoJSON: ["/geojson"]
    case .events: ["/events", "/ndjson"]
    case .acknowledge: ["/alerts/KEY/ack"]
    case .health: ["/health"]
    }
  }

  /// The methods it accepts, as the field `Allow` lists them.
  public var methods: [String] {
    switch self {
    case .any, .osmAnd, .locative: ["GET", "POST"]
    case .ownTracks, .overland, .geoJSON, .events, .acknowledge: ["POST"]
    case .health: ["GET", "HEAD"]
    }
  }

  private static let byPath: [String: HTTPRoute] = {
    var table: [String: HTTPRoute] = [:]
    for route in allCases { for path in route.paths { table[path] = route } }
    return table
  }()

  /// The route of a path; one slash at its end does not matter.
  public init?(path: some StringProtocol) {
    var name = String(path)
    if name.utf8.count > 1, name.hasSuffix("/") { name.removeLast() }
    if HTTPRoute.key(ofPath: name) != nil {
      self = .acknowledge
    } else {
      guard let route = HTTPRoute.byPath[name] else { return nil }
      self = route
    }
  }

  /// The key of an alert that `/alerts/KEY/ack` names; nil for any other path.
  static func key(ofPath path: some StringProtocol) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].isEmpty, parts[1] == "alerts", parts[3] == "ack" else { return nil }
    let key = PercentSigns.resolved(parts[2].utf8)
    return Acknowledgement.isKey(key) ? key : nil
  }

  /// All paths, as the answer to an unknown path lists them.
  public static var help: String {
    allCases.filter { $0 != .any }.map { $0.paths[0] }.joined(separator: ", ")
  }
}
