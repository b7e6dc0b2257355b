// What hardware and switches allow together, in one place.
extension DeviceProfile {
  /// Why a device with these switches gets no location; nil when it does.
  ///
  /// - Denied: services are off, or this app may not (CL-7).
  /// - LocationUnknown: airplane mode keeps the hardware off (CL-7), or there is no hardware; the service
  ///   keeps trying.
  /// - Network: a device without GPS knows only radio transmitters and looks up their positions over the
  ///   network. Apple documents the code as "network unavailable or a network error"; reporting it here is
  ///   our choice.
  func locationFault(_ settings: DeviceSettings) -> CLError? {
    if !settings.servicesEnabled || !settings.authorization.allowsLocation { return .denied }
    if settings.airplaneMode || sensors.isDisjoint(with: .positioning) { return .locationUnknown }
    return sensors.contains(.gps) || settings.networkUp ? nil : .network
  }

  /// Why a device with these switches monitors no regions; nil if it does.
  ///
  /// - RegionMonitoringFailure: the hardware cannot (RG-4).
  /// - RegionMonitoringDenied: services are off, or this app may not, or may only while in use.
  /// - RegionMonitoringSetupDelayed: monitoring starts as soon as positions are available; Apple's header
  ///   says that monitoring could not begin at once.
  func regionFault(_ settings: DeviceSettings) -> CLError? {
    guard monitorsRegions else { return .regionMonitoringFailure }
    let isAllowed =
      monitorsRegionsWhenInUse
      ? settings.authorization.allowsLocation : settings.authorization == .authorizedAlways
    guard settings.servicesEnabled, isAllowed else { return .regionMonitoringDenied }
    return locationFault(settings) == nil ? nil : .regionMonitoringSetupDelayed
  }

  /// Whether this device has a capability that an app requires.
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
  /// Why it monitors no regions now.
  var regionFault: CLError? { profile.regionFault(settings) }
}
