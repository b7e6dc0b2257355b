import GeoCore

/// A manager's services beside plain updates.
///
/// Owner: its manager, which creates it on demand, so that plain updates pay only for the check.
final class ManagerServices {
  /// Nil while significant changes are not monitored.
  var significant: SignificantChange?
  var isMonitoringVisits = false
  /// Nil if updates do not run or never pause.
  var pause: AutomaticPause?
  /// Nil while updates come one by one.
  var deferral: Deferral?
  /// What live updates tell of rest; nil for a manager of the app.
  var rest: StayWatch?

  /// The beacons that it ranges, by constraint.
  var ranged: [RangedBeacons] = []

  /// Whether it needs every fix even without standard updates.
  var isListening: Bool { significant != nil || isMonitoringVisits }
  var isIdle: Bool { !isListening && pause == nil && deferral == nil && rest == nil && ranged.isEmpty }
}

extension CLLocationManager {
  /// Changes the services, creating them if needed, and applies the consequences.
  func changeServices(_ change: (ManagerServices) -> Void) {
    let changed = services ?? ManagerServices()
    change(changed)
    services = changed.isIdle ? nil : changed
    device?.updateListenerCount()
    device?.updateHold(of: self)
  }

  /// Reports why a service that was just started gets no location, or waits for the user's answer.
  func reportStarted(without fault: CLError) {
    guard let device else { return }
    awaitsPermission = device.awaitsPermission
    if !awaitsPermission, !device.isGoingOn, earlier == nil { fail(fault.error()) }
  }

  /// Passes a fix to a manager with more than plain updates: at most one callback delivers it.
  func serve(_ fix: Fix, _ services: ManagerServices) {
    guard let device, let location = device.location else { return }
    let stay = services.pause?.watch.ingest(fix, timestamp: device.handling.timestamp)
    if stay?.departure != nil { resumeUpdates() }
    if wantsLocations {
      let isAnswer = answersRequest(fix)
      let isUpdate = isUpdatingLocation && !isPaused && !device.handling.isCoalescing && passesFilter(fix)
      if !isAnswer, isUpdate, deferUpdate(location) {
        markSignificant(fix)
      } else if markSignificant(fix) {
        device.queue.append(self, .service(.significantLocation(location, isUpdate: isAnswer || isUpdate)))
      } else if isAnswer || isUpdate {
        device.queue.append(self, .location(location))
      }
    }
    if let stay, stay.departure == nil { pauseUpdates() }
  }

  /// Calls the delegate for a service other than plain updates.
  func receive(_ message: ServiceMessage, _ delegate: any CLLocationManagerDelegate) throws {
    switch message {
    case .significantLocation(let location, _): try receive([location], delegate)
    case .deferredLocations(let locations): try receive(locations, delegate)
    case .deferralEnded(let error):
      try delegate.locationManager(self, didFinishDeferredUpdatesWithError: error)
    case .paused: try delegate.locationManagerDidPauseLocationUpdates(self)
    case .resumed: try delegate.locationManagerDidResumeLocationUpdates(self)
    case .visit(let visit): try delegate.locationManager(self, didVisit: visit)
    case .ranged(let ranged): try delegate.locationManager(self, didRange: ranged)
    case .rangingFailed(let ranged, let error):
      try delegate.locationManager(self, didFailRangingFor: ranged, error: error)
    }
  }
}
