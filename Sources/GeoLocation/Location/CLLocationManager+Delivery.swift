import GeoRegions

extension CLLocationManager {
  /// Calls the delegate; the device reports errors that it throws.
  func receive(_ message: Delivery.Message) throws {
    guard let delegate else { return }
    switch message {
    case .location(let location):
      try receive(location, delegate)
    case .failure(let error):
      try delegate.locationManager(self, didFailWithError: error)
    case .authorization(let status):
      // A delegate in Swift that implements everything gets the old form, with the status.
      if delegate.implements(.locationManagerDidChangeAuthorization) {
        try delegate.locationManagerDidChangeAuthorization(self)
        if !delegate.implements(.didChangeAuthorizationStatus) { return }
      }
      try delegate.locationManager(self, didChangeAuthorization: status)
    case .region(let report):
      guard let device else { return }
      device.currentRegionEvent = report
      defer { device.currentRegionEvent = nil }
      let region =
        report.beaconRegion ?? report.proximity.map { ProximityRegion($0, around: report.region.center) }
        ?? device.regionObjects.object(for: report)
      try delegate.locationManager(self, didReceive: report, for: region)
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
    // An invalid coordinate is delivered, but distances are not measured from it.
    if location.horizontalAccuracy >= 0 { deliveredLocation = location }
    if delegate.implements(.didUpdateLocations) {
      try delegate.locationManager(self, didUpdateLocations: [location])
    } else if delegate.implements(.didUpdateToLocation) {
      try delegate.locationManager(self, didUpdateTo: location, from: previousLocation)
    }
  }

  /// Delivers several locations in one callback, oldest first; one by one to a delegate of the old form.
  func receive(_ locations: [CLLocation], _ delegate: any CLLocationManagerDelegate) throws {
    guard locations.count > 1, delegate.implements(.didUpdateLocations) else {
      for location in locations { try receive(location, delegate) }
      return
    }
    previousLocation = deliveredLocation
    deliveredLocation = locations.last { $0.horizontalAccuracy >= 0 } ?? deliveredLocation
    try delegate.locationManager(self, didUpdateLocations: locations)
  }
}
