public import GeoCore
public import GeoRegions

/// A phone: what it is made of, what its user allows, its clock, and the location managers of the app on it.
///
/// Feed it with ``receive(_:arrival:)`` (puts events in order first) or ``handle(_:)`` (already in order); it calls
/// the delegates before returning. Calls that a delegate makes only queue further callbacks. One thread at a time.
///
/// Ownership: host → device → held managers. A manager that nobody holds and that does nothing dies.
public final class Device {
  // What a fix reads and writes lies together, at the front: of many devices each is out of the processor's caches when
  // its turn comes, and a line of memory more costs as much as the work on it.
  public let id: DeviceID
  /// Whether an app that has been suspended for a quarter of an hour is ended, to be launched by a later event.
  @exclusivity(unchecked) public var unloadsIdleApp = false
  @exclusivity(unchecked) package var route: FixRoute
  @exclusivity(unchecked) var handling = Handling()
  public let clock: VirtualClock
  let regionObjects: RegionObjects
  /// Nil until a service waits for a time.
  @exclusivity(unchecked) var serviceTimers: ServiceTimers?
  /// Its screen, nil before the first map.
  @exclusivity(unchecked) package var display: (any DeviceScreen)?
  @exclusivity(unchecked) var managers = ManagerList()
  /// The other devices under watch, by name.
  @exclusivity(unchecked) var proximities: [Proximity] = []
  @exclusivity(unchecked) var queue = DeliveryQueue()
  @exclusivity(unchecked) var life = AppLifecycle()
  /// What the managers' `maximumSpeed` make of jumps.
  @exclusivity(unchecked) var speedGate = SpeedGate()
  @exclusivity(unchecked) var lastKnown: LastKnownLocation?
  @exclusivity(unchecked) var regions: RegionMonitor
  /// Puts events in order and keeps wrong dates out.
  @exclusivity(unchecked) public internal(set) var window: ReorderWindow
  @exclusivity(unchecked) var waking = Waking()
  @exclusivity(unchecked) var frames = Frames()
  /// What the host is told and asked.
  @exclusivity(unchecked) public var hooks = Hooks()

  public let name: String
  @exclusivity(unchecked) public internal(set) var profile: DeviceProfile
  /// Whether an event has made it another device than the host made.
  var hasChangedProfile = false
  @exclusivity(unchecked) public internal(set) var settings: DeviceSettings
  @exclusivity(unchecked) public package(set) var counts = Counts()
  /// What keeps the way it goes; nil where nobody wants to see it.
  public var trackObserver: (any TrackObserver)? { didSet { updateFollowers() } }
  public internal(set) var attributes = Attributes()
  /// The regions that ``Hooks/onExplain`` is told of.
  public var explainedRegions = ExplainedRegions.all
  /// The region callback that is running, for those who raise an alert inside it.
  @exclusivity(unchecked) public internal(set) var currentRegionEvent: RegionReport?
  var earlierRun = EarlierRun()
  var pastProximities = PastProximities()
  /// Who asked for the state of a region that is not known yet.
  @exclusivity(unchecked) var stateRequests = StateRequests()
  var compass = Compass()
  /// Whether another device watches this one.
  var isWatched = false { didSet { updateFollowers() } }
  /// The devices that can watch each other, this one among them; nil where they are on several threads.
  @exclusivity(unchecked) public var proximityGroup: ProximityGroup? {
    didSet { isWatched = proximityGroup?.isWatched(name) ?? false }
  }
  var radios = RadioMeter()
  public var geocoding = Geocoding()
  /// What the user has been asked.
  @exclusivity(unchecked) var prompts = Prompts()

  /// Makes a device.
  ///
  /// - Parameters:
  ///   - now: where its clock begins, in seconds since 1970; usually the time of its first event.
  ///   - regionObjects: shared by all devices of a worker.
  public init(
    id: DeviceID, name: String, profile: DeviceProfile = .default,
    order: ReorderWindow.Policy = .recorded, now: TimeInterval = 0,
    regionObjects: RegionObjects = RegionObjects()
  ) {
    self.id = id
    self.name = name
    self.profile = profile
    settings = profile.settings
    route = FixRoute(
      deliversLocations: profile.locationFault(profile.settings) == nil,
      watchesRegions: profile.regionFault(profile.settings) == nil)
    clock = VirtualClock(now: now)
    window = ReorderWindow(policy: order)
    self.regionObjects = regionObjects
    regions = RegionMonitor(deviceName: name)
  }

  deinit {
    // Managers may outlive their device in a script's hands; see `deviceReference` there.
    for entry in managers.entries { entry.manager?.deviceReference = nil }
    geocoding.queue?.close()
    geocoding.queue?.deviceReference = nil
  }

  /// The question that the user has not answered.
  public var pendingPrompt: Prompt? { prompts.pending }

  /// How many callbacks wait, those of maps among them, with the questions that the next fix answers.
  public var waitingCount: Int { queue.count + stateRequests.count + (display?.waitingCount ?? 0) }

  /// The regions under watch, in the order of registration.
  public var monitoredRegions: [MonitoredRegion] { Array(regions.regions.regions) }

  /// The number of regions under watch.
  public var monitoredRegionCount: Int { regions.regions.count }

  /// Whether an app on it waits for locations: it watches regions or listens to updates.
  public var awaitsLocations: Bool {
    managers.listenerCount > 0 || monitoredRegionCount > 0 || !proximities.isEmpty || !waking.services.isEmpty
  }

  /// The date on the device's clock.
  public var now: NSDate { NSDate(timeIntervalSince1970: clock.now) }

  /// How long ago the fix that is being handled was measured; 0 when a timer or a setting is the cause.
  public var currentLateness: TimeInterval {
    handling.timestamp.isNaN ? 0 : clock.now - handling.timestamp
  }

  /// The newest good location, nil before the first.
  public var location: CLLocation? { lastKnown?.location() }
}
