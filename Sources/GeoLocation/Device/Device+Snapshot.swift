public import GeoCore
public import GeoRegions

extension Device {
  /// Everything that a device remembers beyond a run, in plain values; the regions it watches are kept apart.
  ///
  /// - Units: seconds since 1970-01-01 UTC.
  public struct Snapshot: Sendable {
    public var clock: TimeInterval = 0
    /// Whether the app has been started on it.
    public var hasStarted = false
    /// Where the app is in its life, and until when it may run.
    public var appState = AppState.foreground
    public var runsUntil = TimeInterval.infinity
    public var wasLaunchedForLocation = false
    public var settings = DeviceSettings()
    /// The hardware and limits, where an event has changed them.
    public var profile: DeviceProfile?
    public var lastKnown: LastKnown?
    /// The fix that waits for the next to say whether it was a jump; NaN for its timestamp without one.
    public var fastFix = Fix(coordinate: kCLLocationCoordinate2DInvalid, horizontalAccuracy: -1)
    public var fastTimestamp = TimeInterval.nan
    public var window = ReorderWindow.Snapshot()
    public var regions = RegionMonitor.Snapshot()
    /// The other devices that it watches.
    public var proximities: [Proximity.Snapshot] = []
    public var proximityVisits: UInt64 = 0
    /// The services beside regions that wake the app.
    public var monitorsSignificantChanges = false
    public var monitorsVisits = false
    /// The last significant change that was told; NaN without one.
    public var significantCoordinate = kCLLocationCoordinate2DInvalid
    public var significantTime = TimeInterval.nan
    /// The stay that goes on, nil while nobody looks for visits.
    public var visits: VisitMonitor.Snapshot?
    /// What its geocoders found and asked a short while ago.
    public var geocoding = GeocodeCache()
    /// What it told of itself, the latest last.
    public var attributes: [DeviceMessage] = []

    public init() {}
  }

  /// The last good fix, with what the speed of the next is derived from.
  public struct LastKnown: Sendable {
    public var fix: Fix
    public var timestamp: TimeInterval
    public var previous: CLLocationCoordinate2D
    /// NaN without a previous fix to derive from.
    public var previousTimestamp: TimeInterval
    public var signalWasLost: Bool

    public init(
      fix: Fix, timestamp: TimeInterval, previous: CLLocationCoordinate2D, previousTimestamp: TimeInterval,
      signalWasLost: Bool
    ) {
      self.fix = fix
      self.timestamp = timestamp
      self.previous = previous
      self.previousTimestamp = previousTimestamp
      self.signalWasLost = signalWasLost
    }
  }

  /// How a device goes on from a snapshot.
  public struct Resumption: Sendable {
    /// The input goes on where it stopped: switches stand as it left them, and nothing is heard twice.
    public var continuesInput: Bool
    /// The run was interrupted: the app starts with the clock where it stood, not at its next event.
    public var continuesClock: Bool
    /// An app that ran before is not started again but by an event that it is registered for.
    public var waitsForEvents: Bool

    public init(continuesInput: Bool, continuesClock: Bool, waitsForEvents: Bool) {
      self.continuesInput = continuesInput
      self.continuesClock = continuesClock
      self.waitsForEvents = waitsForEvents
    }
  }

  /// Taken between events, when no callback waits.
  public var snapshot: Snapshot {
    var snapshot = Snapshot()
    snapshot.clock = clock.now
    snapshot.hasStarted = hooks.onStart == nil || life.state == .terminated
    snapshot.appState = life.state
    snapshot.runsUntil = life.runsUntil
    snapshot.wasLaunchedForLocation = life.wasLaunchedForLocation
    snapshot.settings = settings
    if hasChangedProfile { snapshot.profile = profile }
    snapshot.lastKnown = lastKnown?.snapshot
    if let held = speedGate.held {
      snapshot.fastFix = held.fix
      snapshot.fastTimestamp = held.timestamp
    }
    snapshot.window = window.snapshot
    snapshot.regions = regions.snapshot
    snapshot.monitorsSignificantChanges = waking.services.contains(.significantChanges)
    snapshot.monitorsVisits = waking.services.contains(.visits)
    if let last = waking.lastSignificant {
      snapshot.significantCoordinate = last.coordinate
      snapshot.significantTime = last.time
    }
    snapshot.visits = visitSnapshot
    // Before the app has started again, what it watched is still to be watched.
    snapshot.proximities =
      proximities.map(\.snapshot) + (hooks.onStart == nil ? [] : pastProximities.restored)
    snapshot.proximityVisits = pastProximities.visitCount
    if let queue = geocoding.queue { snapshot.geocoding = queue.memory }
    snapshot.attributes = attributes.messages
    return snapshot
  }

  /// The set of regions under watch, for those who keep it beside a snapshot.
  public var monitoredSet: RegionSet { regions.regions }

  /// Whether it may act without another event of its own: something waits in its window or on its clock.
  public var isPending: Bool {
    window.heldCount > 0 || clock.timerCount > 0 || regions.nextDeadline != nil
      || nextServiceTimer < .infinity
  }

  /// Whether an event of another device concerns it.
  public var isWatchingOthers: Bool {
    !proximities.isEmpty || (hooks.onStart != nil && !pastProximities.restored.isEmpty)
  }
}

extension LastKnownLocation {
  init(_ snapshot: Device.LastKnown) {
    self.init(snapshot.fix, timestamp: snapshot.timestamp)
    previous = snapshot.previous
    previousTimestamp = snapshot.previousTimestamp
    signalWasLost = snapshot.signalWasLost
  }

  fileprivate var snapshot: Device.LastKnown {
    Device.LastKnown(
      fix: fix, timestamp: timestamp, previous: previous, previousTimestamp: previousTimestamp,
      signalWasLost: signalWasLost)
  }
}
