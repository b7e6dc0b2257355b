public import GeoCore

/// A question to a source of geocoding.
public struct GeocodeRequest: Sendable, Hashable {
  public var query: Query
  /// Where places are preferred, but not only there; nil for no preference.
  public var bias: Bias?
  /// The most places that are wanted.
  public var limit = 10
  /// Languages of names, the most wanted first, as BCP 47 tags (`ja`, `pt-BR`); empty for each place's default name.
  public var languages: [String] = []

  public enum Query: Sendable, Hashable {
    /// What is here?
    case position(CLLocationCoordinate2D)
    /// Where is this? Words in any order and case.
    case text(String)
    /// The same by parts.
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
}

/// What came of a question.
public enum GeocodeAnswer: Sendable {
  /// Best first; empty where nothing is known, which is no fault.
  case places([GeocodedPlace])
  /// The source could not be asked, or did not answer: why.
  case failed(CLError, String)

  /// Why servers are not asked that a device has asked often enough.
  public static let tooOften =
    "More than \(GeocodeCache.mostAsked) geocoding requests within \(Int(GeocodeCache.span)) seconds."
}

/// Answers questions of one device; the host has one for each.
public protocol GeocodeService: AnyObject {
  /// Hands over what came of a question, once: before it returns, or later on the same thread.
  ///
  /// - Parameter mayAskServers: to be called once before servers are asked, and not otherwise: it counts the request.
  ///   Where it says no, they are not asked, and ``GeocodeAnswer/tooOften`` is why.
  func ask(
    _ request: GeocodeRequest, mayAskServers: () -> Bool, answer: @escaping (GeocodeAnswer) -> Void)
}
