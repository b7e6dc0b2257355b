extension DeviceProfile {
  /// The profiles that have a name, in the order of the manual.
  public static let presets: [DeviceProfile] = [.default, .iphone, .ipod, .wifiTablet]

  /// All sensors, services on, always authorized, no limits.
  public static let `default` = DeviceProfile(name: "default")

  /// A telephone: 20 regions, none of more than 1,000 km, crossings 200 m past the edge, updates that pause at rest.
  ///
  /// Apple publishes no figure for the largest radius ("may vary based on the hardware features"): 1,000 km is ours.
  ///
  /// - Source: F-8 for the count and for the later guidance's distance.
  public static let iphone: DeviceProfile = {
    var profile = DeviceProfile(name: "iphone")
    profile.regionLimit = 20
    profile.maximumRegionMonitoringDistance = 1_000_000
    profile.minimumRegionBuffer = 200
    profile.pausesLocationUpdates = true
    return profile
  }()

  /// A music player of the guide's time: Wi-Fi alone, so no heading, no significant changes, no regions.
  public static let ipod: DeviceProfile = {
    var profile = DeviceProfile(name: "ipod")
    profile.sensors = .wifi
    profile.monitorsRegions = false
    profile.pausesLocationUpdates = true
    return profile
  }()

  /// A tablet without a telephone: Wi-Fi and a compass; it watches regions as a telephone does.
  public static let wifiTablet: DeviceProfile = {
    var profile = DeviceProfile.iphone
    profile.name = "wifi-tablet"
    profile.sensors = [.wifi, .magnetometer]
    return profile
  }()
}
