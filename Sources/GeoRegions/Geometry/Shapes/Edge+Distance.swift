import GeoCore
import Glibc

extension Edge {
  /// The maximum distance in meters from the middle of the part `from…to` to any place of it.
  func halfLength(from: Double = 0, to: Double = 1) -> CLLocationDistance {
    let nearest = y1 < 0 && y2 > 0 || y1 > 0 && y2 < 0 ? 0 : min(abs(y1), abs(y2))
    let right = (x2 - x1) * cos(nearest * .pi / 180)
    let up = y2 - y1
    // The greatest radius of curvature on the ellipsoid is a²/b.
    return (to - from) / 2 * (right * right + up * up).squareRoot() * (6_399_594 * .pi / 180)
  }

  /// Lowers `best` to the geodesic distance to the nearest place in the part `from…to`, if that is less.
  ///
  /// Branch and bound: no place of a part is farther from its middle than half its length. The remaining
  /// parts, at most a degree long, are solved. Accurate to about a micrometer.
  func lower(
    _ best: inout CLLocationDistance, by place: CLLocationCoordinate2D, from: Double = 0, to: Double = 1
  ) {
    let around = Geodesic.sphericalDistance(from: place, to: self.place((from + to) / 2))
    guard around * CapSpan.leastRatio - halfLength(from: from, to: to) - 1e-3 < best else { return }
    guard max(abs(x2 - x1), abs(y2 - y1)) * (to - from) > 1 else {
      best = min(best, solve(place, from, to))
      return
    }
    let middle = (from + to) / 2
    lower(&best, by: place, from: from, to: middle)
    lower(&best, by: place, from: middle, to: to)
  }

  /// Lowers `best` to the geodesic distance to the nearest place, given its approximate position: to within a
  /// hundredth of the distance.
  ///
  /// Newton's method, which usually needs one geodesic, because the possible gain is known beforehand.
  func lower(_ best: inout CLLocationDistance, by place: CLLocationCoordinate2D, near t: Double) {
    var t = t
    for _ in 0..<6 {
      let here = reach(place, t)
      best = min(best, here.distance)
      let next = max(0, min(1, t - here.slope * here.distance / here.squaredSpeed))
      // NaN for an edge without length.
      guard abs(here.slope * (next - t)) > 1e-7 else { return }
      t = next
    }
  }

  /// Returns the least geodesic distance to a short part: where the geodesic meets the edge at a right angle,
  /// or at one of the ends.
  private func solve(_ place: CLLocationCoordinate2D, _ from: Double, _ to: Double) -> CLLocationDistance {
    var (from, to) = (from, to)
    var (first, last) = (reach(place, from), reach(place, to))
    var best = min(first.distance, last.distance)
    guard first.slope < 0, last.slope > 0 else { return best }
    let meters = 2 * halfLength()
    // Regula falsi on the slope in its Illinois form, with bisection where that is slow.
    for round in 0..<100 where (to - from) * meters > 1e-7 {
      let share = round % 3 == 2 ? 0.5 : first.slope / (first.slope - last.slope)
      let t = from + (to - from) * max(1e-3, min(1 - 1e-3, share))
      guard t > from, t < to else { break }
      let here = reach(place, t)
      best = min(best, here.distance)
      if here.slope < 0 {
        (from, first) = (t, here)
        last.slope /= 2
      } else {
        (to, last) = (t, here)
        first.slope /= 2
      }
    }
    return best
  }

  /// Returns the geodesic distance to the place at `t`, its derivative by t, and the square of the way's
  /// derivative.
  private func reach(_ place: CLLocationCoordinate2D, _ t: Double) -> (
    distance: CLLocationDistance, slope: Double, squaredSpeed: Double
  ) {
    let there = self.place(t)
    let line = Geodesic.inverse(from: place, to: there)
    let radian = Double.pi / 180
    let sine = sin(there.latitude * radian)
    let w2 = 1 - WGS84.e2 * sine * sine
    let normal = WGS84.a / w2.squareRoot()
    let north = normal * (1 - WGS84.e2) / w2 * (y2 - y1) * radian
    let east = normal * cos(there.latitude * radian) * (x2 - x1) * radian
    let azimuth = line.finalAzimuth * radian
    return (line.distance, north * cos(azimuth) + east * sin(azimuth), north * north + east * east)
  }
}
