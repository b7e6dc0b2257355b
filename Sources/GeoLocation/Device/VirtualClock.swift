public import GeoCore

/// A device's clock and its timers; it moves only on command.
///
/// Owner: its ``Device``.
///
/// - Units: seconds since 1970-01-01 UTC.
public final class VirtualClock {
  @exclusivity(unchecked) public private(set) var now: TimeInterval
  /// When the next timer is due; infinity without one.
  @exclusivity(unchecked) public private(set) var nextDeadline: TimeInterval = .infinity
  /// Sorted by (due, order), latest first, so that the next one is popped from the end.
  @exclusivity(unchecked) private var timers: [DeviceTimer] = []
  private var created: UInt64 = 0

  public init(now: TimeInterval = 0) { self.now = now }

  /// The maximum number of timers within one second of the clock: timers that keep setting each other would
  /// stop it forever.
  public static let limit = 100_000
  /// The start of the second in which timers are counted, and their number.
  private var burst = (start: -TimeInterval.infinity, count: 0)

  /// The number of waiting timers.
  public var timerCount: Int { timers.count }

  /// Calls `action` once, `delay` seconds from now; a negative delay or NaN counts as 0.
  @discardableResult
  public func after(_ delay: TimeInterval, _ action: @escaping () throws -> Void) -> DeviceTimer {
    // Comparison first, so that NaN becomes 0.
    add(due: now + (delay > 0 ? delay : 0), interval: nil, action)
  }

  /// Calls `action` once, at a time, at the earliest now; of timers due at once, those of a lower rank fire first.
  func at(_ due: TimeInterval, rank: UInt64, _ action: @escaping () throws -> Void) -> DeviceTimer {
    // Comparison first, so that NaN becomes now.
    add(due: due > now ? due : now, interval: nil, rank: rank, action)
  }

  /// Calls `action` every `interval` seconds, first after one interval; below a millisecond counts as one.
  @discardableResult
  public func every(_ interval: TimeInterval, _ action: @escaping () throws -> Void) -> DeviceTimer {
    let interval = interval > 0.001 ? interval : 0.001
    return add(due: now + interval, interval: interval, action)
  }

  /// Takes the next timer due by `time`, with the clock set to its due time.
  ///
  /// A repeating timer is rescheduled before it is returned, so that it may cancel itself.
  ///
  /// - Errors: ``GeoError`` `data` when a second has had ``limit`` timers; the other timers due in it are
  ///   dropped.
  func popDue(at time: TimeInterval) throws(GeoError) -> DeviceTimer? {
    guard nextDeadline <= time, let timer = timers.popLast() else { return nil }
    now = max(now, timer.due)
    // Also restarts when the clock was set back.
    if !(burst.start...burst.start + 1).contains(now) { burst = (now, 0) }
    burst.count += 1
    guard burst.count <= VirtualClock.limit else {
      timer.clock = nil
      dropDue(before: burst.start + 1)
      throw GeoError(
        .data,
        "\(VirtualClock.limit) timers fired within a second of the device's clock "
          + "(does a timer set the next with a delay of 0?); the other timers due in that second are dropped")
    }
    if let interval = timer.interval {
      timer.due += interval
      insert(timer)
    } else {
      timer.clock = nil
      updateDeadline()
    }
    return timer
  }

  /// Cancels every timer.
  func cancelAll() {
    for timer in timers { timer.clock = nil }
    timers = []
    updateDeadline()
  }

  private func dropDue(before time: TimeInterval) {
    for timer in timers where timer.due <= time { timer.clock = nil }
    timers.removeAll { $0.due <= time }
    updateDeadline()
  }

  /// Moves the clock forward; the caller has fired everything due before.
  @inline(__always)
  func move(to time: TimeInterval) {
    if time > now { now = time }
  }

  /// Sets the clock back to `time` after a wrong date; each timer keeps its remaining time.
  func rebase(to time: TimeInterval) {
    let shift = time - now
    now = time
    for timer in timers { timer.due += shift }
    // Timers due a moment apart may now be due at once.
    timers.sort { $1.isDue(before: $0) }
    updateDeadline()
  }

  fileprivate func remove(_ timer: DeviceTimer) {
    let index = place(of: timer)
    guard index < timers.count, timers[index] === timer else { return }
    timers.remove(at: index)
    timer.clock = nil
    updateDeadline()
  }

  /// Timers set from now on come after an earlier run's of this order.
  public func follow(order: UInt64) { created = max(created, order) }

  fileprivate func move(_ timer: DeviceTimer, to due: TimeInterval, order: UInt64) {
    guard let index = timers.firstIndex(where: { $0 === timer }) else { return }
    timers.remove(at: index)
    timer.due = max(due, now)
    timer.order = order
    insert(timer)
  }

  private func add(
    due: TimeInterval, interval: TimeInterval?, rank: UInt64 = 0, _ action: @escaping () throws -> Void
  ) -> DeviceTimer {
    created += 1
    let order = rank << VirtualClock.rankShift | created
    let timer = DeviceTimer(due: due, order: order, interval: interval, action: action, clock: self)
    insert(timer)
    return timer
  }

  private func insert(_ timer: DeviceTimer) {
    timers.insert(timer, at: place(of: timer))
    updateDeadline()
  }

  /// The index of a timer, or its insertion point, among the waiting ones.
  private func place(of timer: DeviceTimer) -> Int {
    var low = 0
    var high = timers.count
    while low < high {
      let middle = (low + high) / 2
      if timer.isDue(before: timers[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static let rankShift: UInt64 = 56
  /// No clock sets as many timers.
  public static let orderLimit: UInt64 = 1 << 56

  private func updateDeadline() { nextDeadline = timers.last?.due ?? .infinity }
}

/// A timer on a ``VirtualClock``; the clock holds it until it has fired or is canceled.
public final class DeviceTimer {
  /// When it fires next.
  public fileprivate(set) var due: TimeInterval
  public let interval: TimeInterval?
  let action: () throws -> Void
  /// Counts the timers of the clock, within their rank; of two that are due at once, the lower fires first.
  public fileprivate(set) var order: UInt64
  fileprivate weak var clock: VirtualClock?

  fileprivate init(
    due: TimeInterval, order: UInt64, interval: TimeInterval?,
    action: @escaping () throws -> Void, clock: VirtualClock
  ) {
    self.due = due
    self.order = order
    self.interval = interval
    self.action = action
    self.clock = clock
  }

  /// Whether it will still fire.
  public var isPending: Bool { clock != nil }

  /// Sets when it fires next, as in an earlier run; never before the clock's own time.
  public func move(to due: TimeInterval) { clock?.move(self, to: due, order: order) }

  /// Sets when it fires next, and its order, both as in an earlier run whose orders the clock follows.
  public func move(to due: TimeInterval, order: UInt64) { clock?.move(self, to: due, order: order) }

  /// Cancels it; a second call does nothing.
  public func cancel() { clock?.remove(self) }

  fileprivate func isDue(before other: DeviceTimer) -> Bool {
    due != other.due ? due < other.due : order < other.order
  }
}
