import GeoCore
import Glibc

/// The way of a device between two fixes: the geodesic, at a constant speed.
struct RegionPath {
  let start: RegionFix
  let end: RegionFix
  let length: CLLocationDistance
  private let azimuth: CLLocationDirection

  /// After a longer gap the way of a device is unknown: ten minutes are several kilometers in a town.
  static let longestGap: TimeInterval = 600

  /// Returns nil if the way between the fixes is unknown or has no length.
  init?(from start: RegionFix, to end: RegionFix) {
    guard end.timestamp - start.timestamp <= Self.longestGap else { return nil }
    let line = Geodesic.inverse(from: start.coordinate, to: end.coordinate)
    guard line.distance > 0 else { return nil }
    self.start = start
    self.end = end
    length = line.distance
    azimuth = line.initialAzimuth
  }

  /// Returns the place that many meters along the way.
  func place(at meters: CLLocationDistance) -> CLLocationCoordinate2D {
    if meters <= 0 { return start.coordinate }
    if meters >= length { return end.coordinate }
    return Geodesic.direct(from: start.coordinate, azimuth: azimuth, distance: meters).destination
  }

  /// Returns the time of a place on the way, to a millisecond.
  private func time(at meters: CLLocationDistance) -> TimeInterval {
    let time = start.timestamp + (end.timestamp - start.timestamp) * (meters / length)
    return min(end.timestamp, max(start.timestamp, (time * 1000).rounded() / 1000))
  }

  /// Returns when the device entered a region, and when it left again unless it stayed by the rule of the
  /// buffer.
  ///
  /// The worse accuracy of the two fixes counts for the whole way, and the altitude changes linearly.
  func pass(
    through record: RegionRecord, _ options: RegionOptions
  ) -> (enter: TimeInterval, exit: TimeInterval?)? {
    guard let span = span(within: options.altitudes) else { return nil }
    let error = options.error(of: max(start.accuracy, end.accuracy))
    let line = PathSearch(
      path: self, record: record, span: span,
      // A tenth of a millisecond's way, but no finer than the precision of the geodesic.
      resolution: max(1e-7, length * 1e-4 / max(1e-3, end.timestamp - start.timestamp)))
    guard let first = line.first(within: record.enterThreshold - error) else { return nil }
    let last = line.last(within: record.buffer + error, after: first)
    return (time(at: first), last < length ? time(at: last) : nil)
  }

  /// The part of the way, in meters, where the altitude is in a band.
  private func span(within band: ClosedRange<CLLocationDistance>?) -> ClosedRange<CLLocationDistance>? {
    guard let band else { return 0...length }
    let rise = end.altitude - start.altitude
    guard rise != 0 else { return band.contains(start.altitude) ? 0...length : nil }
    let bounds = [band.lowerBound, band.upperBound].map { ($0 - start.altitude) / rise }.sorted()
    let low = max(0, bounds[0])
    let high = min(1, bounds[1])
    return low <= high ? low * length...high * length : nil
  }
}

/// Searches a way for the places where a distance from an edge is reached.
private struct PathSearch {
  let path: RegionPath
  let record: RegionRecord
  let span: ClosedRange<CLLocationDistance>
  /// Meters.
  let resolution: CLLocationDistance

  private func distance(at meters: CLLocationDistance) -> CLLocationDistance {
    record.signedDistance(to: path.place(at: meters))
  }

  /// Returns the first place at most `limit` outside the edge; nil if there is none.
  func first(within limit: CLLocationDistance) -> CLLocationDistance? {
    if distance(at: span.lowerBound) <= limit { return span.lowerBound }
    if record.traits?.shape != nil { return march(from: span.lowerBound, to: span.upperBound, within: limit) }
    let nearest = nearest(to: record.center)
    guard distance(at: nearest) <= limit else { return nil }
    return edge(outside: span.lowerBound, inside: nearest, limit)
  }

  /// Returns the last such place, which is not before `start`.
  func last(within limit: CLLocationDistance, after start: CLLocationDistance) -> CLLocationDistance {
    if distance(at: span.upperBound) <= limit { return span.upperBound }
    if record.traits?.shape != nil {
      return march(from: span.upperBound, to: start, within: limit) ?? start
    }
    return edge(outside: span.upperBound, inside: max(start, nearest(to: record.center)), limit)
  }

  /// Bisects the way between a place outside and one inside until the resolution is reached.
  private func edge(
    outside: CLLocationDistance, inside: CLLocationDistance, _ limit: CLLocationDistance
  ) -> CLLocationDistance {
    var (outside, inside) = (outside, inside)
    while abs(inside - outside) > resolution {
      let middle = (inside + outside) / 2
      if middle == inside || middle == outside { break }
      if distance(at: middle) <= limit { inside = middle } else { outside = middle }
    }
    return inside
  }

  /// Advances by the distance itself, so that nothing is missed except a graze of less than a 4096th of the
  /// way.
  ///
  /// - Source: Hart 1996, doi:10.1007/s003710050084, sphere tracing: a distance cannot change faster than the place.
  private func march(
    from: CLLocationDistance, to: CLLocationDistance, within limit: CLLocationDistance
  ) -> CLLocationDistance? {
    let least = max(1e-6, abs(to - from) / 4096)
    let direction: Double = to < from ? -1 : 1
    var place = from
    while true {
      let gap = distance(at: place) - limit
      if gap <= 0 { return place }
      let next = place + direction * max(gap, least)
      if (to - next) * direction <= 0 {
        return distance(at: to) <= limit ? edge(outside: place, inside: to, limit) : nil
      }
      if gap < least, distance(at: next) <= limit { return edge(outside: place, inside: next, limit) }
      place = next
    }
  }

  /// Returns where on the span the geodesic comes nearest to a place.
  ///
  /// By interception: on the tangent sphere the foot of the perpendicular is known; each repetition from
  /// there is thousands of times nearer.
  ///
  /// - Source: Baselga, Martínez-Llario 2018, doi:10.1007/s11200-017-1020-z.
  private func nearest(to center: CLLocationCoordinate2D) -> CLLocationDistance {
    let radius = CapSpan.radius
    var meters = (span.lowerBound + span.upperBound) / 2
    for _ in 0..<20 {
      let here = path.place(at: meters)
      let ahead = Geodesic.inverse(from: here, to: path.end.coordinate)
      let onward: CLLocationDirection
      if ahead.distance > 1 {
        onward = ahead.initialAzimuth
      } else {
        onward = Geodesic.inverse(from: path.start.coordinate, to: here).finalAzimuth
      }
      let toCenter = Geodesic.inverse(from: here, to: center)
      let angle = toCenter.distance / radius
      let turn = (toCenter.initialAzimuth - onward) * .pi / 180
      let step = radius * atan2(sin(angle) * cos(turn), cos(angle))
      let next = min(span.upperBound, max(span.lowerBound, meters + step))
      if abs(next - meters) < 1e-6 { return next }
      meters = next
    }
    return meters
  }
}
