import GeoCore

extension Device {
  /// What is known of the stay that goes on, nil while no manager monitors visits; set it to go on from there.
  public var visitSnapshot: VisitMonitor.Snapshot? {
    get { waking.visits?.monitor.snapshot }
    set { waking.visits = newValue.map { visitWatch(VisitMonitor(snapshot: $0)) } }
  }

  /// Whether the device stays at a place, by the rule of visits; false while no manager monitors them.
  public var isStationary: Bool { waking.visits?.monitor.isStaying ?? false }

  /// Begins to look for visits, or tells a further manager of the one that goes on.
  func startVisits(for manager: CLLocationManager) {
    register(.visits)
    if waking.visits == nil {
      let made = visitWatch(VisitMonitor())
      waking.visits = made
      // No visit comes of a single fix.
      if route.deliversLocations, let last = lastKnown {
        _ = made.ingest(last.fix, timestamp: last.timestamp)
      }
    } else if !handling.isTellingVisit, let stay = waking.visits?.monitor.currentStay,
      manager.implements(.didVisit)
    {
      queue.append(manager, .service(.visit(CLVisit(stay))))
    }
  }

  /// Looks for visits no more once no manager wants them.
  func stopVisits() {
    unregister(.visits) { $0.isMonitoringVisits }
    if !waking.services.contains(.visits) { waking.visits = nil }
  }

  private func visitWatch(_ monitor: VisitMonitor) -> StayWatch {
    StayWatch(monitor, on: madeServiceTimers) { [unowned self] event in
      handling.isTellingVisit = true
      wake()
      handling.isTellingVisit = false
      report(event)
    }
  }

  /// Shows a fix to the visits.
  func ingestVisit(_ fix: Fix) -> VisitMonitor.Event? {
    waking.services.contains(.visits) ? waking.visits?.ingest(fix, timestamp: handling.timestamp) : nil
  }

  func report(_ event: VisitMonitor.Event) {
    let visit = CLVisit(event)
    eachManager { manager in
      if manager.services?.isMonitoringVisits == true, manager.implements(.didVisit) {
        queue.append(manager, .service(.visit(visit)))
      }
    }
  }

  /// The clock was wrong: what waits for a time goes on from `time`.
  func rebaseStays(to time: TimeInterval) {
    waking.visits?.rebase(to: time)
    if let last = waking.lastSignificant { waking.lastSignificant?.time = min(last.time, time) }
    eachManager { $0.services?.pause?.watch.rebase(to: time) }
  }
}
