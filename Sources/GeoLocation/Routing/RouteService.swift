public import GeoCore

/// A question for a way between two places.
public struct RouteRequest: Sendable, Hashable {
  /// What travels.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    case automobile, walking, cycling, transit
  }

  public var origin: CLLocationCoordinate2D
  public var destination: CLLocationCoordinate2D
  public var mode = Mode.automobile
  /// Whether more than one way is wanted.
  public var wantsAlternates = false

  public init(from origin: CLLocationCoordinate2D, to destination: CLLocationCoordinate2D) {
    (self.origin, self.destination) = (origin, destination)
  }
}

/// A way between two places.
///
/// - Units: meters, seconds.
public struct FoundRoute: Sendable, Hashable {
  /// One instruction, and the way to the next.
  public struct Step: Sendable, Hashable {
    public var instructions: String
    public var distance: CLLocationDistance
    public var duration: TimeInterval
    public var line: [CLLocationCoordinate2D]

    public init(
      _ instructions: String, distance: CLLocationDistance, duration: TimeInterval,
      line: [CLLocationCoordinate2D]
    ) {
      (self.instructions, self.distance, self.duration, self.line) = (instructions, distance, duration, line)
    }
  }

  /// The streets that it takes, in short.
  public var name = ""
  public var distance: CLLocationDistance
  public var duration: TimeInterval
  public var line: [CLLocationCoordinate2D]
  public var steps: [Step] = []
  /// What the traveler should know.
  public var notices: [String] = []
  /// Whether no router was asked: see ``estimate(of:)``.
  public var isEstimate = false

  public init(distance: CLLocationDistance, duration: TimeInterval, line: [CLLocationCoordinate2D]) {
    (self.distance, self.duration, self.line) = (distance, duration, line)
  }
}

extension FoundRoute {
  /// How much longer a way is than the geodesic between its ends.
  ///
  /// - Source: the order of the country circuity factors of Ballou, Rahardja and Sakai 2002 (1.2 to 1.6).
  public static let detour = 1.3

  /// The answer without a router: the geodesic, a detour, and a usual speed.
  ///
  /// - Source: GC-42; the speeds are ours.
  public static func estimate(of request: RouteRequest) -> FoundRoute {
    let distance = Geodesic.distance(from: request.origin, to: request.destination) * detour
    let speed = request.mode.usualSpeed
    var route = FoundRoute(
      distance: distance, duration: distance / (speed / 3.6), line: [request.origin, request.destination])
    let notice =
      "An estimate without a router: the straight line times \(detour), at \(fixed(speed, 0)) km/h (see --router)"
    route.notices = [notice]
    route.steps = [
      Step("Go to the destination", distance: distance, duration: route.duration, line: route.line)
    ]
    route.isEstimate = true
    return route
  }
}

extension RouteRequest.Mode {
  /// - Units: kilometers per hour.
  fileprivate var usualSpeed: Double {
    switch self {
    case .automobile: 60
    case .walking: 5
    case .cycling: 16
    case .transit: 30
    }
  }
}

/// The result of a question for a way.
public enum RouteAnswer: Sendable {
  /// The best first; empty if there is no way.
  case routes([FoundRoute])
  /// The router could not be asked, or did not answer, with the reason.
  case failed(String)
}

/// Answers questions for ways; the host has one where it has a router.
public protocol RouteService: AnyObject {
  /// Waits for the answer.
  func answer(_ request: RouteRequest) -> RouteAnswer
}

extension Device {
  /// What answers questions for ways; nil for an estimate.
  public var router: (any RouteService)? { geocoding.services?.router }

  /// Why there is no network; nil if there is one.
  package var networkReason: String? { settings.networkReason }
}
