public import GeoCore

/// All places within a given distance of a line.
///
/// The distance to its edge is that to the line less the half width. Where bends or crossings make the
/// corridor wider, the edges of the single stretches count.
///
/// - Shape: a polyline and half the width; the ends are round. The line may cross itself.
public final class CorridorShape: Sendable, Hashable {
  public let path: [CLLocationCoordinate2D]
  public let halfWidth: CLLocationDistance
  public let center: CLLocationCoordinate2D
  public let reach: CLLocationDistance
  /// The line.
  let outline: Outline
  /// The approximate length of the line in meters.
  let length: CLLocationDistance

  /// - Errors: ``ShapeFlaw`` for fewer than two different coordinates, a coordinate that is not on the earth,
  ///   a half width of 0 or less, more than four million coordinates.
  public init(path: [CLLocationCoordinate2D], halfWidth: CLLocationDistance) throws(ShapeFlaw) {
    guard halfWidth > 0, halfWidth.isFinite else {
      throw ShapeFlaw("a corridor's half width must be above 0 m, got \(halfWidth)")
    }
    var list = EdgeList()
    list.holdsNorthPole = [false]
    try list.addLine(path, RingName(part: 0, ring: 0, partCount: 1, line: "the line of a corridor"))
    list.layOut()
    self.path = path
    self.halfWidth = halfWidth
    outline = Outline(list, EdgeStrips(list))
    let circle = EnclosingCircle(outline)
    center = circle.center
    let around = circle.reach + halfWidth
    reach = around < 9_900_000 ? around : EnclosingCircle.greatestReach
    length = circle.length
  }

  /// Returns the geodesic distance to the line less the half width.
  public func signedDistance(to coordinate: CLLocationCoordinate2D) -> CLLocationDistance {
    outline.distance(to: coordinate) - halfWidth
  }

  public func isWithin(_ limit: CLLocationDistance, of coordinate: CLLocationCoordinate2D) -> Bool {
    outline.isEdgeCloser(than: (halfWidth + limit).nextUp, to: coordinate)
  }

  public static func == (left: CorridorShape, right: CorridorShape) -> Bool {
    left === right || (left.halfWidth == right.halfWidth && left.path == right.path)
  }

  // These suffice: a lookup must not read five thousand corners.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(center)
    hasher.combine(reach)
  }
}
