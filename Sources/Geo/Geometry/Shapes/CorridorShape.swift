/// All places at most so far from a line.
///
/// - Shape: a polyline and half the width; the ends are round.
public final class CorridorShape: Sendable, Hashable {
  public let path: [CLLocationCoordinate2D]
  public let halfWidth: CLLocationDistance
  public let center: CLLocationCoordinate2D
  public let reach: CLLocationDistance

  /// - Errors: ``ShapeFlaw`` for fewer than two coordinates, one that is no place on the earth, a half width not
  ///   above 0.
  public init(path: [CLLocationCoordinate2D], halfWidth: CLLocationDistance) throws(ShapeFlaw) {
    guard path.count >= 2, let first = path.first else {
      throw ShapeFlaw("a corridor needs two coordinates or more")
    }
    guard path.allSatisfy(CLLocationCoordinate2DIsValid) else {
      throw ShapeFlaw("the line of a corridor has a coordinate that is no place on the earth")
    }
    guard halfWidth > 0, halfWidth.isFinite else {
      throw ShapeFlaw("a corridor's half width must be above 0 m, got \(halfWidth)")
    }
    self.path = path
    self.halfWidth = halfWidth
    center = first
    reach = halfWidth + path.reduce(0) { max($0, Geodesic.distance(from: first, to: $1)) }
  }

  public func signedDistance(to coordinate: CLLocationCoordinate2D) -> CLLocationDistance {
    zip(path, path.dropFirst()).reduce(.infinity) {
      min($0, Edge(from: $1.0, to: $1.1).distance(to: coordinate))
    } - halfWidth
  }

  public static func == (left: CorridorShape, right: CorridorShape) -> Bool {
    left === right || (left.path == right.path && left.halfWidth == right.halfWidth)
  }

  // All that is worth looking at: a lookup must not read five thousand corners.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(center)
    hasher.combine(reach)
  }
}
