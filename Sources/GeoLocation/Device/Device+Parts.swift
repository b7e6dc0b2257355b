public import GeoCore
public import GeoRegions

extension Device {
  /// Callbacks to the host.
  public struct Hooks {
    /// Called with each event in the order of processing, before its effects: another device like this one
    /// that handles them in that order has the same effects.
    public var onHandle: ((DeviceEvent) -> Void)?
    /// Called once, when the first event is about to be handled, with the clock set to its time: the app starts.
    public var onStart: (() -> Void)?
    /// Called with the reason why each fix did or did not cause an event of the ``Device/explainedRegions``;
    /// it takes time.
    public var onExplain: ((Explanation) -> Void)?
    /// Called with the error of each callback and timer that threw; the others still run.
    public var onError: ((any Error) -> Void)?
    /// Called with what a user would see, for example an answered question or a corrected clock.
    public var onNotice: ((Device, Notice) -> Void)?
    /// Returns what is monitored instead of a region that is registered; nil for the region itself.
    public var onRegister: ((MonitoredRegion) -> MonitoredRegion)?
    @Seldom private var others: Rare

    public init() {}

    /// Those that most devices of a group do not have.
    public var rare: Rare {
      _read { yield others }
      _modify { yield &others }
    }
  }

  /// Callbacks to the host that no fix asks for.
  public struct Rare: Initial {
    /// Called when the app has been terminated; a host that can restart it sets ``onStart`` again.
    public var onTerminate: (() -> Void)?
    /// Called once when the calls that belong to the app's start have been made.
    public var onBegun: (() -> Void)?
    /// Called now and then while many timers fire in a row; if it returns true, the clock stays where it is,
    /// see ``advance(to:)``.
    public var shouldStop: (() -> Bool)?
    /// Called after each answer that comes when no timer fires any more: continues what waits for a turn.
    public var continueTasks: (() -> Void)?
    /// Called with the messages that reach the app, in their place among the events.
    public var onMessage: ((DeviceMessage) -> Void)?
    /// The same for the host, whether or not the app runs.
    public var onHostMessage: ((DeviceMessage) -> Void)?
    /// Called when somebody has acknowledged an alert of this device.
    public var onAcknowledge: ((Acknowledgement) -> Void)?
    /// Called after a wrong clock was set back by that many seconds; timers have moved with it.
    public var onRebase: ((TimeInterval) -> Void)?
    /// Called with each screen that the device makes, to equip it.
    package var onScreen: ((any DeviceScreen) -> Void)?
    var explainedRegions = ExplainedRegions.all

    package init() {}
  }

  /// Where a fix goes. All of it could be computed; it is cached because every fix reads it.
  package struct FixRoute {
    /// Whether the settings let fixes through.
    package var deliversLocations: Bool
    /// Whether the regions use fixes.
    var watchesRegions: Bool
    /// Whether anything observes each new place of the device.
    var isFollowed = false
  }

  /// The state of the event being handled.
  package struct Handling {
    var isDelivering = false
    /// Whether updates skip the fix being handled.
    var isCoalescing = false
    /// Whether a person made the fix being handled.
    var isSimulated = false
    /// Whether the app is being woken for a visit about to be reported.
    var isTellingVisit = false
    /// The timestamp of the fix being handled; NaN otherwise.
    var timestamp = TimeInterval.nan
  }

  /// The location managers of the app.
  struct ManagerList {
    /// In creation order.
    var entries: [ManagerEntry] = []
    /// The number of managers that need every fix: the fast path checks only this.
    var listenerCount = 0
    /// The number of current walks through `entries`.
    var walks = 0
  }

  /// The services beside regions that wake and launch the app, even after it was terminated.
  package struct Waking {
    /// A service stays here until the app stops it.
    var services: WakingServices = []
    /// Detects visits while they are registered.
    var visits: StayWatch?
    /// The named monitors of conditions, in the order in which they were made.
    var monitors: [ConditionMonitor] = []
    @Seldom var memory: WakingMemory
  }

  /// What the device remembers of these services.
  struct WakingMemory: Initial {
    /// Which events of regions of beacons the app does not want, by identifier.
    var silentBeacons: [String: (entry: Bool, exit: Bool)] = [:]
    /// The visits to beacons, by the region's identifier; a restart forgets them.
    var beaconVisits: [String: (visit: UInt64, begin: TimeInterval)] = [:]
    /// The last significant change reported to any manager, for an app that was terminated.
    var lastSignificant: (coordinate: CLLocationCoordinate2D, time: TimeInterval)?
  }

  /// What the device last reported about itself.
  public struct Attributes: Initial {
    /// In each protocol's own terms, the latest last.
    public internal(set) var messages: [DeviceMessage] = []
    /// Counts the changes of ``messages``.
    public internal(set) var changes = 0

    package init() {}
  }

  /// The remains of an earlier run.
  struct EarlierRun: Initial {
    /// The regions that it monitored; nil without such a run.
    var regions: RestoredRegions?
    /// The clock and the app's lifecycle when it restarts after an interruption.
    var interruption: (clock: TimeInterval, life: AppLifecycle)?
    /// The watches of other devices, until the app watches these again.
    var proximities: [Proximity.Snapshot] = []
    /// What an earlier instance of the script watched, until the main chunk of this one is over.
    var approaches: [ApproachWatch.Snapshot] = []
    /// What the managers of an interrupted run knew, and where it left the clock; see ``Device/earlier(_:)``.
    var managers: [CLLocationManager.Snapshot] = []
    var clock = TimeInterval.nan
  }

  /// Access to geocoding.
  public struct Geocoding {
    /// Shared by the devices of a worker; nil if nothing answers.
    public var services: AnsweringServices?
    /// The queue of the geocoders' requests; nil before the first.
    var queue: GeocodeQueue?
  }
}

/// What answers questions for places and ways.
public final class AnsweringServices {
  /// Answers the geocoders; nil if nothing does.
  public let geocoder: (any GeocodeService)?
  /// Answers questions for ways; nil for an estimate.
  let router: (any RouteService)?

  public init(_ geocoder: (any GeocodeService)?, _ router: (any RouteService)? = nil) {
    (self.geocoder, self.router) = (geocoder, router)
  }
}
