import GeoCore
import Glibc

/// The plane around a place, in meters: distances to nearby edges by the mid-latitude radii of curvature.
///
/// - Source: Torge, Müller 2012, Geodesy, 4th ed., 4.1 (radii of curvature); the bound is ours, asserted by tests.
struct LocalFrame {
  /// The longitude, which may be lifted.
  private(set) var x: Double
  let y: Double
  /// Meters in a degree of latitude, and their change per degree to the north.
  private let north: Double
  private let northSlope: Double
  /// Meters in a degree of longitude, their change per degree to the north, and half the change of that.
  private let east: Double
  private let eastSlope: Double
  private let eastCurve: Double
  /// The distance up to which ``error(_:)`` is valid, in meters; negative if it never is.
  let greatestDistance: CLLocationDistance

  init(x: Double, latitude: Double) {
    self.x = x
    y = latitude
    let radian = Double.pi / 180
    let sine = sin(latitude * radian)
    let cosine = cos(latitude * radian)
    let w2 = 1 - WGS84.e2 * sine * sine
    let normal = WGS84.a / w2.squareRoot()
    let meridian = normal * (1 - WGS84.e2) / w2
    let bend = 3 * WGS84.e2 * sine * cosine / w2
    north = meridian * radian
    northSlope = meridian * bend * radian * radian
    // The derivative of N cos φ is −M sin φ.
    east = normal * cosine * radian
    eastSlope = -meridian * sine * radian * radian
    eastCurve = -0.5 * meridian * (cosine + bend * sine) * radian * radian * radian
    // Toward a pole meridians converge, so that the plane is valid for less.
    greatestDistance =
      abs(latitude) <= 88 ? min(20_000, 75_000 * cosine / max(abs(sine), 1e-9)) : -1
  }

  func shifted(_ degrees: Double) -> LocalFrame {
    var frame = self
    frame.x += degrees
    return frame
  }

  /// Returns the maximum error in meters of a distance up to ``greatestDistance``.
  @inline(__always)
  static func error(_ distance: CLLocationDistance) -> CLLocationDistance { 5e-5 * distance + 0.005 }

  /// Returns half the degrees of longitude and latitude that `distance` may reach, rounded up.
  func span(of distance: CLLocationDistance) -> (x: Double, y: Double) {
    let up = (distance + 0.01) * 1.002 / north
    // By the length of the parallel nearest to the pole.
    return ((distance + 0.01) * 1.002 / (east - abs(eastSlope) * up + eastCurve * up * up), up)
  }

  /// Returns the meters east and north to a place at the given offset in degrees.
  @inline(__always)
  private func offset(_ dx: Double, _ dy: Double) -> (east: Double, north: Double) {
    let half = dy / 2
    return (dx * (east + half * (eastSlope + half * eastCurve)), dy * (north + half * northSlope))
  }

  /// Returns the distance to the part of an edge that lies within `span`, the nearest position on the edge,
  /// and that part; nil if the edge misses the span.
  @inline(__always)
  func distance(to edge: Edge, within span: (x: Double, y: Double))
    -> (distance: CLLocationDistance, t: Double, from: Double, to: Double)?
  {
    let ax = edge.x1 - x
    let ay = edge.y1 - y
    let dx = edge.x2 - edge.x1
    let dy = edge.y2 - edge.y1
    var from = 0.0
    var to = 1.0
    if max(abs(ax), abs(ax + dx)) > span.x || max(abs(ay), abs(ay + dy)) > span.y {
      guard Self.clip(ax, dx, span.x, &from, &to), Self.clip(ay, dy, span.y, &from, &to) else { return nil }
    }
    // Takes the straight line's nearest point with the scale of the middle, then refines it twice along the
    // line's tangent.
    let middle = max(-span.y, min(span.y, ay + dy / 2)) / 2
    let scale = east + middle * (eastSlope + middle * eastCurve)
    let ex = dx * scale
    let ey = dy * north
    let squared = ex * ex + ey * ey
    guard squared > 0 else {
      let (right, up) = offset(ax, ay)
      return ((right * right + up * up).squareRoot(), 0, 0, 1)
    }
    var t = max(from, min(to, -(ax * scale * ex + ay * north * ey) / squared))
    for _ in 0..<2 {
      let px = ax + t * dx
      let py = ay + t * dy
      let half = py / 2
      let scale = east + half * (eastSlope + half * eastCurve)
      let slopeX = dx * scale + px * (eastSlope / 2 + half * eastCurve) * dy
      let slopeY = dy * (north + py * northSlope)
      let up = py * (north + half * northSlope)
      let step = (px * scale * slopeX + up * slopeY) / (slopeX * slopeX + slopeY * slopeY)
      t = max(from, min(to, t - step))
    }
    let (right, up) = offset(ax + t * dx, ay + t * dy)
    return ((right * right + up * up).squareRoot(), t, from, to)
  }

  /// Narrows `from…to` to where a + t·d lies within ±limit; returns false if nowhere.
  @inline(__always)
  private static func clip(
    _ a: Double, _ d: Double, _ limit: Double, _ from: inout Double, _ to: inout Double
  ) -> Bool {
    guard d != 0 else { return abs(a) <= limit }
    let first = (-limit - a) / d
    let last = (limit - a) / d
    from = max(from, min(first, last))
    to = min(to, max(first, last))
    return from <= to
  }
}
