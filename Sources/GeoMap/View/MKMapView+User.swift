import GeoCore
import GeoLocation

/// The user's location.
///
/// - Source: MV-15 … MV-17, MV-23, MV-24, F-4, F-12; Apple's reference of `MKUserLocation`.
extension MKMapView {
  /// Whether the map locates and shows the user.
  ///
  /// Turning it on starts location updates like ``CLLocationManager/startUpdatingLocation()``: the user may
  /// be asked for permission, radios are powered, the last known location comes first. ``userLocation`` is
  /// then one of `annotations`. Turning it off ends all that, including a follow mode.
  ///
  /// The delegate gets `mapViewWillStartLocatingUser` and `mapViewDidStopLocatingUser`.
  ///
  /// - Errors: `didFailToLocateUserWithError` with the ``CLError`` codes that a manager would get; the map
  ///   keeps locating.
  public var showsUserLocation: Bool {
    get { locator != nil }
    set { newValue ? startLocating() : stopLocating() }
  }

  /// Whether the user is visible: whether the square around the location, whose half side is its accuracy,
  /// meets the view.
  public var userLocationVisible: Bool {
    guard let location = userLocation.location else { return false }
    let coordinate = location.coordinate
    let point = point(for: MKMapPointForCoordinate(coordinate))
    let reach =
      max(0, location.horizontalAccuracy) * MKMapPointsPerMeterAtLatitude(coordinate.latitude) * zoomScale
    let size = viewport.size
    return abs(point.x - size.width / 2) <= size.width / 2 + reach
      && abs(point.y - size.height / 2) <= size.height / 2 + reach
  }

  /// Whether locations may come.
  var isLocating: Bool { locator != nil && device?.route.deliversLocations == true }

  /// Whether the known location may be outdated: no location is allowed, or none has come for ten minutes.
  ///
  /// The time is our choice.
  var isUserStale: Bool {
    guard let location = userLocation.location, let device else { return false }
    return !isLocating || device.clock.now - location.timestamp.timeIntervalSince1970 > 600
  }

  private func startLocating() {
    guard locator == nil, let device else { return }
    queue(.startLocating)
    userLocation.map = self
    addUserLocation()
    locator = UserLocator(self, on: device)
    // A location from before an interruption is known, but not reported again.
    if device.isGoingOn { userLocation.location = device.toldLocation }
  }

  private func stopLocating() {
    guard locator != nil else { return }
    setUserTrackingMode(.none, animated: false)
    endLocating()
    removeUserLocation()
    queue(.stopLocating)
  }

  /// Stops locating without a callback.
  func endLocating() {
    locator?.stop()
    locator = nil
    tracking.mode = .none
    userLocation.location = nil
    userLocation.heading = nil
  }

  /// Handles a new location of the user: reports it, then follows it.
  func userMoved(to location: CLLocation) {
    userLocation.location = location
    queue(.updateUserLocation)
    queue(.follow)
  }

  /// Handles a turn of the user: reports it like a move if the location is known, then follows it.
  ///
  /// - Source: Apple's reference of `mapView:didUpdateUserLocation:`, which is called for headings too while the mode
  ///   is `MKUserTrackingModeFollowWithHeading`.
  func userTurned(to heading: CLHeading) {
    userLocation.heading = heading
    if userLocation.location != nil { queue(.updateUserLocation) }
    queue(.follow)
  }
}
