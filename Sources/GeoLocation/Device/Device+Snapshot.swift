public import GeoCore
public import GeoRegions

extension Device {
  /// Everything that a device remembers beyond a run, in plain values; the monitored regions are stored
  /// separately.
  ///
  /// - Units: seconds since 1970-01-01 UTC.
  public struct Snapshot: Sendable {
    public var clock: TimeInterval = 0
    /// Whether the app has been started on it.
    public var hasStarted = false
    /// The stage of the app's life, and the time until which it may run.
    public var appState = AppState.foreground
    public var runsUntil = TimeInterval.infinity
    public var wasLaunchedForLocation = false
    public var settings = DeviceSettings()
    /// The hardware and limits, if an event has changed them.
    public var profile: DeviceProfile?
    public var lastKnown: LastKnown?
    /// The fix that waits for the next one to decide whether it was a jump; without one, its timestamp is
    /// NaN.
    public var fastFix = Fix(coordinate: kCLLocationCoordinate2DInvalid, horizontalAccuracy: -1)
    public var fastTimestamp = TimeInterval.nan
    public var window = ReorderWindow.Snapshot()
    public var regions = RegionMonitor.Snapshot()
    /// The other devices that this device watches.
    public var proximities: [Proximity.Snapshot] = []
    public var proximityVisits: UInt64 = 0
    /// The services beside regions that wake the app.
    public var monitorsSignificantChanges = false
    public var monitorsVisits = false
    /// The last reported significant change; NaN without one.
    public var significantCoordinate = kCLLocationCoordinate2DInvalid
    public var significantTime = TimeInterval.nan
    /// The ongoing stay; nil while visits are not monitored.
    public var visits: VisitMonitor.Snapshot?
    /// The recent answers and requests of its geocoders.
    public var geocoding = GeocodeCache()
    /// Its named monitors of conditions.
    package var monitors: [ConditionMonitor.Snapshot] = []
    /// The approaches that its script watches.
    package var approaches: [ApproachWatch.Snapshot] = []
    /// What the managers that its app makes at its start know.
    package var managers: [CLLocationManager.Snapshot] = []
    /// What the device reported about itself, the latest last.
    public var attributes: [DeviceMessage] = []
    /// The conditions of its alerts.
    public var conditions: [AlertCondition] = []

    public init() {}
  }

  /// The last good fix, with the values from which the speed of the next is derived.
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

  /// How a device continues from a snapshot.
  public struct Resumption: Sendable {
    /// The input continues where it stopped: switches stay as it left them, and repeated events are ignored.
    public var continuesInput: Bool
    /// The run was interrupted: the app starts with the clock where it stood, not at its next event.
    public var continuesClock: Bool
    /// An app that ran before starts again only with an event that it is registered for.
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
    if let last = waking.memory.lastSignificant {
      snapshot.significantCoordinate = last.coordinate
      snapshot.significantTime = last.time
    }
    snapshot.visits = visitSnapshot
    // Until the app has restarted, it still has to watch the devices that it watched.
    let hasRestarted = hooks.onStart == nil && earlierRun.interruption == nil
    snapshot.proximities = proximities.map(\.snapshot) + (hasRestarted ? [] : earlierRun.proximities)
    snapshot.proximityVisits = visitCount
    if let queue = geocoding.queue { snapshot.geocoding = queue.memory }
    snapshot.attributes = attributes.messages
    snapshot.monitors = monitorSnapshots
    snapshot.approaches = approachSnapshots
    snapshot.managers = managerSnapshots
    return snapshot
  }

  /// The regions that the device is inside of, in the order of registration.
  public var insideRegions: [MonitoredRegion] { regions.insideRegions }

  /// The set of monitored regions, for storage beside a snapshot.
  public var monitoredSet: RegionSet { regions.regions }

  /// Whether it may act without another event: something waits in its window or on its clock.
  public var isPending: Bool {
    heldCount > 0 || clock.timerCount > 0 || regions.nextDeadline != nil
      || nextServiceTimer < .infinity
  }

  /// Whether events of other devices affect it.
  public var isWatchingOthers: Bool {
    !proximities.isEmpty || (hooks.onStart != nil && !earlierRun.proximities.isEmpty)
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
