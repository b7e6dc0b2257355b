extension Device {
  /// What is known of the stay that goes on, nil while no manager monitors visits; set it to go on from there.
  public var visitSnapshot: VisitMonitor.Snapshot? {
    get { visits?.monitor.snapshot }
    set { visits = newValue.map { visitWatch(VisitMonitor(snapshot: $0)) } }
  }

  /// Whether the device stays at a place, by the rule of visits; false while no manager monitors them.
  public var isStationary: Bool { visits?.monitor.isStaying ?? false }

  /// Begins to look for visits, or tells a further manager of the one that goes on.
  func startVisits(for manager: CLLocationManager) {
    register(.visits)
    if visits == nil {
      let made = visitWatch(VisitMonitor())
      visits = made
      // No visit comes of a single fix.
      if deliversLocations, let last = lastKnown { _ = made.take(last.fix, timestamp: last.timestamp) }
    } else if !isTellingVisit, let stay = visits?.monitor.currentStay, manager.wants(.didVisit) {
      queue.append(manager, .service(.visit(CLVisit(stay))))
    }
  }

  /// Looks for visits no more once no manager wants them.
  func stopVisits() {
    unregister(.visits) { $0.isMonitoringVisits }
    if !registered.contains(.visits) { visits = nil }
  }

  private func visitWatch(_ monitor: VisitMonitor) -> StayWatch {
    StayWatch(monitor, on: madeServiceTimers) { [unowned self] event in
      isTellingVisit = true
      wake()
      isTellingVisit = false
      tell(event)
    }
  }

  /// Shows a fix to the visits.
  func takeVisit(_ fix: Fix) -> VisitMonitor.Event? {
    registered.contains(.visits) ? visits?.take(fix, timestamp: currentTimestamp) : nil
  }

  func tell(_ event: VisitMonitor.Event) {
    let visit = CLVisit(event)
    eachManager { manager in
      if manager.services?.isMonitoringVisits == true, manager.wants(.didVisit) {
        queue.append(manager, .service(.visit(visit)))
      }
    }
  }

  /// The clock was wrong: what waits for a time goes on from `time`.
  func rebaseStays(to time: TimeInterval) {
    visits?.rebase(to: time)
    if let last = lastSignificant { lastSignificant?.time = min(last.time, time) }
    eachManager { $0.services?.pause?.watch.rebase(to: time) }
  }
}
