import GeoCore

/// Ranging: the delegate gets the beacons that the device sees.
///
/// - Source: Apple's reference of `startRangingBeacons(satisfying:)`; RG-47.
extension CLLocationManager {
  /// Whether the device can see beacons.
  public static func isRangingAvailable(on device: Device) -> Bool { device.profile.monitorsRegions }

  /// The constraints that this manager ranges, in the order in which they were started.
  public var rangedBeaconConstraints: [CLBeaconIdentityConstraint] {
    (services?.ranged ?? []).map { CLBeaconIdentityConstraint($0.identity) }
  }

  /// Reports the beacons of a constraint to `didRangeBeacons` whenever one of them is seen.
  ///
  /// - Parameter region: what the delegate gets in place of the constraint, in the old form.
  /// - Errors: `didFailRangingBeaconsForConstraint` with `kCLErrorRangingUnavailable` on a device that cannot,
  ///   or with the reason why the app gets no location.
  public func startRangingBeacons(satisfying identity: CLBeaconIdentity, in region: CLBeaconRegion? = nil) {
    guard let device else { return }
    let started = RangedBeacons(identity: identity, region: region)
    guard CLLocationManager.isRangingAvailable(on: device) else {
      return failRanging(started, CLError.rangingUnavailable.error())
    }
    device.askForLocation()
    if services?.ranged.contains(where: { $0.identity == identity }) != true {
      changeServices { $0.ranged.append(started) }
    }
    guard !device.awaitsPermission, let fault = device.locationFault else { return }
    failRanging(started, fault.error())
  }

  public func stopRangingBeacons(satisfying identity: CLBeaconIdentity) {
    guard services?.ranged.contains(where: { $0.identity == identity }) == true else { return }
    changeServices { $0.ranged.removeAll { $0.identity == identity } }
  }

  private func failRanging(_ ranged: RangedBeacons, _ error: NSError) {
    device?.queue.append(self, .service(.rangingFailed(ranged, error)))
  }

  /// Takes a beacon that the device has seen.
  func range(_ beacon: CLBeacon) {
    guard let services else { return }
    for index in services.ranged.indices where services.ranged[index].see(beacon) {
      device?.counts.beacons += 1
      device?.queue.append(self, .service(.ranged(services.ranged[index])))
    }
  }

  /// Reports the constraints whose beacons have been silent for too long.
  func forgetBeacons(at time: TimeInterval) {
    guard let services else { return }
    for index in services.ranged.indices where services.ranged[index].forget(at: time) {
      device?.queue.append(self, .service(.ranged(services.ranged[index])))
    }
  }
}
