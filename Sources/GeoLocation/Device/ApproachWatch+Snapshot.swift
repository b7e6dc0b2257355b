package import GeoCore
import GeoRegions

extension ApproachWatch {
  /// What a watch remembers beyond a run.
  ///
  /// - Units: seconds since 1970, meters.
  package struct Snapshot: Sendable, Equatable {
    /// Which watch it is: its place, its time, and a hash of its line, 0 without one.
    package var place: CLLocationCoordinate2D
    package var within: TimeInterval
    package var line: UInt64
    /// The number of the phase, and its distance or time; NaN without one.
    package var phase: UInt8
    package var value: Double
    package var times: [TimeInterval]
    package var distances: [CLLocationDistance]

    package init(
      place: CLLocationCoordinate2D, within: TimeInterval, line: UInt64, phase: UInt8, value: Double,
      times: [TimeInterval], distances: [CLLocationDistance]
    ) {
      (self.place, self.within, self.line) = (place, within, line)
      (self.phase, self.value) = (phase, value)
      (self.times, self.distances) = (times, distances)
    }

    /// Whether both are of a watch for one place in one time along one line.
    func isSameWatch(as other: Snapshot) -> Bool {
      place == other.place && within == other.within && line == other.line
    }
  }

  var snapshot: Snapshot {
    let (number, value): (UInt8, Double) =
      switch phase {
      case nil: (0, .nan)
      case .armed?: (1, .nan)
      case .told(let distance)?: (2, distance)
      case .there(leftAt: let time)?: (3, time ?? .nan)
      }
    return Snapshot(
      place: place, within: within, line: lineHash, phase: number, value: value, times: past.map(\.time),
      distances: past.map(\.distance))
  }

  /// Continues where an equal watch stood.
  func resume(_ earlier: Snapshot) {
    phase =
      switch earlier.phase {
      case 1: .armed
      case 2: .told(earlier.value)
      case 3: .there(leftAt: earlier.value.isNaN ? nil : earlier.value)
      default: nil
      }
    past = zip(earlier.times, earlier.distances).map { (time: $0, distance: $1) }
  }

  private var lineHash: UInt64 {
    guard let line else { return 0 }
    var hash = FNV1a()
    for vertex in line.vertices {
      hash.combine(vertex.latitude.bitPattern)
      hash.combine(vertex.longitude.bitPattern)
    }
    return hash.value
  }
}
