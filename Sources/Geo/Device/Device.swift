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
  /// Follows `settings`; kept because every fix asks.
  @exclusivity(unchecked) var deliversLocations: Bool
  /// Follows `settings` too: whether fixes concern the regions.
  @exclusivity(unchecked) var watchesRegions: Bool
  /// Whether somebody wants to know of each place that it comes to.
  @exclusivity(unchecked) var isFollowed = false
  @exclusivity(unchecked) var isDelivering = false
  /// Whether the fix being handled is not told by updates.
  @exclusivity(unchecked) var isCoalescing = false
  /// What wakes and launches the app, also when it has ended: one that nobody stopped goes on.
  @exclusivity(unchecked) var registered: WakingServices = []
  public let clock: VirtualClock
  let regionObjects: RegionObjects
  /// Told why each fix did or did not make an event of the ``explainedRegions``; it costs time.
  @exclusivity(unchecked) public var onExplain: ((Explanation) -> Void)?
  /// Told of each event in the order of processing, before anything comes of it: handled again in that order, by a
  /// device like this, they have the same effects.
  @exclusivity(unchecked) public var onHandle: ((DeviceEvent) -> Void)?
  /// Called once, when the first event is about to be handled, with the clock set to its time: the app starts.
  @exclusivity(unchecked) public var onStart: (() -> Void)?
  /// When its next picture is due, infinity without one.
  @exclusivity(unchecked) var nextFrame: TimeInterval = .infinity
  /// Nil until a service waits for a time.
  @exclusivity(unchecked) var serviceTimers: ServiceTimers?
  /// Its map views, nil before the first.
  @exclusivity(unchecked) var screen: Screen?
  /// How many managers want every fix: the fast path looks only at this.
  @exclusivity(unchecked) var listenerCount = 0
  /// The other devices under watch, by name.
  @exclusivity(unchecked) var proximities: [Proximity] = []
  /// The timestamp of the fix being handled, NaN outside.
  @exclusivity(unchecked) var currentTimestamp = TimeInterval.nan
  @exclusivity(unchecked) var queue = DeliveryQueue()
  @exclusivity(unchecked) var life = AppLife()
  /// What the managers' `maximumSpeed` make of jumps.
  @exclusivity(unchecked) var speedGate = SpeedGate()
  @exclusivity(unchecked) var lastKnown: LastKnownLocation?
  @exclusivity(unchecked) var regions: RegionMonitor
  /// Puts events in order and keeps wrong dates out.
  @exclusivity(unchecked) public internal(set) var window: ReorderWindow

  public let name: String
  @exclusivity(unchecked) public internal(set) var profile: DeviceProfile
  @exclusivity(unchecked) public internal(set) var settings: DeviceSettings
  @exclusivity(unchecked) public internal(set) var counts = Counts()

  /// How large a map is that is made without a frame, in place of the profile's screen.
  public var mapSize: CGSize?
  /// What its maps lie on; nil for nothing.
  public var baseMap: (any BaseMap)?
  /// What brings the tiles of its maps; nil where nothing is loaded.
  public var tileLoader: (any TileLoader)?
  /// Pixels to a point of the pictures that are made of its maps.
  public var contentScaleFactor = 1.0
  /// Waits, on the wall's clock, for the tiles that are on their way; nil where none can be.
  public var awaitTiles: (() -> Void)?
  /// What answers its geocoders; nil where nobody can.
  public var geocodeService: (any GeocodeService)?
  /// What gives pictures their canvases; nil where nothing can be drawn.
  public var canvasMaker: (any CanvasMaker)?
  /// What keeps the way it goes; nil where nobody wants to see it.
  public var wayKeeper: (any WayKeeper)? { didSet { updateFollowers() } }
  /// When pictures are due while it runs; nil where none are.
  var frames: FrameSchedule?
  /// Where UIKit's functions of its script draw now.
  public var graphics = GraphicsStack()

  /// Told of each callback and timer that threw; the others go on.
  @exclusivity(unchecked) public var onError: ((any Error) -> Void)?
  /// Told when the app has ended; a host that can start it again sets ``onStart`` anew.
  public var onTerminate: (() -> Void)?
  /// Asked now and then while many timers fire in a row; on true the clock stays where it is, see ``advance(to:)``.
  public var shouldStop: (() -> Bool)?
  /// Told of what a user would see: a question answered, a device re-based.
  public var onNotice: ((Notice) -> Void)?

  /// What it last told of itself in the words of each protocol, the latest last.
  public internal(set) var attributes: [DeviceMessage] = []
  /// Counts the changes of ``attributes``.
  public internal(set) var attributeChanges = 0
  /// Told of the messages that reach the app, in their place among the events.
  public var onMessage: ((DeviceMessage) -> Void)?
  /// The same for the host, whether or not the app runs.
  public var onHostMessage: ((DeviceMessage) -> Void)?

  /// What ``onExplain`` wants to hear of.
  public var explainedRegions = ExplainedRegions.all

  /// The region callback that is running, for those who raise an alert inside it.
  @exclusivity(unchecked) public internal(set) var currentRegionEvent: RegionReport?

  /// Whether an event has made it another device than the host made.
  var hasChangedProfile = false
  /// What an earlier run left; nil without one.
  var restored: RestoredRegions?
  /// Where the clock stands and what life goes on when the app starts again after an interruption.
  var resumption: (clock: TimeInterval, life: AppLife)?
  /// Who asked for the state of a region that is not known yet.
  @exclusivity(unchecked) var stateRequests = StateRequests()
  var compass = Compass()
  /// What an earlier run knew of other devices, until the app watches them again.
  var restoredProximities: [Proximity.Snapshot] = []
  /// The number of visits to other devices so far.
  var proximityVisits: UInt64 = 0
  /// Whether another device watches this one.
  var isWatched = false { didSet { updateFollowers() } }
  /// The devices that can watch each other, this one among them; nil where they are on several threads.
  @exclusivity(unchecked) public var neighbourhood: Neighbourhood? {
    didSet { isWatched = neighbourhood?.isWatched(name) ?? false }
  }
  /// Looks for visits while they are registered.
  var visits: StayWatch?
  /// Whether the app is woken for a visit that it is about to be told of.
  @exclusivity(unchecked) var isTellingVisit = false
  /// The last significant change told to any manager, for an app that has ended.
  var lastSignificant: (coordinate: CLLocationCoordinate2D, time: TimeInterval)?
  var radios = RadioMeter()
  /// Whether a radio was ever powered for a manager's own services, not for regions alone.
  public internal(set) var powersManagers = false
  @exclusivity(unchecked) var managers: [ManagerEntry] = []
  /// How many walks through `managers` are under way.
  @exclusivity(unchecked) var walks = 0
  /// Where its geocoders bring their requests, nil before the first.
  var geocodeDesk: GeocodeDesk?
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
    deliversLocations = profile.locationFault(profile.settings) == nil
    watchesRegions = profile.regionFault(profile.settings) == nil
    clock = VirtualClock(now: now)
    window = ReorderWindow(policy: order)
    self.regionObjects = regionObjects
    regions = RegionMonitor(deviceName: name)
  }

  deinit {
    // Managers may outlive their device in a script's hands; see `deviceReference` there.
    for entry in managers { entry.manager?.deviceReference = nil }
    geocodeDesk?.close()
    geocodeDesk?.deviceReference = nil
  }

  /// The question that the user has not answered.
  public var pendingPrompt: Prompt? { prompts.pending }

  /// How many callbacks wait, those of maps among them, with the questions that the next fix answers.
  public var waitingCount: Int { queue.count + stateRequests.count + (screen?.waitingCount ?? 0) }

  /// The regions under watch, in the order of registration.
  public var monitoredRegions: [MonitoredRegion] { Array(regions.regions.regions) }

  /// The number of regions under watch.
  public var monitoredRegionCount: Int { regions.regions.count }

  /// Whether an app on it waits for locations: it watches regions or listens to updates.
  public var awaitsLocations: Bool {
    listenerCount > 0 || monitoredRegionCount > 0 || !proximities.isEmpty || !registered.isEmpty
  }

  /// The date on the device's clock.
  public var now: NSDate { NSDate(timeIntervalSince1970: clock.now) }

  /// How long ago the fix that is being handled was measured; 0 when a timer or a setting is the cause.
  public var currentLateness: TimeInterval {
    currentTimestamp.isNaN ? 0 : clock.now - currentTimestamp
  }

  /// The newest good location, nil before the first.
  public var location: CLLocation? { lastKnown?.location() }
}
