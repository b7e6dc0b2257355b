public import GeoCore

extension CLLocationManager {
  /// Watches the distance to another device: `didEnterRegion` and `didExitRegion` come with a
  /// ``ProximityRegion``.
  ///
  /// The distance is evaluated at each fix of either device; the first time only sets the initial state.
  ///
  /// - Parameters:
  ///   - radius: the distance in meters up to which the other device is near.
  ///   - exitRadius: the distance in meters beyond which it is gone; `radius` if nil.
  ///   - maximumAge: the age in seconds beyond which a position of either device is ignored.
  /// - Errors: `monitoringDidFailForRegion` with `kCLErrorRegionMonitoringFailure` if devices are spread over
  ///   threads, or for a distance of 0 or less.
  public func startMonitoringProximity(
    to device: String, radius: CLLocationDistance, exitRadius: CLLocationDistance? = nil,
    maximumAge: TimeInterval = ProximityWatch.defaultMaximumAge
  ) {
    self.device?.startMonitoringProximity(
      ProximityWatch(device: device, radius: radius, exitRadius: exitRadius, maximumAge: maximumAge),
      for: self)
  }

  /// Stops watching that device; its queued events are dropped.
  public func stopMonitoringProximity(to device: String) {
    self.device?.stopMonitoringProximity(device)
  }
}
