import GeoCore
import GeoLocation

/// How a map follows the user, and at which level.
struct UserTracking {
  /// A map below this level zooms in to ``closeLevel`` when it starts to follow.
  ///
  /// - Source: F-12, and Apple's reference of `userTrackingMode`, «if the map is zoomed out»; the figures are ours.
  static let farLevel = 13.0
  static let closeLevel = 15.0

  var mode = MKUserTrackingMode.none
  /// The level of the map while it follows.
  var level = UserTracking.closeLevel
}

/// Following the user.
///
/// - Source: MV-18 … MV-21, MV-25.
extension MKMapView {
  /// How the map follows the user; see ``setUserTrackingMode(_:animated:)``.
  public var userTrackingMode: MKUserTrackingMode {
    get { tracking.mode }
    set { setUserTrackingMode(newValue, animated: false) }
  }

  /// Starts or stops following the user, and calls `didChangeUserTrackingMode`; the current mode again
  /// changes nothing.
  ///
  /// A follow mode turns on ``showsUserLocation``. If the map is below level 13, it goes to level 15, around
  /// the user if the location is known. From then on each fix centers the user again, and restores the level
  /// that the map or the user's gesture has chosen: a script's changes last until the next fix. To follow at
  /// another level, use no mode and set the center in `didUpdateUserLocation`.
  ///
  /// With headings the map also turns, preferring true north; on a device without a magnetometer it only
  /// follows. When it changes back to just following, north is at the top again; without a mode the map stays
  /// as it is.
  public func setUserTrackingMode(_ mode: MKUserTrackingMode, animated: Bool) {
    let canTurn = device.map { CLLocationManager.headingAvailable(on: $0) } ?? false
    let mode = mode == .followWithHeading && !canTurn ? .follow : mode
    guard mode != tracking.mode else { return }
    if mode != .none { showsUserLocation = true }
    // A map that has left the screen locates nobody.
    guard let locator else { return }
    let old = tracking.mode
    tracking.mode = mode
    if old == .none {
      let level = viewport.level
      tracking.level = level < UserTracking.farLevel - 1e-6 ? UserTracking.closeLevel : level
    }
    locator.wantsHeadings = mode == .followWithHeading
    if mode != .followWithHeading { userLocation.heading = nil }
    queue(.changeTrackingMode(mode, animated: animated))
    moveToUser(heading: old == .followWithHeading ? 0 : nil, animated: animated)
  }

  /// The user's gesture has moved the map by `way`, in points, at once: more than an eighth of the view's
  /// shorter side ends a follow mode.
  func userPanned(by way: CGSize) {
    let limit = min(viewport.size.width, viewport.size.height) / 8
    guard way.width * way.width + way.height * way.height > limit * limit else { return }
    setUserTrackingMode(.none, animated: true)
  }

  /// The user's gesture has zoomed: a following map keeps that level.
  func userZoomed() { tracking.level = viewport.level }

  /// The compass has failed: the map keeps following with its current heading.
  func headingsEnded() {
    guard let device, tracking.mode == .followWithHeading,
      !CLLocationManager.headingAvailable(on: device)
    else { return }
    setUserTrackingMode(.follow, animated: true)
  }

  /// Follows the user after a fix or a turn.
  func follow() {
    let heading = tracking.mode == .followWithHeading ? userLocation.heading?.direction : nil
    moveToUser(heading: heading, animated: true)
  }

  private func moveToUser(heading: CLLocationDirection?, animated: Bool) {
    guard tracking.mode != .none else { return }
    let center = userLocation.location.map { MKMapPointForCoordinate($0.coordinate) }
    let (level, snaps) = (tracking.level, zoomSnapping)
    change(animated: animated) { shown in
      var moved = shown
      if let heading { moved = moved.turned(to: heading) }
      if moved.hasArea { moved = moved.zoomed(to: level, snaps: snaps) }
      return center.map { moved.moved(to: $0) } ?? moved
    }
  }
}

extension CLHeading {
  /// From true north if known, otherwise from magnetic north; nil for an invalid reading.
  ///
  /// - Source: HD-12.
  var direction: CLLocationDirection? {
    guard headingAccuracy >= 0 else { return nil }
    return trueHeading >= 0 ? trueHeading : magneticHeading
  }
}
