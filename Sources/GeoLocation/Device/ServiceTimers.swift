package import GeoCore

/// Which of two services' timers that are due at one moment fires first.
///
/// A run that continues from a state sets its timers anew, so that the order in which they were set decides only where
/// none of them outlives the run.
package enum ServiceRank: UInt64 {
  case conditions, significantChanges, visits, pauses
  /// Live updates tell of rest after their own updates have paused.
  case rest
  case others
  /// What is said of a moment follows what happens in it.
  case repeats
}

/// Timers of a device's services; they fire whether or not its app is awake.
///
/// Owner: the device, once a service waits for a time.
package final class ServiceTimers {
  /// The device's own clock, which outlives this object.
  private unowned let clock: VirtualClock
  private let timers: VirtualClock

  init(on clock: VirtualClock) {
    self.clock = clock
    timers = VirtualClock(now: clock.now)
  }

  @inline(__always)
  var nextDeadline: TimeInterval { timers.nextDeadline }

  /// The time on the device's clock.
  var now: TimeInterval { clock.now }

  package func after(
    _ delay: TimeInterval, as rank: ServiceRank = .others, _ action: @escaping () throws -> Void
  ) -> DeviceTimer {
    at(clock.now + delay, as: rank, action)
  }

  /// Calls `action` at a time, at the earliest now.
  package func at(
    _ due: TimeInterval, as rank: ServiceRank = .others, _ action: @escaping () throws -> Void
  ) -> DeviceTimer {
    timers.move(to: clock.now)
    return timers.at(due, rank: rank.rawValue, action)
  }

  /// Takes the next timer that is due on the device's clock.
  func popDue() throws(GeoError) -> DeviceTimer? { try timers.popDue(at: clock.now) }

  /// The device's clock is about to be set to `time`.
  func rebase(to time: TimeInterval) {
    timers.move(to: clock.now)
    timers.rebase(to: time)
  }
}

extension Device {
  /// The timers of its services, created at the first call.
  package var madeServiceTimers: ServiceTimers {
    if let serviceTimers { return serviceTimers }
    let made = ServiceTimers(on: clock)
    serviceTimers = made
    return made
  }
}
