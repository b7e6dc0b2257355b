public import GeoCore

extension Geodesic {
  /// Returns the vertices with enough places between them that the straight lines on the map are nowhere
  /// farther than `tolerance` from the shortest way on the ground.
  ///
  /// The given vertices stay unchanged. Beyond the ends of the map, at ±85.0511°, the way runs along the
  /// map's edge. A leg with an invalid end gets no places in between.
  ///
  /// - Parameter tolerance: map points, at least 0.01; the usual 16 are 2.4 m at the equator, or one point of a screen at
  ///   zoom level 16.
  /// - Source: ours; tests assert the bound. On the map a geodesic bends one way in each hemisphere. So the
  ///   greatest of its deviations from a straight piece at the quarters is at least 3/4 of the greatest
  ///   anywhere, even where the way crosses the equator.
  public static func interpolated(
    _ vertices: [CLLocationCoordinate2D], tolerance: Double = 16
  ) -> [CLLocationCoordinate2D] {
    guard var last = vertices.first else { return [] }
    // NaN gives the minimum, too.
    let tolerance = tolerance > 0.01 ? tolerance : 0.01
    var places = [last]
    for vertex in vertices.dropFirst() {
      if CLLocationCoordinate2DIsValid(last), CLLocationCoordinate2DIsValid(vertex) {
        GeodesicLeg(from: last, to: vertex, tolerance: tolerance).appendPlacesBetween(to: &places)
      }
      places.append(vertex)
      last = vertex
    }
    return places
  }
}

/// The shortest way from one vertex to the next, divided where it bends.
private struct GeodesicLeg {
  /// A place on the way, with its distance along it in meters.
  struct Stop {
    let distance: CLLocationDistance
    let place: CLLocationCoordinate2D
    let point: MKMapPoint

    init(_ distance: CLLocationDistance, _ place: CLLocationCoordinate2D) {
      self.distance = distance
      self.place = place
      point = Mercator.point(place)
    }
  }

  private let start: Stop
  private let end: Stop
  private let azimuth: CLLocationDirection
  private let tolerance: Double

  init(from origin: CLLocationCoordinate2D, to destination: CLLocationCoordinate2D, tolerance: Double) {
    let line = Geodesic.inverse(from: origin, to: destination)
    start = Stop(0, origin)
    end = Stop(line.distance, destination)
    azimuth = line.initialAzimuth
    self.tolerance = tolerance
  }

  func appendPlacesBetween(to places: inout [CLLocationCoordinate2D]) {
    append(from: start, middle: stop(between: start, end), to: end, &places)
  }

  /// Appends the places needed between `first` and `last`, excluding both.
  private func append(
    from first: Stop, middle: Stop, to last: Stop, _ places: inout [CLLocationCoordinate2D]
  ) {
    // Across a pole no piece is ever straight; stop at one meter.
    guard last.distance - first.distance > 1 else { return }
    let earlier = stop(between: first, middle)
    let later = stop(between: middle, last)
    guard !isStraight(first, [earlier, middle, later], last) else { return }
    append(from: first, middle: earlier, to: middle, &places)
    places.append(middle.place)
    append(from: middle, middle: later, to: last, &places)
  }

  private func stop(between a: Stop, _ b: Stop) -> Stop {
    let distance = (a.distance + b.distance) / 2
    return Stop(
      distance, Geodesic.direct(from: start.place, azimuth: azimuth, distance: distance).destination)
  }

  private func isStraight(_ first: Stop, _ between: [Stop], _ last: Stop) -> Bool {
    let (dx, dy) = (east(of: first, last), last.point.y - first.point.y)
    let squared = dx * dx + dy * dy
    return between.allSatisfy { stop in
      let (x, y) = (east(of: first, stop), stop.point.y - first.point.y)
      let along = squared > 0 ? min(1, max(0, (x * dx + y * dy) / squared)) : 0
      let (offX, offY) = (x - along * dx, y - along * dy)
      return 16 * (offX * offX + offY * offY) <= 9 * tolerance * tolerance
    }
  }

  /// The distance from `a` east to the stop `b` on the map, the shorter way.
  private func east(of a: Stop, _ b: Stop) -> Double {
    let x = b.point.x - a.point.x
    return x > Mercator.world / 2 ? x - Mercator.world : x < -Mercator.world / 2 ? x + Mercator.world : x
  }
}
