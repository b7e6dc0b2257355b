import GeoCore
import GeoRegions

extension Device {
  /// Routes a fix through the speed gate, the regions and the managers.
  func ingest(_ fix: Fix, timestamp: TimeInterval) {
    guard CLLocationCoordinate2DIsValid(fix.coordinate) else {
      counts.invalidFixes += 1
      if hooks.onExplain != nil { explain(.invalidCoordinate, timestamp: timestamp) }
      return
    }
    guard route.deliversLocations else {
      counts.withheldFixes += 1
      if hooks.onExplain != nil { explain(.withheld, timestamp: timestamp) }
      return
    }
    handling.timestamp = timestamp
    // Written so that a missing accuracy (NaN) counts as an invalid one.
    guard fix.horizontalAccuracy >= 0 else { return serveInvalid(fix, timestamp: timestamp) }
    if speedGate.maximum < .infinity { pass(fix, timestamp) } else { use(fix, timestamp) }
  }

  /// Consults the speed gate first: it keeps jumps from regions, updates and `manager.location`.
  private func pass(_ fix: Fix, _ timestamp: TimeInterval) {
    let before = speedGate.held
    switch speedGate.judge(fix, timestamp, last: lastKnown.map { ($0.fix, $0.timestamp) }) {
    case .use(let confirmed, let drops):
      if drops, let before { dropFast(before) }
      if let confirmed { use(confirmed.fix, confirmed.timestamp) }
      use(fix, timestamp)
    case .hold(let speed, let drops):
      if drops, let before { dropFast(before) }
      if hooks.onExplain != nil {
        explain(.heldAsFast(speed, maximum: speedGate.maximum), timestamp: timestamp)
      }
    }
  }

  /// Drops a fix that was held for its speed.
  func dropFast(_ held: SpeedGate.Held) {
    speedGate.drop()
    counts.fastFixes += 1
    if hooks.onExplain != nil { explain(.tooFast, timestamp: held.timestamp) }
  }

  /// A fix with marks: the script is behind and skips it, or a person made it.
  func ingest(_ fix: Fix, _ event: DeviceEvent) {
    handling.isSimulated = event.marks.contains(.simulated)
    if event.marks.contains(.coalesced) {
      ingestSilently { ingest(fix, timestamp: event.timestamp) }
    } else {
      ingest(fix, timestamp: event.timestamp)
    }
    handling.isSimulated = false
  }

  private func use(_ fix: Fix, _ timestamp: TimeInterval) {
    if lastKnown?.replace(with: fix, timestamp: timestamp) == nil {
      lastKnown = LastKnownLocation(fix, timestamp: timestamp)
    }
    if handling.isSimulated { lastKnown?.isSimulated = true }
    regionObjects.events.removeAll(keepingCapacity: true)
    if !route.watchesRegions {
      if hooks.onExplain != nil { explain(.unwatched, timestamp: timestamp) }
    } else if hooks.onExplain == nil {
      regions.ingest(
        coordinate: fix.coordinate, horizontalAccuracy: fix.horizontalAccuracy, timestamp: timestamp,
        altitude: fix.validAltitude, receivedAt: clock.now, into: &regionObjects.events)
    } else {
      let seen = RegionFix(
        coordinate: fix.coordinate, accuracy: fix.horizontalAccuracy, altitude: fix.validAltitude,
        timestamp: timestamp, lag: max(0, clock.now - timestamp))
      let decisions = regions.ingest(seen, explaining: explainedRegions, into: &regionObjects.events)
      explain(decisions, timestamp: timestamp)
    }
    if route.isFollowed { follow(fix, timestamp) }
    if (managers.listenerCount > 0 && isAwake) || !regionObjects.events.isEmpty || !proximities.isEmpty
      || !waking.services.isEmpty || member?.hasAppeared == false
    {
      serve(fix)
    } else if let member {
      member.group?.updateOccupancy(of: member)
    }
  }

  /// Queues for each manager, in creation order, its exits, enters and then its update.
  func serve(_ fix: Fix?) {
    var reports = reports(of: regionObjects.events)
    if !proximities.isEmpty { reports += proximityReports() }
    if let member { member.group?.serve(member, reports, isFix: fix != nil) }
    var visit: VisitMonitor.Event?
    if let fix, !waking.services.isEmpty { visit = ingestVisit(fix) }
    if !reports.isEmpty || visit != nil || fix.map(wakesForChange) == true {
      life.isServingFix = fix != nil
      handling.isTellingVisit = visit != nil
      wake()
      life.isServingFix = false
      handling.isTellingVisit = false
    }
    let isAwake = isAwake
    if !reports.isEmpty, !crossings.areHeard, member == nil { countUnheard(reports) }
    eachManager { manager in
      for report in reports where manager.mapNumber == 0 {
        // Crossings go to every manager, states only to those that asked. The call itself finds out whether
        // anybody listens.
        if report.callback == .didDetermineState,
          !stateRequests.isAsked(report.region.identifier, by: manager)
        {
          continue
        }
        queueCrossing(report, for: manager)
      }
      guard let fix, isAwake, manager.isListening else { return }
      if let services = manager.services {
        manager.serve(fix, services)
      } else if !handling.isCoalescing, manager.accepts(fix), let location {
        queue.append(manager, .location(location))
      }
    }
    if let visit { report(visit) }
    guard !stateRequests.isEmpty else { return }
    for report in reports where report.callback == .didDetermineState {
      stateRequests.remove(report.region.identifier)
    }
  }

  /// Counts crossings that no script hears of.
  private func countUnheard(_ reports: [RegionReport]) {
    guard managers.entries.contains(where: \.isTold) else { return counts.untoldCrossings += reports.count }
    for callback in reports.lazy.map(\.callback) where callback != .didDetermineState {
      if managers.entries.contains(where: { entry in
        entry.isTold
          && (entry.manager?.implements(callback) == true
            || entry.manager?.implements(.didDetermineState) == true)
      }) {
        crossings.areHeard = true
      } else {
        counts.unheardCrossings[callback, default: 0] += 1
      }
    }
  }

  /// The script is behind: regions, visits and other state take the fix, but updates skip it.
  func ingestSilently(_ take: () -> Void) {
    counts.coalesced += 1
    handling.isCoalescing = true
    take()
    handling.isCoalescing = false
  }

  /// A fix whose coordinate its sensor marks as invalid changes no state; only managers without a filter get
  /// it.
  private func serveInvalid(_ fix: Fix, timestamp: TimeInterval) {
    if hooks.onExplain != nil { explain(.invalidAccuracy, timestamp: timestamp) }
    var fix = fix
    fix.horizontalAccuracy = -1
    eachManager { manager in
      guard isAwake, !handling.isCoalescing, manager.isUpdatingLocation, !manager.isPaused,
        !manager.hasDistanceFilter
      else { return }
      queue.append(manager, .location(CLLocation(fix, timestamp: timestamp)))
    }
  }
}

extension Fix {
  /// NaN if the fix has no altitude, or its accuracy marks it as invalid; an altitude without an accuracy is
  /// valid.
  @inline(__always)
  var validAltitude: CLLocationDistance { verticalAccuracy < 0 ? .nan : altitude }
}
