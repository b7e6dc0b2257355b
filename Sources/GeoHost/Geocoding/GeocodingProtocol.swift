import Geo
import GeoDelivery

/// The protocol of a geocoding server.
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

/// The requests and answers of one kind of server.
protocol GeocodingDialect {
  /// The root of the protocol's paths, unless a server's address shows another one.
  static var root: String { get }
  /// Paths of the protocol, which a user may have copied with the address of the server.
  static var endings: [String] { get }
  /// The request: a path below the root, and its query items.
  static func words(for request: GeocodeRequest) -> (path: String, query: [(name: String, value: String)])
  /// The header fields of each request.
  static func headers(for request: GeocodeRequest) -> [String]
  /// The places of an answer, best first.
  ///
  /// - Errors: ``FetchFault`` if this is not an answer of such a server.
  static func places(in answer: JSONValue) throws(FetchFault) -> [GeocodedPlace]
  /// The error that the server reports; nil without one.
  static func fault(in answer: JSONValue) -> String?
  /// The default seconds between two requests.
  static var spacing: Double { get }
}

extension GeocodingDialect {
  static var root: String { "" }
  static func headers(for request: GeocodeRequest) -> [String] { [] }
  static var spacing: Double { 0 }
}
