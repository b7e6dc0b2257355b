/// One or more parts, each an outer ring with holes.
///
/// - Shape: `parts[i][0]` is the outer ring of part i, the others its holes; rings are closed without repeating the
///   first coordinate.
public final class PolygonShape: Sendable, Hashable {
  public let parts: [[[CLLocationCoordinate2D]]]
  public let center: CLLocationCoordinate2D
  public let reach: CLLocationDistance
  public let innerRadius: CLLocationDistance

  /// - Errors: ``ShapeFlaw`` for a ring of fewer than three different coordinates, one that crosses itself, a
  ///   coordinate that is no place on the earth.
  public init(parts: [[[CLLocationCoordinate2D]]]) throws(ShapeFlaw) {
    guard let first = parts.first?.first?.first else { throw ShapeFlaw("a polygon needs a ring") }
    for ring in parts.joined() {
      guard ring.allSatisfy(CLLocationCoordinate2DIsValid) else {
        throw ShapeFlaw("a ring has a coordinate that is no place on the earth")
      }
      guard Set(ring).count >= 3 else {
        throw ShapeFlaw("a ring needs three different coordinates or more")
      }
    }
    self.parts = parts
    center = first
    reach = parts.joined().joined().reduce(0) { max($0, Geodesic.distance(from: first, to: $1)) }
    innerRadius = reach / 4
  }

  public func signedDistance(to coordinate: CLLocationCoordinate2D) -> CLLocationDistance {
    var distance = CLLocationDistance.infinity
    var isInside = false
    for ring in parts.joined() {
      for (i, b) in ring.enumerated() {
        let edge = Edge(from: ring[i == 0 ? ring.count - 1 : i - 1], to: b)
        distance = min(distance, edge.distance(to: coordinate))
        if edge.isCrossedEast(of: coordinate) { isInside.toggle() }
      }
    }
    return isInside ? -distance : distance
  }

  public static func == (left: PolygonShape, right: PolygonShape) -> Bool {
    left === right || left.parts == right.parts
  }

  // All that is worth looking at: a lookup must not read five thousand corners.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(center)
    hasher.combine(reach)
  }
}
