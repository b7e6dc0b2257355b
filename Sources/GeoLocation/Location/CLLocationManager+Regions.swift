public import GeoCore
public import GeoRegions

extension CLLocationManager {
  /// The largest radius that can be watched, in meters; −1 where none can.
  public var maximumRegionMonitoringDistance: CLLocationDistance {
    guard let device, device.profile.monitorsRegions else { return -1 }
    return device.profile.maximumRegionMonitoringDistance
  }

  /// The regions that all managers of the device watch together, by identifier; frozen objects.
  public var monitoredRegions: [CLRegion] {
    guard let device else { return [] }
    return device.regions.regions.regions.sorted { $0.identifier < $1.identifier }
      .map { device.regionObjects.object(for: $0) }
  }

  /// Watches a region with this manager's `desiredAccuracy` as the buffer.
  public func startMonitoring(for region: CLRegion) {
    startMonitoring(for: region, desiredAccuracy: desiredAccuracy)
  }

  /// Watches a region; one with the same identifier is replaced, an equal one goes on unchanged.
  ///
  /// - Parameter desiredAccuracy: meters past the edge before a crossing is reported; none if not above 0.
  /// - Errors: `monitoringDidFailForRegion` with `kCLErrorRegionMonitoringFailure` for a region that cannot be
  ///   watched or has no room. With `kCLErrorRegionMonitoringDenied` when services are off or denied, and
  ///   `kCLErrorRegionMonitoringSetupDelayed` when the hardware is off, it is registered, and watched when that ends.
  public func startMonitoring(for region: CLRegion, desiredAccuracy: CLLocationAccuracy) {
    device?.startMonitoring(
      regionPolicy.applied(to: region.monitored(desiredAccuracy: desiredAccuracy)), for: self)
  }

  /// Watches a whole list of regions, in its order; see ``startMonitoring(for:desiredAccuracy:)``.
  public func startMonitoringForRegions(_ regions: [CLRegion], desiredAccuracy: CLLocationAccuracy) {
    for region in regions { startMonitoring(for: region, desiredAccuracy: desiredAccuracy) }
  }

  /// Watches all regions of a set, each with the buffer that it has there; devices that do the same share the set.
  public func startMonitoringForRegions(_ set: RegionSet) {
    guard regionPolicy != .guide else {
      device?.startMonitoring(set, for: self)
      return
    }
    let regions = set.regions.lazy.map { self.regionPolicy.applied(to: $0) }
    device?.startMonitoring(RegionSet.empty.adding(contentsOf: regions), for: self)
  }

  /// Watches the region of that identifier no more, whichever manager began; its queued events are dropped.
  public func stopMonitoring(for region: CLRegion) {
    device?.stopMonitoring(region.identifier)
  }

  /// Asks where the device is with regard to a region; `didDetermineState` answers, for a region under watch whose
  /// state is not known yet after the next fix.
  public func requestState(for region: CLRegion) {
    device?.requestState(of: region, for: self)
  }
}
