package import GeoCore

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

  package func after(_ delay: TimeInterval, _ action: @escaping () throws -> Void) -> DeviceTimer {
    timers.move(to: clock.now)
    return timers.after(delay, action)
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
