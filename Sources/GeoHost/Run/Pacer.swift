import Geo
import GeoFeeds
import Glibc

/// Paces a replay: `speed` seconds of the track per second of wall time.
package struct Pacer {
  private let speed: Double
  private var origin: (event: TimeInterval, wall: Double)?
  private var ticked = -Double.infinity

  init(speed: Double) { self.speed = speed }

  /// Waits until an event at `time` is due; false if a signal ended the wait.
  ///
  /// - Parameters:
  ///   - idle: called before a wait, so that finished output appears.
  ///   - tick: called now and then during waits with the current time of the track; false ends the wait. It looks at all
  ///     devices, so that it must not cost as much for each of many events a second.
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
      if now >= ticked + Pacer.tickLength {
        guard tick(origin.event + (now - origin.wall) * speed) else { return false }
        ticked = monotonicSeconds()
      }
      guard Pacer.sleep(until: min(due, ticked + Pacer.tickLength)) else { return false }
    }
  }

  /// Wall seconds from one tick to the next, too short to notice.
  private static let tickLength = 0.02

  /// Sleeps until a monotonic time; false if a signal came.
  ///
  /// - Parameter idle: called ten times a second.
  package static func sleep(until due: Double, idle: () -> Void = {}) -> Bool {
    while Signals.stop == 0 {
      idle()
      let rest = due - monotonicSeconds()
      if rest <= 0 { return true }
      // In pieces, because a signal may come between the check and the sleep.
      usleep(UInt32(min(rest, 0.1) * 1e6))
    }
    return false
  }
}
