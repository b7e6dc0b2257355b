/// Finds the user for one map: a location manager that no script knows of.
///
/// It is served after all managers of the app, in the order of the maps' creation; it hears of no regions, and is
/// nobody whom a crossing could be told. Radios, permission and errors are those of any manager.
///
/// Ownership: its map holds it, it holds its manager.
package final class UserLocator: CLLocationManagerDelegate {
  // Weak, though the map ends this before it leaves: a manager that is just being told outlives both.
  private weak var map: MKMapView?
  private let manager: CLLocationManager

  init(_ map: MKMapView, on device: Device) {
    self.map = map
    manager = CLLocationManager(device: device, forMap: map.number)
    // The user is shown also while the device rests.
    manager.pausesLocationUpdatesAutomatically = false
    manager.delegate = self
    manager.startUpdatingLocation()
  }

  /// Ends it: nothing that was queued is told.
  func stop() {
    manager.stopUpdatingLocation()
    manager.stopUpdatingHeading()
    manager.delegate = nil
  }

  /// Whether headings are wanted too.
  var wantsHeadings: Bool {
    get { manager.isUpdatingHeading }
    set { newValue ? manager.startUpdatingHeading() : manager.stopUpdatingHeading() }
  }

  package func implements(_ callback: CLLocationManagerCallback) -> Bool {
    switch callback {
    case .didUpdateLocations, .didFailWithError, .didUpdateHeading: true
    default: false
    }
  }

  package func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    // A fix that its own sensor disowns is no place to be shown.
    guard let location = locations.last, location.horizontalAccuracy >= 0 else { return }
    map?.userMoved(to: location)
  }

  package func locationManager(_ manager: CLLocationManager, didFailWithError error: NSError) {
    if error.domain == kCLErrorDomain, error.code == CLError.headingFailure.rawValue {
      map?.headingsEnded()
    } else {
      map?.queue(.failToLocate(error))
    }
  }

  package func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    map?.userTurned(to: newHeading)
  }
}
