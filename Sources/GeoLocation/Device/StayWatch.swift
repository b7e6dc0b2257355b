import GeoCore

/// A visit monitor on a device's clock.
///
/// Owner: the device for its visits, a manager for its automatic pause. The clock holds only a weak reference.
final class StayWatch {
  private(set) var monitor: VisitMonitor
  private let timers: ServiceTimers
  /// Called with events that follow from the clock alone.
  private let onEvent: (VisitMonitor.Event) -> Void
  private let rank: ServiceRank
  private var timer: DeviceTimer?
  /// The monitor's deadline; `timer` may be later, because no timer is due in the past.
  private var deadline = TimeInterval.infinity

  init(
    _ monitor: VisitMonitor, on timers: ServiceTimers, as rank: ServiceRank,
    onEvent: @escaping (VisitMonitor.Event) -> Void
  ) {
    self.monitor = monitor
    self.timers = timers
    self.rank = rank
    self.onEvent = onEvent
    schedule()
  }

  deinit { timer?.cancel() }

  func ingest(_ fix: Fix, timestamp: TimeInterval) -> VisitMonitor.Event? {
    let event = monitor.ingest(
      coordinate: fix.coordinate, horizontalAccuracy: fix.horizontalAccuracy, timestamp: timestamp)
    schedule()
    return event
  }

  /// Goes on with another monitor.
  func restart(_ monitor: VisitMonitor) {
    self.monitor = monitor
    schedule()
  }

  /// The device's clock was set back to `time`.
  func rebase(to time: TimeInterval) {
    monitor.rebase(to: time)
    renew()
  }

  /// Sets its timer again, after those that others have set.
  func renew() {
    timer?.cancel()
    timer = nil
    schedule()
  }

  private func schedule() {
    let next = monitor.nextDeadline ?? .infinity
    guard next != deadline || (timer == nil && next < .infinity) else { return }
    timer?.cancel()
    timer = nil
    deadline = next
    guard next < .infinity else { return }
    timer = timers.at(next, as: rank) { [weak self] in self?.timeHasCome() }
  }

  private func timeHasCome() {
    timer = nil
    let event = monitor.advance(to: max(timers.now, deadline))
    schedule()
    if let event { onEvent(event) }
  }
}
