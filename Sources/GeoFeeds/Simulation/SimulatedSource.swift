import Geo
import GeoFormats

/// Simulated devices that stand, follow a line or wander, see ``Simulation``.
///
/// - Shapes: a fix each interval, and one at the end of a line; several devices take turns within the
///   interval.
final class SimulatedSource: EventSource {
  let name: String
  let skips = SkipCounts()
  private let simulation: Simulation
  private var devices: [Traveler]
  /// How many intervals have passed.
  private var step = 0
  private var turn = 0
  private var skip = EventsToSkip()
  private var count = 0
  private let options: FeedOptions

  private struct Traveler {
    let id: DeviceID
    /// Its start on the line, in seconds.
    let head: TimeInterval
    /// Its turn within each interval.
    let phase: TimeInterval
    var home: CLLocationCoordinate2D
    var walk: RandomWalk?
    var isOver = false
  }

  /// The most events of one call.
  private static let batchSize = 4096

  init(
    _ simulation: Simulation, name: String, device: String, directory: DeviceDirectory, options: FeedOptions
  ) {
    self.name = name
    self.simulation = simulation
    self.options = options
    let total = simulation.deviceCount
    devices = (0..<total).map { index in
      let name = total > 1 ? "\(device)-\(index + 1)" : device
      let share = Double(index) / Double(total)
      var seed = FNV1a()
      seed.combine(simulation.distortion.seed)
      seed.combine(name)
      seed.combine("simulation")
      var random = RandomNumbers(seed: seed.value)
      var traveler = Traveler(
        id: directory.id(of: name), head: 0, phase: share * simulation.interval,
        home: kCLLocationCoordinate2DInvalid)
      switch simulation.motion {
      case .still(let place): traveler.home = RandomWalk.place(within: simulation.radius, of: place, &random)
      case .random(let center): traveler.walk = RandomWalk(center, simulation, random)
      case .line(let line):
        traveler = Traveler(
          id: traveler.id, head: share * line.circuit, phase: traveler.phase, home: traveler.home)
      }
      return traveler
    }
  }

  func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    let first = batch.count
    var isMore = true
    while isMore, batch.count - first < Self.batchSize { isMore = next(into: &batch) }
    options.trim(&batch, from: first)
    count += max(0, batch.count - first - skip.count)
    skip.drop(&batch, from: first)
    return isMore
  }

  /// Appends the next fix; false when all devices have arrived.
  private func next(into batch: inout [DeviceEvent]) -> Bool {
    if turn == devices.count {
      step += 1
      turn = 0
      if devices.allSatisfy(\.isOver) { return false }
    }
    defer { turn += 1 }
    guard !devices[turn].isOver else { return true }
    var passed = Double(step) * simulation.interval + devices[turn].phase
    if passed >= simulation.duration {
      devices[turn].isOver = true
      guard simulation.arrives, passed < simulation.duration + simulation.interval else { return true }
      passed = simulation.duration
    }
    let time = simulation.start + passed
    guard FeedOptions.isTime(time) else {
      devices[turn].isOver = true
      return true
    }
    let place = place(of: turn, after: passed)
    let fix = Fix(
      coordinate: place.coordinate, horizontalAccuracy: simulation.accuracy, speed: place.speed,
      course: place.course)
    batch.append(DeviceEvent(time: time, timestamp: time, device: devices[turn].id, payload: .location(fix)))
    return true
  }

  private func place(of index: Int, after time: TimeInterval) -> SimulatedPlace {
    switch simulation.motion {
    case .still: return SimulatedPlace(coordinate: devices[index].home, speed: 0, course: -1)
    case .line(let line): return line.place(after: time + devices[index].head)
    case .random(let center):
      return devices[index].walk?.place(after: time)
        ?? SimulatedPlace(coordinate: center, speed: 0, course: -1)
    }
  }

  var form: String { "simulation" }
  var fraction: Double? {
    simulation.duration.isFinite && simulation.duration > 0
      ? min(1, Double(step) * simulation.interval / simulation.duration) : nil
  }

  var positions: [SourcePosition] { [SourcePosition(source: name, events: count)] }

  var isShort: Bool { skip.count > 0 }

  func resume(at position: SourcePosition) throws(GeoError) {
    count = position.events
    skip.skip(position.events)
  }
}
