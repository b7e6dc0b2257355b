extension Device {
  /// Judges a fix and hands it on: the gate, the regions, the managers.
  func take(_ fix: Fix, timestamp: TimeInterval) {
    guard CLLocationCoordinate2DIsValid(fix.coordinate) else {
      counts.invalidFixes += 1
      if onExplain != nil { explain(.invalidCoordinate, timestamp: timestamp) }
      return
    }
    guard deliversLocations else {
      counts.withheldFixes += 1
      if onExplain != nil { explain(.withheld, timestamp: timestamp) }
      return
    }
    currentTimestamp = timestamp
    // Written so that a missing accuracy (NaN) counts as an invalid one.
    guard fix.horizontalAccuracy >= 0 else { return serveInvalid(fix, timestamp: timestamp) }
    if speedGate.maximum < .infinity { pass(fix, timestamp) } else { use(fix, timestamp) }
  }

  /// Asks the speed gate first: it keeps jumps from everything, regions, updates and `manager.location`.
  private func pass(_ fix: Fix, _ timestamp: TimeInterval) {
    let before = speedGate.held
    switch speedGate.judge(fix, timestamp, last: lastKnown.map { ($0.fix, $0.timestamp) }) {
    case .use(let confirmed, let drops):
      if drops, let before { dropFast(before) }
      if let confirmed { use(confirmed.fix, confirmed.timestamp) }
      use(fix, timestamp)
    case .hold(let speed, let drops):
      if drops, let before { dropFast(before) }
      if onExplain != nil {
        explain(.heldAsFast(speed, maximum: speedGate.maximum), timestamp: timestamp)
      }
    }
  }

  /// A fix that was held for its speed came to nothing.
  func dropFast(_ held: SpeedGate.Held) {
    speedGate.drop()
    counts.fastFixes += 1
    if onExplain != nil { explain(.tooFast, timestamp: held.timestamp) }
  }

  private func use(_ fix: Fix, _ timestamp: TimeInterval) {
    if lastKnown?.replace(with: fix, timestamp: timestamp) == nil {
      lastKnown = LastKnownLocation(fix, timestamp: timestamp)
    }
    regionObjects.events.removeAll(keepingCapacity: true)
    if !watchesRegions {
      if onExplain != nil { explain(.unwatched, timestamp: timestamp) }
    } else if onExplain == nil {
      regions.take(
        coordinate: fix.coordinate, horizontalAccuracy: fix.horizontalAccuracy, timestamp: timestamp,
        altitude: fix.validAltitude, receivedAt: clock.now, into: &regionObjects.events)
    } else {
      let seen = RegionFix(
        coordinate: fix.coordinate, accuracy: fix.horizontalAccuracy, altitude: fix.validAltitude,
        timestamp: timestamp, lag: max(0, clock.now - timestamp))
      let decisions = regions.take(seen, explaining: explainedRegions, into: &regionObjects.events)
      explain(decisions, timestamp: timestamp)
    }
    if isFollowed { follow(fix, timestamp) }
    if (listenerCount > 0 && isAwake) || !regionObjects.events.isEmpty || !proximities.isEmpty
      || !registered.isEmpty
    {
      serve(fix)
    }
  }

  /// Queues for each manager, in creation order, its exits, enters and then its update.
  func serve(_ fix: Fix?) {
    var reports = reports(of: regionObjects.events)
    if !proximities.isEmpty { reports += proximityReports() }
    var visit: VisitMonitor.Event?
    if let fix, !registered.isEmpty { visit = takeVisit(fix) }
    if !reports.isEmpty || visit != nil || fix.map(wakesForChange) == true {
      life.isServingFix = fix != nil
      isTellingVisit = visit != nil
      wake()
      life.isServingFix = false
      isTellingVisit = false
    }
    let isAwake = isAwake
    if !reports.isEmpty, !managers.contains(where: \.isTold) {
      counts.untoldCrossings += reports.count
    }
    eachManager { manager in
      if !reports.isEmpty, manager.mapNumber == 0 { queue(reports, for: manager) }
      guard let fix, isAwake, manager.isListening else { return }
      if let services = manager.services {
        manager.serve(fix, services)
      } else if !isCoalescing, manager.takes(fix), let location {
        queue.append(manager, .location(location))
      }
    }
    if let visit { tell(visit) }
    guard !stateRequests.isEmpty else { return }
    for report in reports where report.callback == .didDetermineState {
      stateRequests.remove(report.region.identifier)
    }
  }

  /// The script is behind: regions, visits and whatever else has a state take the fix, updates do not tell of it.
  func takeSilently(_ take: () -> Void) {
    counts.coalesced += 1
    isCoalescing = true
    take()
    isCoalescing = false
  }

  /// A fix whose coordinate its sensor disowns changes no state; only managers without a filter hear of it.
  private func serveInvalid(_ fix: Fix, timestamp: TimeInterval) {
    if onExplain != nil { explain(.invalidAccuracy, timestamp: timestamp) }
    var fix = fix
    fix.horizontalAccuracy = -1
    eachManager { manager in
      guard isAwake, !isCoalescing, manager.isUpdatingLocation, !manager.isPaused, !manager.hasDistanceFilter
      else { return }
      queue.append(manager, .location(CLLocation(fix, timestamp: timestamp)))
    }
  }
}

extension Fix {
  /// NaN where there is none, or its accuracy says that it is not valid; one without an accuracy is.
  @inline(__always)
  fileprivate var validAltitude: CLLocationDistance { verticalAccuracy < 0 ? .nan : altitude }
}
