import GeoCore
import Glibc

/// A circle that holds all edges of an outline, and so the enclosed area: near the smallest, never too small.
///
/// A ball around the corners of all edges in space, by Ritter's two passes; its center projected from the
/// earth's center is the circle's. Geodetic coordinates are read as spherical ones; ``CapSpan/greatestRatio``
/// compensates for that.
///
/// - Source: Ritter 1990, An efficient bounding sphere, Graphics Gems.
struct EnclosingCircle {
  let center: CLLocationCoordinate2D
  let reach: CLLocationDistance
  /// The approximate length of all edges in meters.
  let length: CLLocationDistance

  /// No two places are farther apart: half the length of a meridian ellipse, and a little more.
  static let greatestReach = 20_003_932.0
  /// Longer edges are divided into pieces of this many degrees, and longer ones if that would be more than so many.
  private static let piece = 0.25
  private static let mostPieces = 1_000_000.0

  init(_ outline: Outline) {
    let degrees = outline.edges.reduce(0) { $0 + max(abs($1.x2 - $1.x1), abs($1.y2 - $1.y1)) }
    let piece = max(Self.piece, degrees / Self.mostPieces)
    var points: ContiguousArray<SIMD3<Double>> = []
    points.reserveCapacity(outline.edgeCount + 1)
    var length = 0.0
    var widest = 0.0
    var highest = 0.0
    for edge in outline.edges {
      let dx = abs(edge.x2 - edge.x1)
      let dy = abs(edge.y2 - edge.y1)
      let pieces = max(1, (max(dx, dy) / piece).rounded(.up))
      widest = max(widest, dx / pieces)
      highest = max(highest, dy / pieces)
      let first = Self.point(edge.place(0))
      points.append(first)
      var last = first
      for i in stride(from: 1, through: pieces, by: 1) {
        let next = Self.point(edge.place(i / pieces))
        let step = next - last
        length += (step * step).sum().squareRoot()
        if i < pieces { points.append(next) }
        last = next
      }
      // The end of a cut range or of a line is not the start of another edge.
      points.append(last)
    }
    self.length = length * CapSpan.radius
    guard let (middle, chord) = Self.ball(points) else {
      center = CLLocationCoordinate2D(latitude: 0, longitude: 0)
      reach = Self.greatestReach
      return
    }
    center = middle
    // Between its ends a piece that is straight in longitude and latitude, of length ℓ, deviates from the
    // geodesic by at most ℓ²κ/8. Its curvature κ is at most 2 tan φ · sin(azimuth)/R: together ℓ Δλ/4.
    let radian = Double.pi / 180
    let stray =
      6.45e6 * radian * (widest * widest + highest * highest).squareRoot() * widest * radian / 4
    let around = 2 * CapSpan.radius * asin(min(1, chord / 2)) * CapSpan.greatestRatio + stray + 1e-3
    // Beyond a quarter of the earth's circumference a circle is not convex: it may miss some of the enclosed
    // area.
    reach = around < 9_900_000 ? around : Self.greatestReach
  }

  /// A place as a point on the unit sphere.
  static func point(_ place: CLLocationCoordinate2D) -> SIMD3<Double> {
    let latitude = place.latitude * .pi / 180
    let longitude = place.longitude * .pi / 180
    let cosine = cos(latitude)
    return SIMD3(cosine * cos(longitude), cosine * sin(longitude), sin(latitude))
  }

  /// Returns the center of a ball around the points as a place, with the greatest chord from there; nil
  /// without points.
  private static func ball(
    _ points: ContiguousArray<SIMD3<Double>>
  ) -> (CLLocationCoordinate2D, chord: Double)? {
    guard let first = points.first else { return nil }
    func farthest(_ from: SIMD3<Double>) -> (SIMD3<Double>, squared: Double) {
      var found = (from, squared: 0.0)
      for point in points {
        let apart = point - from
        let squared = (apart * apart).sum()
        if squared > found.squared { found = (point, squared) }
      }
      return found
    }
    let a = farthest(first).0
    let (b, squared) = farthest(a)
    var middle = (a + b) / 2
    var radius = squared.squareRoot() / 2
    for point in points {
      let apart = point - middle
      let distance = (apart * apart).sum().squareRoot()
      guard distance > radius else { continue }
      radius = (radius + distance) / 2
      middle += apart * ((distance - radius) / distance)
    }
    let length = (middle * middle).sum().squareRoot()
    if length > 1e-3 { middle /= length } else { middle = SIMD3(0, 0, 1) }
    let place = CLLocationCoordinate2D(
      latitude: atan2(middle.z, (middle.x * middle.x + middle.y * middle.y).squareRoot()) * 180 / .pi,
      longitude: atan2(middle.y, middle.x) * 180 / .pi)
    return (place, farthest(point(place)).squared.squareRoot())
  }
}
