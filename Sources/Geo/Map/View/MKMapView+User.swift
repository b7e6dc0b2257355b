/// Where the user is.
///
/// - Source: MV-15 … MV-17, MV-23, MV-24, F-4, F-12; Apple's reference of `MKUserLocation`.
extension MKMapView {
  /// Whether the map looks for the user and shows where that is.
  ///
  /// Turning it on starts location collection as ``CLLocationManager/startUpdatingLocation()`` does: the user may be
  /// asked for permission, radios are powered, the last known location comes first. ``userLocation`` is one of
  /// `annotations` from then on. Turning it off ends that, a follow mode too.
  ///
  /// The delegate hears `mapViewWillStartLocatingUser` and `mapViewDidStopLocatingUser`.
  ///
  /// - Errors: `didFailToLocateUserWithError` with the codes of ``CLError`` that a manager would hear; the map goes on
  ///   looking.
  public var showsUserLocation: Bool {
    get { locator != nil }
    set { newValue ? startLocating() : stopLocating() }
  }

  /// Whether the user is seen: whether the square around the location, as wide as its accuracy says either way,
  /// reaches into the view.
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

  /// Whether the location that is known is no longer the user's for sure: none may come, or none has for ten minutes.
  ///
  /// The time is ours.
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
    // What was told before an interruption is known, and not told again.
    if device.isGoingOn { userLocation.location = device.toldLocation }
  }

  private func stopLocating() {
    guard locator != nil else { return }
    setUserTrackingMode(.none, animated: false)
    endLocating()
    removeUserLocation()
    queue(.stopLocating)
  }

  /// Ends the search without a word.
  func endLocating() {
    locator?.stop()
    locator = nil
    tracking.mode = .none
    userLocation.location = nil
    userLocation.heading = nil
  }

  /// The user was located anew: told, then followed.
  func userMoved(to location: CLLocation) {
    userLocation.location = location
    queue(.updateUserLocation)
    queue(.follow)
  }

  /// The user has turned: told like a move, where the user is known, then followed.
  ///
  /// - Source: Apple's reference of `mapView:didUpdateUserLocation:`, which is called for headings too while the mode
  ///   is `MKUserTrackingModeFollowWithHeading`.
  func userTurned(to heading: CLHeading) {
    userLocation.heading = heading
    if userLocation.location != nil { queue(.updateUserLocation) }
    queue(.follow)
  }
}
