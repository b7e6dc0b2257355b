// The class methods of Apple's interface; they query the device.
extension CLLocationManager {
  /// Whether the user's global switch is on, independent of this app's permission (CL-9).
  public static func locationServicesEnabled(on device: Device) -> Bool {
    device.settings.servicesEnabled
  }

  /// Whether this app may use location services; denied while they are off.
  public static func authorizationStatus(on device: Device) -> CLAuthorizationStatus {
    device.settings.authorizationStatus
  }

  /// Whether the hardware can monitor regions.
  public static func regionMonitoringAvailable(on device: Device) -> Bool {
    device.profile.monitorsRegions
  }

  /// Whether region monitoring is switched on: available, services on, not in airplane mode (RG-3, RG-4).
  public static func regionMonitoringEnabled(on device: Device) -> Bool {
    device.profile.monitorsRegions && device.settings.servicesEnabled && !device.settings.airplaneMode
  }

  /// Whether regions of a class can be monitored; all classes can if circles can.
  public static func isMonitoringAvailable(for type: CLRegion.Type, on device: Device) -> Bool {
    device.profile.monitorsRegions
  }

  /// Asks the user for the authorization to use location while the app is in use, unless the user has
  /// decided.
  public func requestWhenInUseAuthorization() { device?.askForAuthorization(.authorizedWhenInUse) }

  /// Asks the user for the authorization to use location always; once more after when-in-use authorization.
  public func requestAlwaysAuthorization() { device?.askForAuthorization(.authorizedAlways) }
}
