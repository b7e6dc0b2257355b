import Geo
import GeoFeeds
import Glibc

/// Makes a replay take its time: `speed` seconds of the track in one of the clock on the wall.
struct Pacer {
  private let speed: Double
  private var origin: (event: TimeInterval, wall: Double)?

  init(speed: Double) { self.speed = speed }

  /// Waits until an event at `time` is due; false when a signal ended the wait.
  ///
  /// - Parameters:
  ///   - idle: called before a wait, so that what is ready can be seen.
  ///   - tick: called while it waits with the time that the track has come to; false ends the wait.
  mutating func wait(for time: TimeInterval, idle: () -> Void, tick: (TimeInterval) -> Bool) -> Bool {
    guard let origin else {
      origin = (time, monotonicSeconds())
      return true
    }
    let due = origin.wall + (time - origin.event) / speed
    guard due > monotonicSeconds() else { return true }
    idle()
    while true {
      let now = monotonicSeconds()
      guard now < due else { return true }
      guard tick(origin.event + (now - origin.wall) * speed),
        Pacer.sleep(until: min(due, monotonicSeconds() + Pacer.tickLength))
      else { return false }
    }
  }

  /// Seconds on the wall from one tick to the next: shorter than anybody notices.
  private static let tickLength = 0.02

  /// Sleeps until a monotonic time; false when a signal came.
  static func sleep(until due: Double) -> Bool {
    while Signals.stop == 0 {
      let rest = due - monotonicSeconds()
      if rest <= 0 { return true }
      // In pieces: a signal may come between the look and the sleep.
      usleep(UInt32(min(rest, 0.1) * 1e6))
    }
    return false
  }
}

/// Seconds since 1970 on the wall clock.
func wallSeconds() -> TimeInterval {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
