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
    public var geocoding = GeocodeMemory()
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
    snapshot.hasStarted = onStart == nil || life.state == .terminated
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
    snapshot.monitorsSignificantChanges = registered.contains(.significantChanges)
    snapshot.monitorsVisits = registered.contains(.visits)
    if let last = lastSignificant {
      snapshot.significantCoordinate = last.coordinate
      snapshot.significantTime = last.time
    }
    snapshot.visits = visitSnapshot
    // Before the app has started again, what it watched is still to be watched.
    snapshot.proximities = proximities.map(\.snapshot) + (onStart == nil ? [] : restoredProximities)
    snapshot.proximityVisits = proximityVisits
    if let desk = geocodeDesk { snapshot.geocoding = desk.memory }
    snapshot.attributes = attributes
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
    !proximities.isEmpty || (onStart != nil && !restoredProximities.isEmpty)
  }

  /// Takes up a snapshot before the first event.
  ///
  /// - Parameter set: what it watched.
  public func restore(_ snapshot: Snapshot, regions set: RegionSet, _ resumption: Resumption) {
    // The clock goes back only to where an interrupted run left it.
    setClock(to: resumption.continuesClock ? snapshot.clock : max(clock.now, snapshot.clock))
    regions = RegionMonitor(deviceName: name, regions: set, restoring: snapshot.regions)
    restored = RestoredRegions(set: set)
    restoreServices(snapshot)
    restoredProximities = snapshot.proximities
    proximityVisits = snapshot.proximityVisits
    if !snapshot.geocoding.isEmpty { madeGeocodeDesk.memory = snapshot.geocoding }
    attributes = snapshot.attributes
    lastKnown = snapshot.lastKnown.map(LastKnownLocation.init)
    // The greatest speed comes with the app, which starts before the next fix.
    if !snapshot.fastTimestamp.isNaN {
      speedGate = SpeedGate(holding: .init(fix: snapshot.fastFix, timestamp: snapshot.fastTimestamp))
    }
    var held = snapshot.window
    for index in held.held.indices { held.held[index].event.device = id }
    for index in held.suspect.indices { held.suspect[index].device = id }
    for index in held.strays.indices { held.strays[index].device = id }
    held.last?.device = id
    window = ReorderWindow(
      policy: window.policy, restoring: held, hearsAgain: !resumption.continuesInput)
    if resumption.continuesInput { resumeSwitches(snapshot) }
    updateRadios()
    guard snapshot.hasStarted else { return }
    if resumption.continuesClock {
      resumeApp(snapshot)
    } else if resumption.waitsForEvents {
      life.state = .terminated
      life.runsUntil = -.infinity
    }
  }

  /// What wakes an app goes on until the app stops it.
  private func restoreServices(_ snapshot: Snapshot) {
    if snapshot.monitorsSignificantChanges { registered.insert(.significantChanges) }
    if snapshot.monitorsVisits { registered.insert(.visits) }
    if !snapshot.significantTime.isNaN {
      lastSignificant = (snapshot.significantCoordinate, snapshot.significantTime)
    }
    visitSnapshot = snapshot.visits
  }

  /// Switches and hardware stand as the events before left them.
  private func resumeSwitches(_ snapshot: Snapshot) {
    settings = snapshot.settings
    if let changed = snapshot.profile {
      profile = changed
      hasChangedProfile = true
    }
    deliversLocations = locationFault == nil
    watchesRegions = regionFault == nil
  }

  /// The app goes on where it was in its life; one that ran starts again before its next event.
  private func resumeApp(_ snapshot: Snapshot) {
    var resumed = AppLife()
    resumed.state = snapshot.appState
    resumed.runsUntil = snapshot.runsUntil
    resumed.wasLaunchedForLocation = snapshot.wasLaunchedForLocation
    if snapshot.appState == .terminated {
      life = resumed
    } else {
      life.wasLaunchedForLocation = snapshot.wasLaunchedForLocation
      resumption = (clock: snapshot.clock, life: resumed)
    }
  }

  /// Whether the app starts again in the middle of an interrupted run: what it was told there is not told again.
  var isGoingOn: Bool { resumption != nil }

  /// The last location that the app was told before the interruption; nil where it slept.
  var toldLocation: CLLocation? {
    guard let resumption, resumption.life.runs(at: resumption.clock) else { return nil }
    return location
  }

  /// The regions that an earlier run left and this one's app has not registered again, by identifier.
  public var unclaimedRegions: [String] {
    guard let restored, onStart == nil else { return [] }
    return restored.unclaimed(in: regions.regions)
  }
}

/// The regions of an earlier run, and which of them the app has registered again.
struct RestoredRegions {
  let set: RegionSet
  /// Slots registered again; apps mostly do it in order, so the ranges are few.
  private var claimed: [Range<UInt32>] = []

  init(set: RegionSet) { self.set = set }

  /// Notes that the app registered a region of that identifier.
  mutating func claim(_ identifier: String) {
    guard let slot = set.slot(of: identifier) else { return }
    if let last = claimed.last, last.upperBound == slot {
      claimed[claimed.count - 1] = last.lowerBound..<slot + 1
    } else if !claimed.contains(where: { $0.contains(slot) }) {
      claimed.append(slot..<slot + 1)
    }
  }

  mutating func claimAll(of other: RegionSet) {
    if set.contains(other) {
      claimed.append(0..<other.slotLimit)
    } else {
      for region in other.regions { claim(region.identifier) }
    }
  }

  func unclaimed(in current: RegionSet) -> [String] {
    if claimed.first == 0..<set.slotLimit { return [] }
    return set.slots.filter { slot in !claimed.contains { $0.contains(slot) } }
      .map { set.identifier(at: $0) }.filter { current.slot(of: $0) != nil }.sorted()
  }
}

extension LastKnownLocation {
  fileprivate init(_ snapshot: Device.LastKnown) {
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
