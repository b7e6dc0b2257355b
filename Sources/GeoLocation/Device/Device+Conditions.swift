package import GeoCore
import GeoRegions

/// Monitors of conditions: they belong to the device, and wake its app.
///
/// - Source: RG-40 … RG-44.
extension Device {
  /// Opens the monitor of that name, made or as the app left it.
  ///
  /// - Errors: ``GeoError`` if the app has opened it already.
  package func openMonitor(_ name: String) throws(GeoError) -> ConditionMonitor {
    let monitor: ConditionMonitor
    if let known = waking.monitors.first(where: { $0.name == name }) {
      monitor = known
    } else {
      monitor = ConditionMonitor(name: name, deviceName: self.name)
      waking.monitors.append(monitor)
      updateFollowers()
    }
    guard !monitor.isOpen else {
      throw GeoError(
        .data,
        "the monitor '\(name)' is open already: keep it in a variable that all of the script sees")
    }
    monitor.isOpen = true
    askForLocation()
    return monitor
  }

  /// Adds a condition to a monitor.
  package func add(
    _ condition: CLCondition, _ identifier: String, assuming state: CLMonitoringState,
    to monitor: ConditionMonitor
  ) {
    monitor.add(
      condition, identifier, assuming: state, at: clock.now, obstacle(to: condition, identifier, monitor))
    planConditions(monitor)
    monitor.deliver()
  }

  func obstacle(
    to condition: CLCondition, _ identifier: String, _ monitor: ConditionMonitor
  ) -> CLMonitorObstacle? {
    let radius = condition.region?.radius ?? 0
    guard profile.monitorsRegions, radius <= profile.maximumRegionMonitoringDistance else {
      return .conditionUnsupported
    }
    let count = waking.monitors.reduce(monitoredRegionCount) { $0 + $1.identifiers.count }
    let isKnown = monitor.record(of: identifier).map { $0.lastEvent.obstacle == nil } ?? false
    guard let limit = profile.regionLimit, !isKnown, count >= limit else { return nil }
    return .conditionLimitExceeded
  }

  /// Passes a fix to the monitors.
  func ingestConditions(_ fix: Fix, _ timestamp: TimeInterval) {
    let seen = RegionFix(
      coordinate: fix.coordinate, accuracy: fix.horizontalAccuracy, altitude: fix.validAltitude,
      timestamp: timestamp)
    var changed = false
    for monitor in waking.monitors where monitor.ingest(seen, receivedAt: clock.now) { changed = true }
    for monitor in waking.monitors { planConditions(monitor) }
    if changed { deliverConditions(isForFix: true) }
  }

  /// Passes a beacon that the device has seen to the monitors.
  func seeBeacon(_ beacon: CLBeaconIdentity) {
    guard route.watchesRegions, !waking.monitors.isEmpty else { return }
    var changed = false
    for monitor in waking.monitors {
      if monitor.see(beacon, at: clock.now) { changed = true }
      planConditions(monitor)
    }
    if changed { deliverConditions(isForFix: false) }
  }

  /// Wakes the app, and hands events to the tasks that wait for them.
  private func deliverConditions(isForFix: Bool) {
    life.isServingFix = isForFix
    wake()
    life.isServingFix = false
    for monitor in waking.monitors {
      if monitor.name == Device.beaconRegionsName { reportBeacons(monitor) } else { monitor.deliver() }
    }
  }

  /// Sets the timer of the next delay or dwell.
  private func planConditions(_ monitor: ConditionMonitor) {
    let deadline = monitor.nextDeadline
    guard monitor.timer?.isPending != true || monitor.timer?.due != deadline else { return }
    monitor.timer?.cancel()
    monitor.timer = deadline.map { deadline in
      madeServiceTimers.at(deadline, as: .conditions) { [unowned self, weak monitor] in
        guard let monitor else { return }
        let hasChanged = monitor.advance(to: clock.now)
        planConditions(monitor)
        guard hasChanged else { return }
        deliverConditions(isForFix: false)
        deliver()
      }
    }
  }

  /// The app has ended: its monitors stay, and nothing waits for their events.
  func closeMonitors() {
    for monitor in waking.monitors {
      monitor.isOpen = false
      monitor.receiver = nil
    }
  }

  func rebaseConditions(by shift: TimeInterval) {
    for monitor in waking.monitors { monitor.rebase(by: shift) }
  }

  /// The monitors for storage; set it to continue with them.
  var monitorSnapshots: [ConditionMonitor.Snapshot] {
    get { waking.monitors.map(\.snapshot) }
    set {
      waking.monitors = newValue.map { ConditionMonitor($0, deviceName: name) }
      for monitor in waking.monitors { planConditions(monitor) }
      updateFollowers()
    }
  }

  /// The number of events of monitors that were dropped because nothing took them.
  public var lostMonitorEvents: Int { waking.monitors.reduce(0) { $0 + $1.lostEvents } }
}
