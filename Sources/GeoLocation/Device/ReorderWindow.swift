public import GeoCore

/// Puts the events of one device in order, as far as a window of time allows, and keeps wrong dates out.
///
/// Call ``add(_:arrival:)`` for each event; on ``Answer/queue`` take what is ready with ``next()``.
///
/// - Order: timestamp, type, accuracy (better first), latitude, longitude, then every other field, so that a
///   shuffle inside the window never changes what comes out.
/// - Source: HO-2 … HO-4.
public struct ReorderWindow {
  /// How one source is treated.
  public struct Policy: Sendable, Hashable {
    /// Seconds that an event is held for others to come before it; 0 holds nothing.
    public var width: TimeInterval
    /// Whether events arrive while they happen, so that the arrival judges their dates.
    public var isLive: Bool

    public init(width: TimeInterval, isLive: Bool) {
      // Written so that NaN becomes 0.
      self.width = width > 0 ? width : 0
      self.isLive = isLive
    }

    /// A file: three seconds.
    public static let file = Policy(width: 3, isLive: false)
    /// A log that we recorded, or standard input: already in the order of processing.
    public static let recorded = Policy(width: 0, isLive: false)
    /// A socket or a broker.
    public static let live = Policy(width: 0, isLive: true)
  }

  /// What was kept out so far.
  public struct Counts: Sendable, Hashable {
    /// Came later than the window.
    public internal(set) var late = 0
    /// Told twice.
    public internal(set) var duplicates = 0
    /// Dated in the future, or without a date.
    public internal(set) var future = 0
    /// How often the device was re-based on older dates.
    public internal(set) var rebases = 0

    public init() {}
  }

  /// What to do with the event just added.
  public enum Answer: Sendable {
    /// Handle it now.
    case deliver
    /// It was taken or refused; handle what ``ReorderWindow/next()`` returns, if anything.
    case queue
  }

  /// An event that waits, then may be handled.
  public struct Released: Sendable {
    public let event: DeviceEvent
    /// When it has waited long enough: live on the host's clock, replayed on the track's.
    let releaseAt: TimeInterval
    /// Whether dates begin anew here: the device's clock and its last fix were wrong.
    public let rebases: Bool
  }

  /// A timestamp more than this ahead of its arrival is wrong; clocks of phones differ less.
  public static let futureTolerance: TimeInterval = 60
  /// A replayed event this far ahead waits for a second one.
  public static let jump: TimeInterval = 86_400
  /// A replayed last event this far ahead has a wrong date: receivers that miscount weeks are years ahead.
  public static let longestSilence: TimeInterval = 1000 * 86_400
  /// So many older fixes in a row mean that the newer one was wrong.
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
  /// Late fixes in a row, in order among themselves; fewer than three.
  var strays: [DeviceEvent] = []
  var queue = HeldEvents()
  // Up to here is all that the next fix in order touches.

  /// The last event let through without holding, to know its double.
  var last: DeviceEvent?
  /// What is dated up to here was heard in an earlier run and does nothing.
  var barrier = -TimeInterval.infinity
  public internal(set) var counts = Counts()

  public init(policy: Policy) { self.policy = policy }

  /// Takes the next event of the device.
  ///
  /// - Parameter arrival: live, when it arrived on the host's clock; what was sent before must have been added.
  public mutating func add(_ event: DeviceEvent, arrival: TimeInterval? = nil) -> Answer {
    guard case .location = event.payload, event.timestamp > newest, event.timestamp.isFinite,
      max(event.time, event.timestamp) <= latestPlausible(arrival: arrival), event.time >= newestTime,
      suspect.isEmpty, strays.isEmpty
    else { return judge(event, arrival: arrival) }
    // The common case: the next fix in order, with no doubt about it.
    newestFix = event.timestamp
    newest = event.timestamp
    newestTime = event.time
    floor = max(floor, event.timestamp - policy.width)
    if policy.width == 0 {
      last = event
      return .deliver
    }
    queue.append(
      HeldEvents.Held(event: event, releaseAt: (arrival ?? event.time) + policy.width, rebases: false))
    queue.makeReady(timestampsUpTo: newest - policy.width)
    return .queue
  }

  /// Returns the next event that may be handled, nil when the others must wait.
  public mutating func next() -> Released? {
    guard let released = queue.popReady() else { return nil }
    if case .location = released.event.payload {
      // A wrong date that was still held goes out before the re-base and must not count after it.
      floor = max(released.event.timestamp, released.rebases ? newestFix - policy.width : floor)
    }
    return released
  }

  /// When ``advance(to:)`` will have something to release, nil when nothing waits for a moment; live only.
  public var nextRelease: TimeInterval? { policy.isLive ? queue.earliestRelease : nil }

  /// When the first of those that wait has waited for the window's width, replayed on the track's clock.
  var earliestRelease: TimeInterval? { queue.earliestRelease }

  /// Makes ready what has waited long enough at `arrival`; take it with ``next()``.
  ///
  /// - Parameter arrival: on the host's clock live, on the track's where a replay takes its time.
  public mutating func advance(to arrival: TimeInterval) {
    queue.makeReady(releasedBy: arrival)
  }

  /// Makes everything ready: the input has ended.
  ///
  /// What jumped ahead is taken, too, since nothing will come to confirm it: a silence of days is likelier than a wrong
  /// date, up to ``longestSilence``; what is dated later counts as `future`.
  public mutating func flush() {
    if endsWithSilence { confirm(arrival: nil) }
    queue.makeAllReady()
    counts.future += suspect.count
    counts.late += strays.count
    suspect = []
    strays = []
  }

  /// The number of events that wait.
  public var heldCount: Int { queue.count + suspect.count + strays.count }

  /// The latest date that an event may have without being in doubt.
  @inline(__always)
  func latestPlausible(arrival: TimeInterval?) -> TimeInterval {
    if policy.isLive { return (arrival ?? .infinity) + Self.futureTolerance }
    return newestFix > -.infinity ? max(newestFix, newestTime) + Self.jump : .greatestFiniteMagnitude
  }
}
