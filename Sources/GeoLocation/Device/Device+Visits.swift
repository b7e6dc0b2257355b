import GeoCore

extension Device {
  /// The state of the ongoing stay, nil while no manager monitors visits; set it to continue from there.
  public var visitSnapshot: VisitMonitor.Snapshot? {
    get { waking.visits?.monitor.snapshot }
    set { waking.visits = newValue.map { visitWatch(VisitMonitor(snapshot: $0)) } }
  }

  /// Whether the device stays at a place, by the rule of visits; false while no manager monitors them.
  public var isStationary: Bool { waking.visits?.monitor.isStaying ?? false }

  /// Starts to detect visits, or reports the ongoing one to a further manager.
  func startVisits(for manager: CLLocationManager) {
    register(.visits)
    if waking.visits == nil {
      let made = visitWatch(VisitMonitor())
      waking.visits = made
      // A single fix never makes a visit.
      if route.deliversLocations, let last = lastKnown {
        _ = made.ingest(last.fix, timestamp: last.timestamp)
      }
    } else if !handling.isTellingVisit, manager.earlier?.isMonitoringVisits != true,
      let stay = waking.visits?.monitor.currentStay,
      manager.implements(.didVisit)
    {
      queue.append(manager, .service(.visit(CLVisit(stay))))
    }
  }

  /// Stops detecting visits once no manager monitors them.
  func stopVisits() {
    unregister(.visits) { $0.isMonitoringVisits }
    if !waking.services.contains(.visits) { waking.visits = nil }
  }

  private func visitWatch(_ monitor: VisitMonitor) -> StayWatch {
    StayWatch(monitor, on: madeServiceTimers, as: .visits) { [unowned self] event in
      handling.isTellingVisit = true
      wake()
      handling.isTellingVisit = false
      report(event)
    }
  }

  /// Passes a fix to the visit monitor.
  func ingestVisit(_ fix: Fix) -> VisitMonitor.Event? {
    waking.services.contains(.visits) ? waking.visits?.ingest(fix, timestamp: handling.timestamp) : nil
  }

  func report(_ event: VisitMonitor.Event) {
    let visit = CLVisit(event)
    counts.visits += 1
    eachManager { manager in
      if manager.services?.isMonitoringVisits == true, manager.implements(.didVisit) {
        queue.append(manager, .service(.visit(visit)))
      }
    }
  }

  /// After a clock correction, pending waits continue from `time`.
  func rebaseStays(to time: TimeInterval) {
    waking.visits?.rebase(to: time)
    if let last = waking.memory.lastSignificant { waking.memory.lastSignificant?.time = min(last.time, time) }
    eachManager { manager in
      manager.services?.pause?.watch.rebase(to: time)
      manager.services?.rest?.rebase(to: time)
    }
  }
}
