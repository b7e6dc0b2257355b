import Geo

/// The place and the movement of a simulated device.
struct SimulatedPlace {
  var coordinate: CLLocationCoordinate2D
  var speed: CLLocationSpeed
  /// Negative at a standstill.
  var course: CLLocationDirection
}

/// A piece of a geodesic at one speed, or a stop.
struct SimulatedLeg {
  let origin: CLLocationCoordinate2D
  let azimuth: CLLocationDirection
  /// Meters along the geodesic to the start of the piece.
  let offset: CLLocationDistance
  var length: CLLocationDistance
  var begin: TimeInterval
  var end: TimeInterval

  func place(at time: TimeInterval) -> SimulatedPlace {
    let share = end > begin ? min(1, max(0, (time - begin) / (end - begin))) : 0
    let (place, course) = Geodesic.direct(from: origin, azimuth: azimuth, distance: offset + share * length)
    guard length > 0 else { return SimulatedPlace(coordinate: place, speed: 0, course: -1) }
    return SimulatedPlace(
      coordinate: place, speed: length / (end - begin), course: course < 0 ? course + 360 : course)
  }
}

/// A walk between random places of a circle, straight from each to the next.
///
/// - Source: the random waypoint model, Johnson and Maltz 1996, "Dynamic source routing in ad hoc wireless networks".
struct RandomWalk {
  private let center: CLLocationCoordinate2D
  private let radius: CLLocationDistance
  private let speed: CLLocationSpeed
  private let pause: TimeInterval
  private var random: RandomNumbers
  private var leg: SimulatedLeg

  init(_ center: CLLocationCoordinate2D, _ simulation: Simulation, _ random: RandomNumbers) {
    self.center = center
    radius = simulation.radius
    speed = simulation.speed
    pause = simulation.pause
    self.random = random
    let start = RandomWalk.place(within: radius, of: center, &self.random)
    leg = SimulatedLeg(origin: start, azimuth: 0, offset: 0, length: 0, begin: 0, end: 0)
  }

  /// The place at a time from the start; times must not go back.
  mutating func place(after time: TimeInterval) -> SimulatedPlace {
    while time >= leg.end { leg = next() }
    return leg.place(at: time)
  }

  private mutating func next() -> SimulatedLeg {
    let here = leg.place(at: leg.end).coordinate
    if leg.length > 0, pause > 0 {
      return SimulatedLeg(
        origin: here, azimuth: leg.azimuth, offset: 0, length: 0, begin: leg.end, end: leg.end + pause)
    }
    while true {
      let there = RandomWalk.place(within: radius, of: center, &random)
      let line = Geodesic.inverse(from: here, to: there)
      guard line.distance > 0 else { continue }
      return SimulatedLeg(
        origin: here, azimuth: line.initialAzimuth, offset: 0, length: line.distance, begin: leg.end,
        end: leg.end + line.distance / speed)
    }
  }

  /// A random place of a circle, uniformly distributed.
  static func place(
    within radius: CLLocationDistance, of center: CLLocationCoordinate2D, _ random: inout RandomNumbers
  ) -> CLLocationCoordinate2D {
    let distance = radius * random.unit().squareRoot()
    return Geodesic.direct(from: center, azimuth: 360 * random.unit(), distance: distance).destination
  }
}
