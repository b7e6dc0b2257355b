import Geo

/// What a server of places speaks.
enum GeocodingProtocol: String, Sendable, Hashable, CaseIterable {
  case nominatim, photon, pelias

  var dialect: any GeocodingDialect.Type {
    switch self {
    case .nominatim: NominatimDialect.self
    case .photon: PhotonDialect.self
    case .pelias: PeliasDialect.self
    }
  }
}

/// How a kind of server is asked, and what its answers mean.
protocol GeocodingDialect {
  /// What comes before the paths of the protocol, where a server's address does not show that it has another place.
  static var root: String { get }
  /// Paths of the protocol, which a user may have copied with the address of the server.
  static var endings: [String] { get }
  /// What is asked for: a path below the root, and what stands in its query.
  static func words(for request: GeocodeRequest) -> (path: String, query: [(name: String, value: String)])
  /// What goes with each request as header fields.
  static func headers(for request: GeocodeRequest) -> [String]
  /// The places of an answer, best first.
  ///
  /// - Errors: ``FetchFault`` for what is no answer of such a server.
  static func places(in answer: JSONValue) throws(FetchFault) -> [GeocodedPlace]
  /// What the server says is wrong.
  static func fault(in answer: JSONValue) -> String?
  /// Seconds that a server wants between two requests, where nobody says otherwise.
  static var spacing: Double { get }
}

extension GeocodingDialect {
  static var root: String { "" }
  static func headers(for request: GeocodeRequest) -> [String] { [] }
  static var spacing: Double { 0 }
}
