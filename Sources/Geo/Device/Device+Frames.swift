/// When pictures are made of a device while it runs: from its start on, at equal distances on its clock.
struct FrameSchedule {
  let interval: TimeInterval
  let limit: Int
  let body: (_ number: Int, _ limit: TimeInterval) -> Void
  /// When the first was due, NaN before the start.
  var start = TimeInterval.nan
  /// How many have been made.
  var count = 0

  /// Not summed up, so that the thousandth is as exact as the first.
  var next: TimeInterval { count < limit ? start + Double(count) * interval : .infinity }
}

extension Device {
  /// When pictures are due.
  package struct Frames {
    /// When the next is due, infinity without one.
    var next: TimeInterval = .infinity
    /// Nil where no pictures are made while the device runs.
    var schedule: FrameSchedule?

    mutating func start(at time: TimeInterval) { change { $0.start = time } }
    mutating func move(by seconds: TimeInterval) { change { $0.start += seconds } }
    /// The next has been made.
    mutating func pass() { change { $0.count += 1 } }

    private mutating func change(_ body: (inout FrameSchedule) -> Void) {
      guard var changed = schedule else { return }
      body(&changed)
      schedule = changed
      next = changed.next
    }
  }

  /// Calls `body` at the start and every `interval` seconds of the device's clock, when all that is due until then has
  /// happened, and before anything later does.
  ///
  /// - Parameters:
  ///   - limit: the most calls.
  ///   - body: takes the number of the call, from 0, and the time to which ``playTimer(until:)`` may go in it.
  public func makeFrames(
    every interval: TimeInterval, limit: Int, _ body: @escaping (_ number: Int, _ limit: TimeInterval) -> Void
  ) {
    frames.schedule = FrameSchedule(interval: interval, limit: limit, body: body)
  }

  /// When the next is due, infinity for never.
  public var nextFrameTime: TimeInterval { frames.next }

  /// Makes those that are due now: nothing more will happen at this time.
  public func finishFrames() {
    while frames.next <= clock.now { guard passFrame(before: frames.next.nextUp) else { return } }
  }

  /// Fires the next timer that is due until `time`, the clock reading when that is; false if there is none.
  public func playTimer(until time: TimeInterval) -> Bool {
    guard let deadline = nextDeadline, deadline <= time else { return false }
    return fireTimers(to: max(deadline, clock.now))
  }

  /// The app has started; one that starts again goes on.
  func beginFrames() {
    guard let schedule = frames.schedule, schedule.start.isNaN else { return }
    frames.start(at: clock.now)
  }

  /// The clock was wrong.
  func moveFrames(by seconds: TimeInterval) {
    frames.move(by: seconds)
  }

  /// Makes the next; false if ``shouldStop`` ended what is due before it.
  func passFrame(before time: TimeInterval) -> Bool {
    guard let schedule = frames.schedule else { return false }
    guard fireTimers(to: frames.next) else { return false }
    frames.pass()
    schedule.body(schedule.count, min(frames.next, time))
    return true
  }
}
