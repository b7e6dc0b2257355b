// What hardware and switches allow together: the one place that says so.
extension DeviceProfile {
  /// Why a device with these switches gets no location; nil when it does.
  ///
  /// - Denied: services are off, or this app may not (CL-7).
  /// - LocationUnknown: airplane mode keeps the hardware off (CL-7), or there is none; the service keeps trying.
  /// - Network: a device without GPS knows radio transmitters only, and looks up over the network where they stand.
  ///   Apple documents the code as "network unavailable or a network error"; that it is told here is ours.
  func locationFault(_ settings: DeviceSettings) -> CLError? {
    if !settings.servicesEnabled || !settings.authorization.allowsLocation { return .denied }
    if settings.airplaneMode || sensors.isDisjoint(with: .positioning) { return .locationUnknown }
    return sensors.contains(.gps) || settings.networkUp ? nil : .network
  }

  /// Why a device with these switches watches no regions; nil when it does.
  ///
  /// - RegionMonitoringFailure: the hardware cannot (RG-4).
  /// - RegionMonitoringDenied: services are off, or this app may not, or may only while in use.
  /// - RegionMonitoringSetupDelayed: it will, as soon as positions can be had; Apple's header says that monitoring
  ///   could not begin at once.
  func regionFault(_ settings: DeviceSettings) -> CLError? {
    guard monitorsRegions else { return .regionMonitoringFailure }
    let isAllowed =
      monitorsRegionsWhenInUse
      ? settings.authorization.allowsLocation : settings.authorization == .authorizedAlways
    guard settings.servicesEnabled, isAllowed else { return .regionMonitoringDenied }
    return locationFault(settings) == nil ? nil : .regionMonitoringSetupDelayed
  }

  /// Whether this device has what an app says it cannot do without.
  public func has(_ capability: DeviceCapability) -> Bool {
    switch capability {
    case .locationServices: !sensors.isDisjoint(with: .positioning)
    case .gps: sensors.contains(.gps)
    case .magnetometer: sensors.contains(.magnetometer)
    case .wifi: sensors.contains(.wifi)
    default: false
    }
  }
}

extension Device {
  /// Why it gets no location now.
  var locationFault: CLError? { profile.locationFault(settings) }
  /// Why it watches no regions now.
  var regionFault: CLError? { profile.regionFault(settings) }
}
