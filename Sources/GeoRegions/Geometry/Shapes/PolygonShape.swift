public import GeoCore
import Synchronization

/// One or more parts, each an outer ring with holes.
///
/// A place is inside if it is inside a part: within an odd number of its rings, whatever their direction. A
/// place on an edge is inside. Parts may lie in holes of others. A ring whose longitudes go once around the
/// earth encloses the pole of the hemisphere of its mean latitude; if that is the equator, the pole to its
/// left (RFC 7946 §3.1.6). Edges along the 180th meridian that occur twice, where a shape was cut in two or
/// was led to a pole and back, do not count as edges.
///
/// - Shape: `parts[i][0]` is the outer ring of part i, the others its holes; rings are closed without
///   repeating the first coordinate.
public final class PolygonShape: Sendable, Hashable {
  public let parts: [[[CLLocationCoordinate2D]]]
  public let center: CLLocationCoordinate2D
  public let reach: CLLocationDistance
  let outline: Outline
  /// The approximate length of all edges in meters.
  let length: CLLocationDistance
  /// The bits of `innerRadius` once it is known; every thread computes the same value.
  private let foundRadius = Atomic<UInt64>(0)

  /// Takes rings that are closed with or without repeating the first coordinate.
  ///
  /// - Errors: ``ShapeFlaw`` for a coordinate that is not on the earth; a ring of fewer than three different
  ///   coordinates, without area, or one that crosses itself (touching is not crossing); a hole outside its
  ///   outer ring; more than four million coordinates.
  public init(parts: [[[CLLocationCoordinate2D]]]) throws(ShapeFlaw) {
    guard !parts.isEmpty else { throw ShapeFlaw("a polygon needs at least one ring") }
    var list = EdgeList()
    list.holdsNorthPole = ContiguousArray(repeating: false, count: parts.count)
    var isTrimmed = true
    var hasHoles = false
    for (i, part) in parts.enumerated() {
      guard !part.isEmpty else { throw ShapeFlaw("part \(i + 1) has no ring") }
      hasHoles = hasHoles || part.count > 1
      for (j, ring) in part.enumerated() {
        try list.addRing(ring, RingName(part: i, ring: j, partCount: parts.count))
        if ring.count > 1, ring.first == ring.last { isTrimmed = false }
      }
    }
    list.layOut()
    var strips = EdgeStrips(list)
    if let (a, b) = strips.firstCrossing(list) { throw list.crossing(a, b) }
    if let flaw = list.areaFlaw { throw flaw }
    if hasHoles, let flaw = list.strayHole() { throw flaw }
    if list.joinAtSeam() { strips = EdgeStrips(list) }
    self.parts = isTrimmed ? parts : parts.map { $0.map(Self.trimmed) }
    outline = Outline(list, strips)
    let circle = EnclosingCircle(outline)
    center = circle.center
    reach = circle.reach
    length = circle.length
  }

  private static func trimmed(_ ring: [CLLocationCoordinate2D]) -> [CLLocationCoordinate2D] {
    ring.first == ring.last ? ring.dropLast() : ring
  }

  /// The radius of the largest circle in it, within 1 % (see ``InscribedCircle``); computed on first use.
  public var innerRadius: CLLocationDistance {
    let bits = foundRadius.load(ordering: .relaxed)
    if bits != 0 { return Double(bitPattern: bits) }
    let radius = InscribedCircle.radius(of: outline)
    foundRadius.store(radius.bitPattern, ordering: .relaxed)
    return radius
  }

  /// Returns the geodesic distance to the nearest place on an edge, negative inside, 0 on it.
  public func signedDistance(to coordinate: CLLocationCoordinate2D) -> CLLocationDistance {
    outline.signedDistance(to: coordinate)
  }

  public func isWithin(_ limit: CLLocationDistance, of coordinate: CLLocationCoordinate2D) -> Bool {
    outline.isWithin(limit, of: coordinate)
  }

  public static func == (left: PolygonShape, right: PolygonShape) -> Bool {
    left === right || (left.center == right.center && left.reach == right.reach && left.parts == right.parts)
  }

  // These suffice: a lookup must not read five thousand corners.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(center)
    hasher.combine(reach)
  }
}
