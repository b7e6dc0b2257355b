public import GeoCore

/// A request to a source of geocoding.
public struct GeocodeRequest: Sendable, Hashable {
  public var query: Query
  /// An area to prefer, without excluding others; nil for no preference.
  public var bias: Bias?
  /// The maximum number of places.
  public var limit = 10
  /// Languages of names in order of preference, as BCP 47 tags (`ja`, `pt-BR`); empty for each place's
  /// default name.
  public var languages: [String] = []
  /// Whether a text is the beginning of what is meant: its last word may continue.
  public var isBeginning = false

  public enum Query: Sendable, Hashable {
    /// Find the place at a position.
    case position(CLLocationCoordinate2D)
    /// Find a place by words in any order and case.
    case text(String)
    /// Find a place by the parts of its address.
    case address(PlacemarkAddress)
  }

  /// The circle of `geocodeAddressString:inRegion:`.
  public struct Bias: Sendable, Hashable {
    public var center: CLLocationCoordinate2D
    /// - Units: meters.
    public var radius: CLLocationDistance

    public init(center: CLLocationCoordinate2D, radius: CLLocationDistance) {
      (self.center, self.radius) = (center, radius)
    }
  }

  public init(_ query: Query) { self.query = query }

  /// The languages of a locale's identifier, such as `pt_BR`; none for nil.
  package static func languages(_ locale: String?) -> [String] {
    guard let locale, !locale.isEmpty else { return [] }
    return [String(locale.map { $0 == "_" ? "-" : $0 })]
  }
}

/// The result of a request.
public enum GeocodeAnswer: Sendable {
  /// Best first; empty if nothing was found, which is not an error.
  case places([GeocodedPlace])
  /// The source could not be asked, or did not answer, with the reason.
  case failed(CLError, String)

  /// The error for a device that has reached its limit of requests to servers.
  public static let tooOften =
    "More than \(GeocodeCache.mostAsked) geocoding requests within \(Int(GeocodeCache.span)) seconds."
}

/// Answers the requests of one device; the host has one service for each.
public protocol GeocodeService: AnyObject {
  /// Delivers the result of a request, once: before it returns, or later on the same thread.
  ///
  /// - Parameter mayAskServers: to be called exactly once before servers are asked, because it counts the
  ///   request. If it returns false, do not ask them; answer ``GeocodeAnswer/tooOften``.
  func ask(
    _ request: GeocodeRequest, mayAskServers: () -> Bool, answer: @escaping (GeocodeAnswer) -> Void)
}
