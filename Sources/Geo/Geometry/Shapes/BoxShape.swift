/// All places between two parallels and two meridians.
///
/// - Shape: the south-west and north-east corners; a west above the east goes across the 180th meridian.
public final class BoxShape: Sendable, Hashable {
  public let southWest: CLLocationCoordinate2D
  public let northEast: CLLocationCoordinate2D
  public let innerRadius: CLLocationDistance
  private let outline: PolygonShape

  public var center: CLLocationCoordinate2D { outline.center }
  public var reach: CLLocationDistance { outline.reach }

  /// - Errors: ``ShapeFlaw`` for a corner that is no place on the earth, or a box without area.
  public init(southWest: CLLocationCoordinate2D, northEast: CLLocationCoordinate2D) throws(ShapeFlaw) {
    guard southWest.latitude < northEast.latitude else {
      throw ShapeFlaw("the south of a box must be below its north")
    }
    self.southWest = southWest
    self.northEast = northEast
    let corners = [
      southWest, CLLocationCoordinate2DMake(southWest.latitude, northEast.longitude), northEast,
      CLLocationCoordinate2DMake(northEast.latitude, southWest.longitude),
    ]
    outline = try PolygonShape(parts: [[corners]])
    innerRadius =
      min(
        Geodesic.distance(from: corners[0], to: corners[1]),
        Geodesic.distance(from: corners[2], to: corners[3]),
        Geodesic.distance(from: corners[1], to: corners[2])) / 2
  }

  public func signedDistance(to coordinate: CLLocationCoordinate2D) -> CLLocationDistance {
    outline.signedDistance(to: coordinate)
  }

  public static func == (left: BoxShape, right: BoxShape) -> Bool {
    left === right || (left.southWest == right.southWest && left.northEast == right.northEast)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(southWest)
    hasher.combine(northEast)
  }
}
