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
    case .health: ["/health"]
    }
  }

  /// The methods it accepts, as the field `Allow` lists them.
  public var methods: [String] {
    switch self {
    case .any, .osmAnd, .locative: ["GET", "POST"]
    case .ownTracks, .overland, .geoJSON, .events: ["POST"]
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
    guard let route = HTTPRoute.byPath[name] else { return nil }
    self = route
  }

  /// All paths, as the answer to an unknown path lists them.
  public static var help: String {
    allCases.filter { $0 != .any }.map { $0.paths[0] }.joined(separator: ", ")
  }
}
