extension CLLocationManager {
  /// Calls the delegate; the device reports what it throws.
  func receive(_ message: Delivery.Message) throws {
    guard let delegate else { return }
    switch message {
    case .location(let location):
      try receive(location, delegate)
    case .failure(let error):
      try delegate.locationManager(self, didFailWithError: error)
    case .authorization(let status):
      try delegate.locationManager(self, didChangeAuthorization: status)
    case .region(let report):
      try receive(report, delegate)
    case .heading(let heading):
      try delegate.locationManager(self, didUpdateHeading: heading)
    case .headingCalibration:
      try device?.askForCalibration(self, delegate)
    case .service(let message):
      try receive(message, delegate)
    }
  }

  private func receive(_ location: CLLocation, _ delegate: any CLLocationManagerDelegate) throws {
    previousLocation = deliveredLocation
    // An invalid coordinate is shown, but nothing is measured from it.
    if location.horizontalAccuracy >= 0 { deliveredLocation = location }
    if delegate.implements(.didUpdateLocations) {
      try delegate.locationManager(self, didUpdateLocations: [location])
    } else if delegate.implements(.didUpdateToLocation) {
      try delegate.locationManager(self, didUpdateTo: location, from: previousLocation)
    }
  }

  /// Several locations in one callback, oldest first; one by one for a delegate of the old form.
  func receive(_ locations: [CLLocation], _ delegate: any CLLocationManagerDelegate) throws {
    guard locations.count > 1, delegate.implements(.didUpdateLocations) else {
      for location in locations { try receive(location, delegate) }
      return
    }
    previousLocation = deliveredLocation
    deliveredLocation = locations.last { $0.horizontalAccuracy >= 0 } ?? deliveredLocation
    try delegate.locationManager(self, didUpdateLocations: locations)
  }

  private func receive(_ report: RegionReport, _ delegate: any CLLocationManagerDelegate) throws {
    guard let device else { return }
    device.currentRegionEvent = report
    defer { device.currentRegionEvent = nil }
    let region =
      report.proximity.map { ProximityRegion($0, around: report.region.center) }
      ?? device.regionObjects.object(for: report)
    switch report.callback {
    case .didEnterRegion: try delegate.locationManager(self, didEnterRegion: region)
    case .didExitRegion: try delegate.locationManager(self, didExitRegion: region)
    case .didDwellInRegion: try delegate.locationManager(self, didDwellInRegion: region)
    case .didStartMonitoringForRegion: try delegate.locationManager(self, didStartMonitoringFor: region)
    case .didDetermineState:
      try delegate.locationManager(self, didDetermineState: report.state, for: region)
    case .monitoringDidFailForRegion:
      let error = report.error ?? CLError.regionMonitoringFailure.error()
      try delegate.locationManager(self, monitoringDidFailFor: region, withError: error)
    case .didUpdateToLocation, .didUpdateLocations, .didFailWithError, .didChangeAuthorizationStatus: break
    case .didUpdateHeading, .locationManagerShouldDisplayHeadingCalibration: break
    case .didVisit, .didFinishDeferredUpdatesWithError: break
    case .locationManagerDidPauseLocationUpdates, .locationManagerDidResumeLocationUpdates: break
    }
  }
}
