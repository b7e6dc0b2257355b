import CGeographicLib

// A stand-in for the region engine, one region after the other, until that is merged. Same names, same answers.

public enum Geodesic {
  public static func distance(
    from origin: CLLocationCoordinate2D, to destination: CLLocationCoordinate2D
  ) -> CLLocationDistance {
    gl_distance(origin.latitude, origin.longitude, destination.latitude, destination.longitude)
  }
}

public struct MonitoredRegion: Sendable, Hashable {
  public var identifier: String
  public var center: CLLocationCoordinate2D
  public var radius: CLLocationDistance
  public var buffer: CLLocationDistance
  public var notifyOnEntry: Bool
  public var notifyOnExit: Bool

  public init(
    identifier: String, center: CLLocationCoordinate2D, radius: CLLocationDistance,
    desiredAccuracy: CLLocationAccuracy = 0, notifyOnEntry: Bool = true, notifyOnExit: Bool = true
  ) {
    self.identifier = identifier
    self.center = center
    self.radius = radius
    buffer = desiredAccuracy > 0 ? desiredAccuracy : 0
    self.notifyOnEntry = notifyOnEntry
    self.notifyOnExit = notifyOnExit
  }
}

public enum RegionState: Int, Sendable { case unknown, inside, outside }

public struct RegionEvent: Sendable, Hashable {
  public enum Kind: UInt8, Sendable { case enter, exit, determined }
  public var kind: Kind
  public var state: RegionState
  public var slot: UInt32
  public var visit: UInt64
  public var timestamp: TimeInterval
  public var visitDuration: TimeInterval
}

public struct RegionSet: Sendable, Hashable {
  public static let empty = RegionSet()
  public var regions: [MonitoredRegion] = []
  public var count: Int { regions.count }
  public var isEmpty: Bool { regions.isEmpty }

  public func adding(_ region: MonitoredRegion) -> RegionSet {
    var set = removing(identifier: region.identifier)
    set.regions.append(region)
    return set
  }

  public func adding(contentsOf other: RegionSet) -> RegionSet {
    other.regions.reduce(self) { $0.adding($1) }
  }

  public func removing(identifier: String) -> RegionSet {
    RegionSet(regions: regions.filter { $0.identifier != identifier })
  }

  public func slot(of identifier: String) -> UInt32? {
    regions.firstIndex { $0.identifier == identifier }.map { UInt32($0) }
  }

  public func region(at slot: UInt32) -> MonitoredRegion { regions[Int(slot)] }
}

public struct RegionMonitor: Sendable {
  public private(set) var regions = RegionSet.empty
  private var states: [MonitoredRegion: (state: RegionState, since: TimeInterval)] = [:]
  private var requested: Set<String> = []
  var lastTimestamp = -TimeInterval.infinity
  public let nextDeadline: TimeInterval? = nil

  public init(deviceName: String) {}

  public mutating func monitor(_ set: RegionSet) {
    regions = set
    states = states.filter { set.regions.contains($0.key) }
  }

  public mutating func advance(to time: TimeInterval, into events: inout [RegionEvent]) {}

  public mutating func requestState(of identifier: String) -> RegionState {
    let region = regions.regions.first { $0.identifier == identifier }
    if let state = region.flatMap({ states[$0] }) { return state.state }
    requested.insert(identifier)
    return .unknown
  }

  @discardableResult
  public mutating func take(
    coordinate: CLLocationCoordinate2D, horizontalAccuracy: CLLocationAccuracy, timestamp: TimeInterval,
    into events: inout [RegionEvent]
  ) -> Bool {
    guard horizontalAccuracy >= 0, timestamp >= lastTimestamp else { return false }
    lastTimestamp = timestamp
    for (slot, region) in regions.regions.enumerated() {
      let d = Geodesic.distance(from: region.center, to: coordinate) - region.radius
      let old = states[region]
      var event = RegionEvent(
        kind: .enter, state: .inside, slot: UInt32(slot), visit: 1, timestamp: timestamp, visitDuration: 0)
      switch old?.state {
      case nil: states[region] = (d <= 0 ? .inside : .outside, timestamp)
      case .outside where d <= -min(region.buffer, region.radius / 2):
        states[region] = (.inside, timestamp)
        if region.notifyOnEntry { events.append(event) }
      case .inside where d > region.buffer:
        states[region] = (.outside, timestamp)
        event.kind = .exit
        event.state = .outside
        event.visitDuration = timestamp - (old?.since ?? timestamp)
        if region.notifyOnExit { events.append(event) }
      default: break
      }
      if requested.remove(region.identifier) != nil {
        event.kind = .determined
        event.state = states[region]?.state ?? .unknown
        events.append(event)
      }
    }
    events.sort {
      let order: [RegionEvent.Kind: Int] = [.exit: 0, .enter: 1, .determined: 2]
      let (a, b) = (order[$0.kind] ?? 0, order[$1.kind] ?? 0)
      return a != b ? a < b : regions.region(at: $0.slot).identifier < regions.region(at: $1.slot).identifier
    }
    return true
  }
}
