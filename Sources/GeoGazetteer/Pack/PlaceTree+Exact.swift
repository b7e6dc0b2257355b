import Geo

/// Refines results by chord to geodesics on the ellipsoid, which decide what is nearest.
///
/// A curve on the ellipsoid bends between 1/6,399.6 km and 1/6,335.4 km, so chords order places as geodesics
/// do unless they are nearly equal. Nearly equal ones are measured.
extension PlaceTree {
  /// The chord within which the true nearest place lies if some place has this chord, including the rounding
  /// of both.
  ///
  /// An arc of radius R has the length 2R·asin(c/2R): that for R = 6,335 km is an upper, that for R = 6,420
  /// km a lower bound of a geodesic with chord c. Where both agree, the chords differ by c³(1/6335² −
  /// 1/6420²)/24 at first, with a third more up to 3,000 km. From there 1% suffices up to 12,400 km; beyond
  /// there is no bound.
  ///
  /// - Source: A. Schur's theorem on arcs and chords (upper bound); the lower bound is asserted by tests.
  @inline(__always)
  static func reach(of chord: Float) -> Float {
    if chord < 3e6 {
      let kilometers = chord * 1e-3
      return chord * (1 + 3.6e-11 * kilometers * kilometers + 2e-6) + rounding
    }
    return chord < 12.4e6 ? chord * 1.01 : .infinity
  }

  /// The nearest place on the ellipsoid; of several at one point the most important, which has the lowest
  /// number.
  ///
  /// - Parameter limit: chords beyond this many meters do not count.
  func nearest<Filter: PackFilter>(
    to position: PackPosition, _ records: PackList<PackPlace>, _ filter: Filter,
    within limit: Float = .infinity
  ) -> (index: Int, chord: Float)? {
    var collector = NearestCollector(filter, within: limit, records)
    search(position.point, &collector)
    guard collector.index >= 0 else { return nil }
    let chord = collector.nearest.squareRoot()
    guard collector.second < collector.bound else { return (collector.index, chord) }
    var exact = ExactCollector(filter, squared: collector.bound, from: position.coordinate, records)
    search(position.point, &exact)
    return (exact.index >= 0 ? exact.index : collector.index, chord)
  }

  /// The nearest few, the nearest first.
  func nearest<Filter: PackFilter>(
    _ count: Int, to position: PackPosition, _ records: PackList<PackPlace>, _ filter: Filter
  ) -> [(index: Int, distance: CLLocationDistance)] {
    guard count > 0 else { return [] }
    var collector = NearestFewCollector(filter, count: count)
    search(position.point, &collector)
    return PlaceTree.ordered(collector.found, from: position.coordinate, records, count: count)
  }

  /// The first `count` results by distance, then by number.
  static func ordered(
    _ found: [(index: Int, squared: Float)], from coordinate: CLLocationCoordinate2D,
    _ records: PackList<PackPlace>, count: Int
  ) -> [(index: Int, distance: CLLocationDistance)] {
    struct Candidate {
      var index: Int
      var distance: CLLocationDistance
      var number: UInt32
    }
    var candidates: [Candidate] = []
    for (index, _) in found {
      guard let place = records[index] else { continue }
      let distance = Geodesic.distance(from: coordinate, to: place.coordinate)
      candidates.append(Candidate(index: index, distance: distance, number: place.number))
    }
    candidates.sort { ($0.distance, $0.number) < ($1.distance, $1.number) }
    return candidates.prefix(count).map { ($0.index, $0.distance) }
  }
}
