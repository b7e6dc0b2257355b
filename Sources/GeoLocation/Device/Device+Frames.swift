public import GeoCore

/// When pictures of a running device are made: from its start on, at equal intervals of its clock.
struct FrameSchedule {
  let interval: TimeInterval
  let limit: Int
  let body: (_ number: Int, _ limit: TimeInterval) -> Void
  /// When the first picture was due; NaN before the start.
  var start = TimeInterval.nan
  /// The number of pictures made.
  var count = 0

  /// Multiplied instead of summed, so that the thousandth is as exact as the first.
  var next: TimeInterval { count < limit ? start + Double(count) * interval : .infinity }
}

struct FramePlan: Initial {
  var schedule: FrameSchedule?
}

extension Device {
  /// When pictures are due.
  package struct Frames {
    /// When the next is due; infinity if there is none.
    var next: TimeInterval = .infinity
    @Seldom private var plan: FramePlan
    /// Nil if no pictures are made while the device runs.
    var schedule: FrameSchedule? {
      get { plan.schedule }
      set { plan.schedule = newValue }
    }

    mutating func start(at time: TimeInterval) { change { $0.start = time } }
    mutating func move(by seconds: TimeInterval) { change { $0.start += seconds } }
    /// Counts the next picture as made.
    mutating func pass() { change { $0.count += 1 } }

    private mutating func change(_ body: (inout FrameSchedule) -> Void) {
      guard var changed = schedule else { return }
      body(&changed)
      schedule = changed
      next = changed.next
    }
  }

  /// Calls `body` at the start and every `interval` seconds of the device's clock: after everything due by
  /// then, and before anything later.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of calls.
  ///   - body: takes the number of the call, from 0, and the time up to which it may call
  ///     ``playTimer(until:)``.
  public func makeFrames(
    every interval: TimeInterval, limit: Int, _ body: @escaping (_ number: Int, _ limit: TimeInterval) -> Void
  ) {
    frames.schedule = FrameSchedule(interval: interval, limit: limit, body: body)
  }

  /// When the next picture is due; infinity if never.
  public var nextFrameTime: TimeInterval { frames.next }

  /// Makes the pictures that are due now: nothing more will happen at this time.
  public func finishFrames() {
    while frames.next <= clock.now { guard passFrame(before: frames.next.nextUp) else { return } }
  }

  /// Fires the next timer due by `time`, with the clock at its due time; false if there is none.
  public func playTimer(until time: TimeInterval) -> Bool {
    guard let deadline = nextDeadline, deadline <= time else { return false }
    return fireTimers(to: max(deadline, clock.now))
  }

  /// Handles the start of the app; a restarted app continues.
  func beginFrames() {
    guard let schedule = frames.schedule, schedule.start.isNaN else { return }
    frames.start(at: clock.now)
  }

  /// Shifts the schedule when the clock was wrong.
  func moveFrames(by seconds: TimeInterval) {
    frames.move(by: seconds)
  }

  /// Makes the next picture; false if ``shouldStop`` ended the timers due before it.
  func passFrame(before time: TimeInterval) -> Bool {
    guard let schedule = frames.schedule else { return false }
    guard fireTimers(to: frames.next) else { return false }
    frames.pass()
    schedule.body(schedule.count, min(frames.next, time))
    return true
  }
}
