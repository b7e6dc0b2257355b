public import GeoCore

extension ReorderWindow {
  /// The events and knowledge of a window, so that another can continue; its counts restart.
  public struct Snapshot: Sendable {
    /// A waiting event.
    public struct Held: Sendable {
      public var event: DeviceEvent
      /// Live: when it has waited long enough, on the host's clock.
      public var releaseAt: TimeInterval
      public var rebases: Bool

      public init(event: DeviceEvent, releaseAt: TimeInterval, rebases: Bool) {
        self.event = event
        self.releaseAt = releaseAt
        self.rebases = rebases
      }
    }

    public var newestFix = -TimeInterval.infinity
    public var floor = -TimeInterval.infinity
    public var newest = -TimeInterval.infinity
    public var newestTime = -TimeInterval.infinity
    public var last: DeviceEvent?
    public var suspect: [DeviceEvent] = []
    public var strays: [DeviceEvent] = []
    /// In order.
    public var held: [Held] = []

    public init() {}
  }

  /// Precondition: all ready events have been taken.
  public var snapshot: Snapshot {
    var snapshot = Snapshot()
    snapshot.newestFix = newestFix
    snapshot.floor = floor
    snapshot.newest = newest
    snapshot.newestTime = newestTime
    snapshot.last = last.first
    snapshot.suspect = suspect
    snapshot.strays = strays
    snapshot.held = queue.all.map {
      Snapshot.Held(event: $0.event, releaseAt: $0.releaseAt, rebases: $0.rebases)
    }
    return snapshot
  }

  /// Makes a window that continues from a snapshot.
  ///
  /// - Parameter hearsAgain: whether earlier events may be repeated; then they have no effect.
  public init(policy: Policy, restoring snapshot: Snapshot, hearsAgain: Bool) {
    self.init(policy: policy)
    newestFix = snapshot.newestFix
    floor = snapshot.floor
    newest = snapshot.newest
    newestTime = snapshot.newestTime
    last = snapshot.last.map { [$0] } ?? []
    suspect = snapshot.suspect
    strays = snapshot.strays
    for held in snapshot.held {
      queue.append(HeldEvents.Held(event: held.event, releaseAt: held.releaseAt, rebases: held.rebases))
    }
    if hearsAgain { barrier = newest }
  }
}
