public import GeoCore
import GeoLocation

/// A way between two places.
///
/// - Units: meters, seconds.
/// - Source: Apple's reference of `MKRoute`.
public final class MKRoute {
  /// One instruction, and the way to the next.
  public final class Step {
    public let instructions: String
    public let distance: CLLocationDistance
    public let polyline: MKPolyline
    public let transportType: MKDirectionsTransportType

    init(_ step: FoundRoute.Step, _ mode: RouteRequest.Mode) {
      instructions = step.instructions
      distance = step.distance
      polyline = MKPolyline(coordinates: step.line)
      transportType = MKDirectionsTransportType(mode)
    }
  }

  /// The streets that it takes, in short.
  public let name: String
  public let distance: CLLocationDistance
  public let expectedTravelTime: TimeInterval
  public let transportType: MKDirectionsTransportType
  public let polyline: MKPolyline
  public let steps: [Step]
  public let advisoryNotices: [String]
  /// Whether no router was asked, see ``FoundRoute/estimate(of:)``.
  public let isEstimate: Bool

  init(_ route: FoundRoute, _ mode: RouteRequest.Mode) {
    name = route.name
    distance = route.distance
    expectedTravelTime = route.duration
    transportType = MKDirectionsTransportType(mode)
    polyline = MKPolyline(coordinates: route.line)
    steps = route.steps.map { Step($0, mode) }
    advisoryNotices = route.notices
    isEstimate = route.isEstimate
  }
}
