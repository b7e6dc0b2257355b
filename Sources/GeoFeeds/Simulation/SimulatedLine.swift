import Geo

/// A line traveled at a speed, with stops.
///
/// A closed line is traveled around, any other there and back.
struct SimulatedLine {
  /// Seconds for one pass of the line, stops included.
  let lap: TimeInterval
  /// Seconds until the movement repeats.
  let circuit: TimeInterval
  private var legs: [SimulatedLeg] = []

  /// - Parameter stops: the number of stops, evenly spaced, none at the ends.
  /// - Errors: ``GeoError`` `usage` for a line without a length.
  init(
    _ places: [CLLocationCoordinate2D], speed: CLLocationSpeed, stops: Int, pause: TimeInterval
  ) throws(GeoError) {
    legs = SimulatedLine.legs(places, speed: speed, stops: stops, pause: pause, from: 0)
    guard let last = legs.last, last.end > 0 else {
      throw GeoError(.usage, "is a line without a length (expected at least two places)")
    }
    lap = last.end
    if places.first != places.last {
      legs += SimulatedLine.legs(places.reversed(), speed: speed, stops: stops, pause: pause, from: lap)
    }
    circuit = legs.last?.end ?? lap
  }

  /// The place at a time from the start.
  func place(after time: TimeInterval) -> SimulatedPlace {
    // The end of a circuit is its beginning, but its course is that of the arrival.
    var time = time
    if time > circuit { time = time.truncatingRemainder(dividingBy: circuit) }
    var low = 0
    var high = legs.count - 1
    while low < high {
      let middle = (low + high) / 2
      if legs[middle].end < time { low = middle + 1 } else { high = middle }
    }
    return legs[low].place(at: time)
  }

  private static func legs(
    _ places: [CLLocationCoordinate2D], speed: CLLocationSpeed, stops: Int, pause: TimeInterval,
    from start: TimeInterval
  ) -> [SimulatedLeg] {
    let lines = zip(places, places.dropFirst()).map { Geodesic.inverse(from: $0, to: $1) }
    let stopDistance = lines.reduce(0) { $0 + $1.distance } / Double(stops + 1)
    var legs: [SimulatedLeg] = []
    var time = start
    var stopCount = 0
    var gone = 0.0
    for (place, line) in zip(places, lines) {
      var leg = SimulatedLeg(
        origin: place, azimuth: line.initialAzimuth, offset: 0, length: 0, begin: time, end: time)
      func go(to distance: Double) {
        leg.length = distance - leg.offset
        leg.end = leg.begin + leg.length / speed
        if leg.length > 0 { legs.append(leg) }
        leg = SimulatedLeg(
          origin: place, azimuth: line.initialAzimuth, offset: distance, length: 0, begin: leg.end,
          end: leg.end)
      }
      while stopCount < stops, Double(stopCount + 1) * stopDistance <= gone + line.distance {
        stopCount += 1
        go(to: max(leg.offset, Double(stopCount) * stopDistance - gone))
        leg.end += pause
        legs.append(leg)
        leg.begin = leg.end
      }
      go(to: line.distance)
      time = leg.begin
      gone += line.distance
    }
    return legs
  }
}
