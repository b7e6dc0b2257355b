public import GeoCore

extension RegionMonitor {
  /// A monitor's memory of its device, by the regions' identifiers; the regions themselves are stored
  /// separately.
  ///
  /// - Units: seconds since 1970-01-01 UTC.
  public struct Snapshot: Sendable, Hashable {
    /// An ongoing visit.
    public struct Visit: Sendable, Hashable {
      public var identifier: String
      public var id: UInt64
      public var begin: TimeInterval

      public init(identifier: String, id: UInt64, begin: TimeInterval) {
        self.identifier = identifier
        self.id = id
        self.begin = begin
      }
    }

    /// A moment when something falls due, and the delay between the measurement of its cause and the device's
    /// knowledge of it.
    public struct Due: Sendable, Hashable {
      public var time: TimeInterval
      public var lag: TimeInterval

      public init(time: TimeInterval, lag: TimeInterval) {
        self.time = time
        self.lag = lag
      }
    }

    /// A crossing that waits for its delay.
    public struct Pending: Sendable, Hashable {
      public var identifier: String
      public var isEnter: Bool
      /// When its condition first held.
      public var since: TimeInterval
      public var due: Due
      /// Whether it began between two fixes.
      public var isCrossed: Bool

      public init(identifier: String, isEnter: Bool, since: TimeInterval, due: Due, isCrossed: Bool) {
        self.identifier = identifier
        self.isEnter = isEnter
        self.since = since
        self.due = due
        self.isCrossed = isCrossed
      }
    }

    /// A visit that will dwell; an unlisted visit has dwelled already, or never will.
    public struct Dwell: Sendable, Hashable {
      public var identifier: String
      public var due: Due

      public init(identifier: String, due: Due) {
        self.identifier = identifier
        self.due = due
      }
    }

    /// The start of the way to the next fix.
    public struct LastFix: Sendable, Hashable {
      public var latitude: CLLocationDegrees
      public var longitude: CLLocationDegrees
      public var accuracy: CLLocationAccuracy
      /// Nil if unknown.
      public var altitude: CLLocationDistance?
      public var timestamp: TimeInterval

      public init(
        latitude: CLLocationDegrees, longitude: CLLocationDegrees, accuracy: CLLocationAccuracy,
        altitude: CLLocationDistance?, timestamp: TimeInterval
      ) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.altitude = altitude
        self.timestamp = timestamp
      }
    }

    /// The regions that the device is inside of, in the order of registration.
    public var inside: [Visit] = []
    /// The crossings that wait for a delay, in that order.
    public var pending: [Pending] = []
    public var dwells: [Dwell] = []
    /// Whether no region has an initial state: no fix has been used since the first region was registered.
    public var isUnsettled = true
    /// The regions that wait for a fix while others do not.
    public var unknown: [String] = []
    /// The number of visits so far.
    public var sequence: UInt64 = 0
    /// When the newest used fix was measured, minus infinity before the first.
    public var lastTimestamp: TimeInterval = -.infinity
    /// Nil if no region detects crossings, or the way is unknown.
    public var lastFix: LastFix?

    public init() {}
  }

  public var snapshot: Snapshot {
    var snapshot = Snapshot()
    func name(_ slot: UInt32) -> String { regions.identifier(at: slot) }
    let visits =
      zip(inside, visits).map { ($0, $1) } + watches.filter(\.isInside).map { ($0.slot, $0.visit) }
    snapshot.inside = visits.sorted { $0.0 < $1.0 }
      .map { Snapshot.Visit(identifier: name($0.0), id: $0.1.id, begin: $0.1.begin) }
    for watch in watches {
      if let pending = watch.pending {
        snapshot.pending.append(
          Snapshot.Pending(
            identifier: name(watch.slot), isEnter: pending.isEnter, since: pending.since,
            due: Snapshot.Due(time: pending.due.time, lag: pending.due.lag), isCrossed: pending.isCrossed))
      }
      if watch.dwell.time < .infinity {
        let due = Snapshot.Due(time: watch.dwell.time, lag: watch.dwell.lag)
        snapshot.dwells.append(Snapshot.Dwell(identifier: name(watch.slot), due: due))
      }
    }
    snapshot.isUnsettled = resolvedLimit == 0
    if !snapshot.isUnsettled {
      let waiting = Set(unknown).union(regions.unsettledSlots(self))
      snapshot.unknown = waiting.sorted().map(name)
      if resolvedLimit < regions.slotLimit {
        snapshot.unknown += regions.slots.filter { $0 >= resolvedLimit }.map(name)
      }
    }
    snapshot.sequence = sequence
    snapshot.lastTimestamp = lastTimestamp
    snapshot.lastFix = watchState.lastFix.map {
      Snapshot.LastFix(
        latitude: $0.coordinate.latitude, longitude: $0.coordinate.longitude, accuracy: $0.accuracy,
        altitude: $0.altitude.isNaN ? nil : $0.altitude, timestamp: $0.timestamp)
    }
    return snapshot
  }

  /// Makes the monitor of a device that monitored `regions` with the state in `snapshot`; entries of other
  /// regions are ignored.
  public init(deviceName: String, regions: RegionSet, restoring snapshot: Snapshot) {
    self.init(deviceName: deviceName)
    self.regions = regions
    resolvedLimit = snapshot.isUnsettled ? 0 : regions.slotLimit
    unknown = ContiguousArray(Set(snapshot.unknown.compactMap { regions.slot(of: $0) }).sorted())
    sequence = snapshot.sequence
    lastTimestamp = snapshot.lastTimestamp
    restoreStates(snapshot)
    guard regions.mayHaveOptions else { return }
    // Unlisted regions are known, even if they ignore fixes.
    if !snapshot.isUnsettled {
      watchState.unresolved = [UnresolvedRegions(slotLimit: resolvedLimit, accuracy: 0, hasAltitude: true)]
    }
    watchState.lastFix = snapshot.lastFix.map {
      RegionFix(
        coordinate: CLLocationCoordinate2D(latitude: $0.latitude, longitude: $0.longitude),
        accuracy: $0.accuracy, altitude: $0.altitude ?? .nan, timestamp: $0.timestamp)
    }
    updateDeadline()
  }

  private mutating func restoreStates(_ snapshot: Snapshot) {
    var watched: [UInt32: RegionWatch] = [:]
    var plain: [(slot: UInt32, visit: Visit)] = []
    for visit in snapshot.inside {
      guard let slot = regions.slot(of: visit.identifier) else { continue }
      let kept = Visit(id: visit.id, begin: visit.begin)
      if regions.log.record(at: slot).hasOptions {
        watched[slot, default: RegionWatch(slot)].isInside = true
        watched[slot]?.visit = kept
      } else {
        plain.append((slot, kept))
      }
    }
    for pending in snapshot.pending {
      guard let slot = regions.slot(of: pending.identifier), regions.log.record(at: slot).hasOptions,
        pending.isEnter != watched[slot]?.isInside ?? false
      else { continue }
      watched[slot, default: RegionWatch(slot)].pending = RegionWatch.Pending(
        isEnter: pending.isEnter, since: pending.since,
        due: RegionWatch.Due(time: pending.due.time, lag: pending.due.lag), isCrossed: pending.isCrossed)
    }
    for dwell in snapshot.dwells {
      guard let slot = regions.slot(of: dwell.identifier) else { continue }
      watched[slot]?.dwell = RegionWatch.Due(time: dwell.due.time, lag: dwell.due.lag)
    }
    plain.sort { $0.slot < $1.slot }
    inside = ContiguousArray(plain.map(\.slot))
    visits = ContiguousArray(plain.map(\.visit))
    if !watched.isEmpty { watchState.watches = ContiguousArray(watched.values.sorted { $0.slot < $1.slot }) }
  }
}
