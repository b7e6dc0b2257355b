public import GeoCore

/// Sorts the events of one device within a window of time, and rejects wrong dates.
///
/// Call ``add(_:arrival:)`` for each event; on ``Answer/queue`` take the ready events with ``next()``.
///
/// - Order: timestamp, type, accuracy (better first), latitude, longitude, then every other field, so that a
///   shuffle inside the window never changes the output.
/// - Source: HO-2 … HO-4.
public struct ReorderWindow {
  /// How to treat one source.
  public struct Policy: Sendable, Hashable {
    /// Seconds that an event waits for earlier ones; 0 for none.
    public var width: TimeInterval
    /// Whether events arrive as they happen, so that the arrival time can check their dates.
    public var isLive: Bool

    public init(width: TimeInterval, isLive: Bool) {
      // Written so that NaN becomes 0.
      self.width = width > 0 ? width : 0
      self.isLive = isLive
    }

    /// A file: three seconds.
    public static let file = Policy(width: 3, isLive: false)
    /// A log that geoscript recorded, or standard input: already in the order of processing.
    public static let recorded = Policy(width: 0, isLive: false)
    /// A socket or a broker.
    public static let live = Policy(width: 0, isLive: true)
  }

  /// Counts of rejected events.
  public struct Counts: Initial, Sendable, Hashable {
    /// Later than the window.
    public internal(set) var late = 0
    /// Received twice.
    public internal(set) var duplicates = 0
    /// Dated in the future, or without a date.
    public internal(set) var future = 0
    /// How often the device was rebased on older dates.
    public internal(set) var rebases = 0

    public init() {}
  }

  /// The next step after adding an event.
  public enum Answer: Sendable {
    /// Handle it now.
    case deliver
    /// It was queued or rejected; handle what ``ReorderWindow/next()`` returns, if anything.
    case queue
  }

  /// An event that was released.
  public struct Released: Sendable {
    public let event: DeviceEvent
    /// When it has waited long enough: live on the host's clock, in a replay on the track's.
    let releaseAt: TimeInterval
    /// Whether dates restart here: the device's clock and its last fix were wrong.
    public let rebases: Bool
  }

  /// A timestamp more than this ahead of its arrival is wrong; the clocks of phones differ less.
  public static let futureTolerance: TimeInterval = 60
  /// A replayed event this far ahead waits for a second one.
  public static let jump: TimeInterval = 86_400
  /// A replayed last event this far ahead has a wrong date: receivers that miscount weeks are years ahead.
  public static let longestSilence: TimeInterval = 1000 * 86_400
  /// This many older fixes in a row mean that the newer one was wrong.
  static let rebaseCount = 3

  public let policy: Policy
  /// The newest timestamp of an accepted fix.
  var newestFix = -TimeInterval.infinity
  /// A fix with a timestamp below this is late.
  var floor = -TimeInterval.infinity
  /// The newest timestamp of anything accepted.
  var newest = -TimeInterval.infinity
  /// The newest `time` of anything accepted.
  var newestTime = -TimeInterval.infinity
  /// An event that jumped ahead and waits for a second one; at most one.
  var suspect: [DeviceEvent] = []
  /// Consecutive late fixes, sorted; fewer than three.
  var strays: [DeviceEvent] = []
  var queue = HeldEvents()
  // The next fix in order touches only the fields up to here.

  /// The last event that passed without waiting, to detect its duplicate: none in a window that has a width.
  var last: [DeviceEvent] = []
  /// The fixes accepted last.
  var recent = RecentFixes()
  /// Events dated up to here occurred in an earlier run and are ignored.
  var barrier = -TimeInterval.infinity
  @Seldom private var rejected: Counts

  public init(policy: Policy) { self.policy = policy }

  public internal(set) var counts: Counts {
    _read { yield rejected }
    _modify { yield &rejected }
  }

  mutating func keepLast(_ event: DeviceEvent) {
    if last.isEmpty { last.append(event) } else { last[0] = event }
  }

  /// Takes the next event of the device.
  ///
  /// - Parameter arrival: for a live event, its arrival on the host's clock; earlier arrivals must have been
  ///   added.
  public mutating func add(_ event: DeviceEvent, arrival: TimeInterval? = nil) -> Answer {
    guard case .location = event.payload, event.timestamp > newest, event.timestamp.isFinite,
      max(event.time, event.timestamp) <= latestPlausible(arrival: arrival), event.time >= newestTime,
      suspect.isEmpty, strays.isEmpty
    else { return judge(event, arrival: arrival) }
    // The common case: the next fix in order, without any doubt.
    newestFix = event.timestamp
    newest = event.timestamp
    newestTime = event.time
    floor = max(floor, event.timestamp - policy.width)
    recent.insert(event, ignoringTime: policy.isLive)
    if policy.width == 0 {
      keepLast(event)
      return .deliver
    }
    queue.append(
      HeldEvents.Held(event: event, releaseAt: (arrival ?? event.time) + policy.width, rebases: false))
    queue.makeReady(timestampsUpTo: newest - policy.width)
    return .queue
  }

  /// Returns the next event that may be handled; nil if the others must wait.
  public mutating func next() -> Released? {
    guard let released = queue.popReady() else { return nil }
    if case .location = released.event.payload {
      // A held event with a wrong date leaves before the rebase and must not count after it.
      floor = max(released.event.timestamp, released.rebases ? newestFix - policy.width : floor)
    }
    return released
  }

  /// The timestamp of the event that ``next()`` returns; nil if it returns none.
  var nextTimestamp: TimeInterval? { queue.firstTimestamp }

  /// When ``advance(to:)`` will have something to release, nil if no event waits for a time; live only.
  public var nextRelease: TimeInterval? { policy.isLive ? queue.earliestRelease : nil }

  /// When the waiting events will have waited long enough.
  var releases: [TimeInterval] { queue.all.map(\.releaseAt) }

  /// When the first waiting event has waited for the window's width; in a replay, on the track's clock.
  @inline(__always) var earliestRelease: TimeInterval? { queue.earliestRelease }

  /// Releases the events that have waited long enough at `arrival`; take them with ``next()``.
  ///
  /// - Parameter arrival: live on the host's clock, in a paced replay on the track's.
  public mutating func advance(to arrival: TimeInterval) {
    queue.makeReady(releasedBy: arrival)
  }

  /// Releases everything: the input has ended.
  ///
  /// What jumped ahead is taken, too, since nothing will come to confirm it: a silence of days is likelier than a wrong
  /// date, up to ``longestSilence``; what is dated later counts as `future`.
  public mutating func flush() {
    if endsWithSilence { confirm(arrival: nil) }
    queue.makeAllReady()
    guard !suspect.isEmpty || !strays.isEmpty else { return }
    counts.future += suspect.count
    counts.late += strays.count
    suspect = []
    strays = []
  }

  /// The number of waiting events.
  public var heldCount: Int { queue.count + suspect.count + strays.count }

  /// The latest date of an event that needs no confirmation.
  @inline(__always)
  func latestPlausible(arrival: TimeInterval?) -> TimeInterval {
    if policy.isLive { return (arrival ?? .infinity) + Self.futureTolerance }
    return newestFix > -.infinity ? max(newestFix, newestTime) + Self.jump : .greatestFiniteMagnitude
  }
}
