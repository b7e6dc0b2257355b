package import GeoCore
package import GeoLocation

/// Locates the user for one map: a location manager that is invisible to scripts.
///
/// It is served after all managers of the app, in the order of the maps' creation. It gets no regions, and
/// does not count as a receiver of crossings. Radios, permission and errors are those of any manager.
///
/// Ownership: its map holds it, it holds its manager.
package final class UserLocator: CLLocationManagerDelegate {
  // Weak, although the map ends this object before it leaves: a manager that is being called outlives both.
  private weak var map: MKMapView?
  private let manager: CLLocationManager

  init(_ map: MKMapView, on device: Device) {
    self.map = map
    manager = CLLocationManager(device: device, forMap: map.number)
    // The user is shown even while the device rests.
    manager.pausesLocationUpdatesAutomatically = false
    manager.delegate = self
    manager.startUpdatingLocation()
  }

  /// Ends it and drops queued callbacks.
  func stop() {
    manager.stopUpdatingLocation()
    manager.stopUpdatingHeading()
    manager.delegate = nil
  }

  /// Whether headings are needed too.
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
    // A fix that its own sensor marks as invalid has no place to show.
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
