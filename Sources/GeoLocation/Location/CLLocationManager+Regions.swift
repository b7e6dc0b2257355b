public import GeoCore
public import GeoRegions

extension CLLocationManager {
  /// The largest radius that can be monitored, in meters; −1 if none can.
  public var maximumRegionMonitoringDistance: CLLocationDistance {
    guard let device, device.profile.monitorsRegions else { return -1 }
    return device.profile.maximumRegionMonitoringDistance
  }

  /// The regions that all managers of the device monitor together, by identifier; frozen objects.
  public var monitoredRegions: [CLRegion] {
    guard let device else { return [] }
    let areas = device.regions.regions.regions.sorted { $0.identifier < $1.identifier }
      .map { device.regionObjects.object(for: $0) }
    let beacons = device.beaconRegions
    return beacons.isEmpty ? areas : (areas + beacons).sorted { $0.identifier < $1.identifier }
  }

  /// Monitors a region with this manager's `desiredAccuracy` as the buffer.
  public func startMonitoring(for region: CLRegion) {
    startMonitoring(for: region, desiredAccuracy: desiredAccuracy)
  }

  /// Monitors a region; it replaces a different one with the same identifier, while an equal one keeps its
  /// state.
  ///
  /// - Parameter desiredAccuracy: meters past the edge before a crossing is reported; 0 or less for no
  ///   buffer.
  /// - Errors: `monitoringDidFailForRegion` with `kCLErrorRegionMonitoringFailure` for a region that cannot
  ///   be monitored or has no room. With `kCLErrorRegionMonitoringDenied` if services are off or denied, and
  ///   `kCLErrorRegionMonitoringSetupDelayed` if the hardware is off: the region is registered, and monitored
  ///   when that ends.
  public func startMonitoring(for region: CLRegion, desiredAccuracy: CLLocationAccuracy) {
    if let beacons = region as? CLBeaconRegion {
      device?.startMonitoring(beacons, for: self)
      return
    }
    device?.startMonitoring(
      regionPolicy.applied(to: region.monitored(desiredAccuracy: desiredAccuracy)), for: self)
  }

  /// Monitors a whole list of regions, in its order; see ``startMonitoring(for:desiredAccuracy:)``.
  public func startMonitoringForRegions(_ regions: [CLRegion], desiredAccuracy: CLLocationAccuracy) {
    for region in regions { startMonitoring(for: region, desiredAccuracy: desiredAccuracy) }
  }

  /// Monitors all regions of a set, each with its buffer in the set; devices that do the same share the set.
  public func startMonitoringForRegions(_ set: RegionSet) {
    guard regionPolicy != .guide else {
      device?.startMonitoring(set, for: self)
      return
    }
    let regions = set.regions.lazy.map { self.regionPolicy.applied(to: $0) }
    device?.startMonitoring(RegionSet.empty.adding(contentsOf: regions), for: self)
  }

  /// Stops monitoring the region of that identifier, whichever manager registered it; its queued events are
  /// dropped.
  public func stopMonitoring(for region: CLRegion) {
    device?.stopMonitoring(region.identifier)
  }

  /// Requests where the device is relative to a region. `didDetermineState` answers; for a monitored region
  /// whose state is not known yet, after the next fix.
  public func requestState(for region: CLRegion) {
    device?.requestState(of: region, for: self)
  }
}
