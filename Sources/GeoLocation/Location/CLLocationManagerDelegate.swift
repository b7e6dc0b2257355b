public import GeoCore

/// The callbacks of a ``CLLocationManager`` to its owner.
///
/// Every method has an empty default. ``Device/Hooks/onError`` reports a method that throws; the others still
/// run.
public protocol CLLocationManagerDelegate: AnyObject {
  /// Whether the delegate implements `callback`; checked before each call, so that unused values are not
  /// computed.
  func implements(_ callback: CLLocationManagerCallback) -> Bool

  /// The old form of an update; `oldLocation` is nil at first.
  func locationManager(
    _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation, from oldLocation: CLLocation?
  ) throws
  /// An update, oldest location first; replaces the old form if both are implemented.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) throws
  func locationManager(_ manager: CLLocationManager, didFailWithError error: NSError) throws
  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) throws
  /// The same without the status, which the manager has; called before the form above where both are implemented.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) throws

  /// Any event of a region; the default calls the method below that is named like its callback.
  func locationManager(
    _ manager: CLLocationManager, didReceive report: RegionReport, for region: CLRegion
  ) throws
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) throws
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) throws
  /// The device has stayed in a region for its `dwell`, once a visit; an extension.
  func locationManager(_ manager: CLLocationManager, didDwellInRegion region: CLRegion) throws
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) throws
  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: NSError
  ) throws
  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) throws

  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) throws
  /// Whether to show the panel that asks the user to calibrate the compass.
  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) throws -> Bool
  /// An arrival, or a departure with both dates.
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) throws
  /// A beacon of a constraint was seen, or has been silent for too long.
  func locationManager(_ manager: CLLocationManager, didRange ranged: RangedBeacons) throws
  func locationManager(
    _ manager: CLLocationManager, didFailRangingFor ranged: RangedBeacons, error: NSError
  ) throws
  /// Standard updates pause because the device rests.
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) throws
  /// Standard updates resume; called before the first of them.
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) throws
  /// Updates are no longer deferred; without an error if the distance or the time is over.
  func locationManager(_ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: NSError?) throws
}

/// The callbacks of ``CLLocationManagerDelegate``, named as a Lua delegate names its functions.
public enum CLLocationManagerCallback: Int, Sendable, CaseIterable {
  case didUpdateToLocation, didUpdateLocations, didFailWithError, didChangeAuthorizationStatus
  case locationManagerDidChangeAuthorization
  case didEnterRegion, didExitRegion, didDwellInRegion
  case didStartMonitoringForRegion, monitoringDidFailForRegion, didDetermineState
  case didUpdateHeading, locationManagerShouldDisplayHeadingCalibration
  case didVisit, didFinishDeferredUpdatesWithError
  case locationManagerDidPauseLocationUpdates, locationManagerDidResumeLocationUpdates
  case didRangeBeacons, didFailRangingBeaconsForConstraint

  /// The name of the function in a Lua delegate.
  public var name: String { CLLocationManagerCallback.names[rawValue] }

  private static let names = allCases.map { "\($0)" }
}

extension CLLocationManagerDelegate {
  public func implements(_ callback: CLLocationManagerCallback) -> Bool { true }

  public func locationManager(
    _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation, from oldLocation: CLLocation?
  ) throws {}
  /// The default passes each location to the old form, so that a delegate may implement either.
  public func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) throws
  {
    var previous = manager.previousLocation
    for location in locations {
      try self.locationManager(manager, didUpdateTo: location, from: previous)
      previous = location
    }
  }
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: NSError) throws {}
  public func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) throws {}
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) throws {}
  public func locationManager(
    _ manager: CLLocationManager, didReceive report: RegionReport, for region: CLRegion
  ) throws {
    switch report.callback {
    case .didEnterRegion: try locationManager(manager, didEnterRegion: region)
    case .didExitRegion: try locationManager(manager, didExitRegion: region)
    case .didDwellInRegion: try locationManager(manager, didDwellInRegion: region)
    case .didStartMonitoringForRegion: try locationManager(manager, didStartMonitoringFor: region)
    case .didDetermineState: try locationManager(manager, didDetermineState: report.state, for: region)
    default: try locationManager(manager, monitoringDidFailFor: region, withError: report.failure)
    }
  }
  public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) throws {}
  public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) throws {}
  public func locationManager(_ manager: CLLocationManager, didDwellInRegion region: CLRegion) throws {}
  public func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) throws {}
  public func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: NSError
  ) throws {}
  public func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) throws {}
  public func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) throws {}
  public func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) throws -> Bool {
    false
  }
  public func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) throws {}
  public func locationManager(_ manager: CLLocationManager, didRange ranged: RangedBeacons) throws {}
  public func locationManager(
    _ manager: CLLocationManager, didFailRangingFor ranged: RangedBeacons, error: NSError
  ) throws {}
  public func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) throws {}
  public func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) throws {}
  public func locationManager(
    _ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: NSError?
  ) throws {}
}
