public import GeoCore
public import GeoRegions

/// A phone: its hardware, its user's permissions, its clock, and the location managers of its app.
///
/// Pass events to ``receive(_:arrival:)`` (sorts them first) or ``handle(_:)`` (already in order); it calls
/// the delegates before returning. Calls by a delegate only queue further callbacks. One thread at a time.
///
/// Ownership: host → device → held managers. A manager without an owner and without work is freed.
public final class Device {
  // The fields that a fix uses are contiguous at the front: with many devices each is out of the processor's
  // caches when its turn comes, and one more line of memory costs as much as the work on it.
  public let id: DeviceID
  /// Whether an app that has been suspended for a quarter of an hour is terminated, to be launched by a later
  /// event.
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
  /// The other watched devices, by name.
  @exclusivity(unchecked) var proximities: [Proximity] = []
  @exclusivity(unchecked) var queue = DeliveryQueue()
  @exclusivity(unchecked) var life = AppLifecycle()
  /// Applies the managers' `maximumSpeed` to jumps.
  @exclusivity(unchecked) var speedGate = SpeedGate()
  @exclusivity(unchecked) var lastKnown: LastKnownLocation?
  @exclusivity(unchecked) var regions: RegionMonitor
  /// Sorts events and rejects wrong dates.
  @exclusivity(unchecked) public internal(set) var window: ReorderWindow
  @exclusivity(unchecked) var waking = Waking()
  @exclusivity(unchecked) var frames = Frames()
  /// Callbacks to the host.
  @exclusivity(unchecked) public var hooks = Hooks()
  /// The group that it stands for: then its events are those of the members. Nil for a phone.
  @exclusivity(unchecked) public var group: DeviceGroup?
  /// What it is in a group. Not counted, because each fix asks for it: the member has this device, and takes itself out
  /// before it goes, or gets another device.
  @exclusivity(unchecked) unowned(unsafe) var member: GroupMember?

  public let name: String
  @exclusivity(unchecked) private var sharedProfile: SharedProfile
  /// Whether an event has changed the profile that the host set.
  var hasChangedProfile = false
  @exclusivity(unchecked) public internal(set) var settings: DeviceSettings
  @exclusivity(unchecked) public internal(set) var crossings = Crossings()
  @Seldom private var skipped: Counts
  /// The recorder of its track; nil if none is needed.
  public var trackObserver: (any TrackObserver)? { didSet { updateFollowers() } }
  @Seldom private var told: Attributes
  /// The region callback that is running, for code that raises an alert inside it.
  @exclusivity(unchecked) public internal(set) var currentRegionEvent: RegionReport?
  @Seldom var earlierRun: EarlierRun
  /// The number of visits to other devices and to beacons so far.
  var visitCount: UInt64 = 0
  /// The managers that requested the state of a region that is not known yet.
  @exclusivity(unchecked) var stateRequests = StateRequests()
  var compass = Compass()
  var managerNumbers = ManagerNumbers()
  /// Whether another device watches this one.
  var isWatched = false { didSet { updateFollowers() } }
  /// The group of ``proximityGroup``; nil also for a member of a group in which nobody has watched another yet.
  @exclusivity(unchecked) var neighbors: ProximityGroup?
  /// The places whose approach the script wants to hear of.
  var approaches: [ApproachWatch] = []
  var radios = RadioMeter()
  public var geocoding = Geocoding()
  /// The questions to the user.
  @Seldom var prompts: Prompts

  /// Makes a device.
  ///
  /// - Parameters:
  ///   - now: the start of its clock, in seconds since 1970; usually the time of its first event.
  ///   - regionObjects: shared by all devices of a worker.
  ///   - clock: the clock of its group, which the group moves; nil for its own.
  public init(
    id: DeviceID, name: String, profile: DeviceProfile = .default,
    order: ReorderWindow.Policy = .recorded, now: TimeInterval = 0,
    regionObjects: RegionObjects = RegionObjects(), clock: VirtualClock? = nil
  ) {
    self.id = id
    self.name = name
    sharedProfile = regionObjects.shared(profile)
    settings = profile.settings
    route = FixRoute(
      deliversLocations: profile.locationFault(profile.settings) == nil,
      watchesRegions: profile.regionFault(profile.settings) == nil)
    self.clock = clock ?? VirtualClock(now: now)
    window = ReorderWindow(policy: order)
    self.regionObjects = regionObjects
    regions = RegionMonitor(deviceName: name)
  }

  deinit {
    // A script may hold managers longer than their device lives; see `deviceReference` there.
    for entry in managers.entries { entry.manager?.deviceReference = nil }
    geocoding.queue?.close()
    geocoding.queue?.deviceReference = nil
  }

  public internal(set) var profile: DeviceProfile {
    _read { yield sharedProfile.value }
    set { sharedProfile = SharedProfile(newValue) }
  }

  public internal(set) var attributes: Attributes {
    _read { yield told }
    _modify { yield &told }
  }

  /// Counts of what it skipped.
  public package(set) var counts: Counts {
    _read { yield skipped }
    _modify { yield &skipped }
  }

  /// The regions that ``Hooks/onExplain`` explains.
  public var explainedRegions: ExplainedRegions {
    get { hooks.rare.explainedRegions }
    set { hooks.rare.explainedRegions = newValue }
  }

  /// The question that the user has not answered.
  public var pendingPrompt: Prompt? { prompts.pending }

  /// The number of waiting callbacks, including those of maps, and of questions that the next fix answers.
  public var waitingCount: Int { queue.count + stateRequests.count + (display?.waitingCount ?? 0) }

  /// The monitored regions, in the order of registration.
  public var monitoredRegions: [MonitoredRegion] { Array(regions.regions.regions) }

  /// The number of monitored regions.
  public var monitoredRegionCount: Int { regions.regions.count }

  /// Whether its app waits for locations: it monitors regions or runs updates.
  public var awaitsLocations: Bool {
    managers.listenerCount > 0 || monitoredRegionCount > 0 || !waking.monitors.isEmpty
      || !proximities.isEmpty || !waking.services.isEmpty || !approaches.isEmpty
  }

  /// What its script asked for and never got.
  public var lacks: Set<Lack> {
    var lacks: Set<Lack> = []
    eachManager { manager in
      if manager.isUpdatingHeading, manager.heading == nil { lacks.insert(.heading) }
      if counts.beacons == 0, manager.services?.ranged.isEmpty == false { lacks.insert(.beacon) }
    }
    if counts.visits == 0, waking.visits != nil, !isStationary { lacks.insert(.visit) }
    return lacks
  }

  /// The date on the device's clock.
  public var now: NSDate { NSDate(timeIntervalSince1970: clock.now) }

  /// How long ago the current fix was measured; 0 if a timer or a setting is the cause.
  public var currentLateness: TimeInterval {
    handling.timestamp.isNaN ? 0 : clock.now - handling.timestamp
  }

  /// The newest good location; nil before the first.
  public var location: CLLocation? { lastKnown?.location() }
}
