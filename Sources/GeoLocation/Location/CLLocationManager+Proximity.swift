public import GeoCore

extension CLLocationManager {
  /// Watches how near another device is: `didEnterRegion` and `didExitRegion` come with a ``ProximityRegion``.
  ///
  /// The distance is judged at each fix of either device; the first time only settles whether the other is near.
  ///
  /// - Parameters:
  ///   - radius: meters at or below which the other device is near.
  ///   - exitRadius: meters above which it is gone; `radius` if nil.
  ///   - maximumAge: seconds after which a position of either device decides nothing.
  /// - Errors: `monitoringDidFailForRegion` with `kCLErrorRegionMonitoringFailure` where devices are spread over
  ///   threads, or for a distance that is not above 0.
  public func startMonitoringProximity(
    to device: String, radius: CLLocationDistance, exitRadius: CLLocationDistance? = nil,
    maximumAge: TimeInterval = ProximityWatch.defaultMaximumAge
  ) {
    self.device?.startMonitoringProximity(
      ProximityWatch(device: device, radius: radius, exitRadius: exitRadius, maximumAge: maximumAge),
      for: self)
  }

  /// Watches that device no more; queued events of it are dropped.
  public func stopMonitoringProximity(to device: String) {
    self.device?.stopMonitoringProximity(device)
  }
}
