extension RegionMonitor {
  /// What a monitor remembers of its device, by the regions' identifiers; the regions themselves are kept apart.
  ///
  /// - Units: seconds since 1970-01-01 UTC.
  public struct Snapshot: Codable, Sendable, Hashable {
    /// A visit that goes on.
    public struct Visit: Codable, Sendable, Hashable {
      public var identifier: String
      public var id: UInt64
      public var begin: TimeInterval

      public init(identifier: String, id: UInt64, begin: TimeInterval) {
        self.identifier = identifier
        self.id = id
        self.begin = begin
      }
    }

    /// Where the device is inside, in the order of registration.
    public var inside: [Visit] = []
    /// Whether no region is settled: no fix has been used since the first was registered.
    public var isUnsettled = true
    /// The regions that wait for a fix, where others do not.
    public var unknown: [String] = []
    /// The number of visits so far.
    public var sequence: UInt64 = 0
    /// When the newest used fix was measured, minus infinity before the first.
    public var lastTimestamp: TimeInterval = -.infinity

    public init() {}
  }

  public var snapshot: Snapshot {
    var snapshot = Snapshot()
    snapshot.inside = zip(inside, visits).map { slot, visit in
      Snapshot.Visit(identifier: regions.identifier(at: slot), id: visit.id, begin: visit.begin)
    }
    snapshot.isUnsettled = settledLimit == 0
    if !snapshot.isUnsettled {
      snapshot.unknown = unknown.map { regions.identifier(at: $0) }
      if settledLimit < regions.slotLimit {
        snapshot.unknown += regions.slots.filter { $0 >= settledLimit }.map { regions.identifier(at: $0) }
      }
    }
    snapshot.sequence = sequence
    snapshot.lastTimestamp = lastTimestamp
    return snapshot
  }

  /// Makes the monitor of a device that watched `regions` and knew of them what `snapshot` says.
  public init(deviceName: String, regions: RegionSet, restoring snapshot: Snapshot) {
    self.init(deviceName: deviceName)
    self.regions = regions
    let kept = snapshot.inside.compactMap { visit in
      regions.slot(of: visit.identifier).map { ($0, Visit(id: visit.id, begin: visit.begin)) }
    }
    .sorted { $0.0 < $1.0 }
    inside = ContiguousArray(kept.map(\.0))
    visits = ContiguousArray(kept.map(\.1))
    settledLimit = snapshot.isUnsettled ? 0 : regions.slotLimit
    unknown = ContiguousArray(snapshot.unknown.compactMap { regions.slot(of: $0) }.sorted())
    sequence = snapshot.sequence
    lastTimestamp = snapshot.lastTimestamp
  }
}
