import GeoCore

extension Device {
  /// What the host is told and asked.
  public struct Hooks {
    /// Told of each event in the order of processing, before anything comes of it: handled again in that order, by a
    /// device like this, they have the same effects.
    public var onHandle: ((DeviceEvent) -> Void)?
    /// Called once, when the first event is about to be handled, with the clock set to its time: the app starts.
    public var onStart: (() -> Void)?
    /// Told why each fix did or did not make an event of the ``Device/explainedRegions``; it costs time.
    public var onExplain: ((Explanation) -> Void)?
    /// Told of each callback and timer that threw; the others still run.
    public var onError: ((any Error) -> Void)?
    /// Told when the app has ended; a host that can start it again sets ``onStart`` anew.
    public var onTerminate: (() -> Void)?
    /// Asked now and then while many timers fire in a row; on true the clock stays where it is, see ``advance(to:)``.
    public var shouldStop: (() -> Bool)?
    /// Told of what a user would see: a question answered, a device re-based.
    public var onNotice: ((Notice) -> Void)?
    /// Told of the messages that reach the app, in their place among the events.
    public var onMessage: ((DeviceMessage) -> Void)?
    /// The same for the host, whether or not the app runs.
    public var onHostMessage: ((DeviceMessage) -> Void)?
    /// Told of each screen that the device makes, to equip it.
    package var onScreen: ((any DeviceScreen) -> Void)?
  }

  /// Where a fix goes. All of it follows from something else; it is kept because every fix asks.
  package struct FixRoute {
    /// Whether the settings let fixes through.
    package var deliversLocations: Bool
    /// Whether fixes concern the regions.
    var watchesRegions: Bool
    /// Whether somebody wants to know of each place that it comes to.
    var isFollowed = false
  }

  /// What is being done just now.
  package struct Handling {
    var isDelivering = false
    /// Whether the fix being handled is not told by updates.
    var isCoalescing = false
    /// Whether the app is woken for a visit that it is about to be told of.
    var isTellingVisit = false
    /// The timestamp of the fix being handled, NaN outside.
    var timestamp = TimeInterval.nan
  }

  /// The location managers of the app.
  struct ManagerList {
    /// In creation order.
    var entries: [ManagerEntry] = []
    /// How many want every fix: the fast path looks only at this.
    var listenerCount = 0
    /// How many walks through `entries` are under way.
    var walks = 0
  }

  /// What wakes and launches the app beside regions, also when it has ended.
  package struct Waking {
    /// A service that nobody stopped stays here.
    var services: WakingServices = []
    /// Looks for visits while they are registered.
    var visits: StayWatch?
    /// The last significant change told to any manager, for an app that has ended.
    var lastSignificant: (coordinate: CLLocationCoordinate2D, time: TimeInterval)?
  }

  /// What the device last told of itself.
  public struct Attributes {
    /// In the words of each protocol, the latest last.
    public internal(set) var messages: [DeviceMessage] = []
    /// Counts the changes of ``messages``.
    public internal(set) var changes = 0
  }

  /// What a run before this one left.
  package struct EarlierRun {
    /// The regions that it watched; nil without such a run.
    var regions: RestoredRegions?
    /// Where the clock stands and which life the app has when it starts again after an interruption.
    var interruption: (clock: TimeInterval, life: AppLifecycle)?
  }

  /// What is known of other devices beyond the watches of now.
  package struct PastProximities {
    /// What an earlier run knew, until the app watches them again.
    var restored: [Proximity.Snapshot] = []
    /// The number of visits to other devices so far.
    var visitCount: UInt64 = 0
  }

  /// Who knows places.
  public struct Geocoding {
    /// What answers the geocoders; nil where nobody can.
    public var service: (any GeocodeService)?
    /// Where the geocoders bring their requests, nil before the first.
    var queue: GeocodeQueue?
  }
}
