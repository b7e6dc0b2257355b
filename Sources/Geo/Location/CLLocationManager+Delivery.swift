extension CLLocationManager {
  /// Calls the delegate; the device reports what it throws.
  func receive(_ message: Delivery.Message) throws {
    guard let delegate else { return }
    switch message {
    case .location(let location):
      previousLocation = deliveredLocation
      // An invalid coordinate is shown, but nothing is measured from it.
      if location.horizontalAccuracy >= 0 { deliveredLocation = location }
      if delegate.implements(.didUpdateLocations) {
        try delegate.locationManager(self, didUpdateLocations: [location])
      } else if delegate.implements(.didUpdateToLocation) {
        try delegate.locationManager(self, didUpdateTo: location, from: previousLocation)
      }
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
    }
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
    case .didStartMonitoringForRegion: try delegate.locationManager(self, didStartMonitoringFor: region)
    case .didDetermineState:
      try delegate.locationManager(self, didDetermineState: report.state, for: region)
    case .monitoringDidFailForRegion:
      let error = report.error ?? CLError.regionMonitoringFailure.error()
      try delegate.locationManager(self, monitoringDidFailFor: region, withError: error)
    case .didUpdateToLocation, .didUpdateLocations, .didFailWithError, .didChangeAuthorizationStatus: break
    case .didUpdateHeading, .locationManagerShouldDisplayHeadingCalibration: break
    }
  }
}
