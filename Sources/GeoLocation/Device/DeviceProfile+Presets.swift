extension DeviceProfile {
  /// The named profiles, in the order of the manual.
  public static let presets: [DeviceProfile] = [.default, .iphone, .ipod, .wifiTablet]

  /// All sensors, services on, always authorized, no limits.
  public static let `default` = DeviceProfile(name: "default")

  /// A phone: 20 regions of at most 1,000 km each, crossings 200 m past the edge, updates that pause at rest.
  ///
  /// Apple publishes no figure for the largest radius ("may vary based on the hardware features"): 1,000 km is ours.
  ///
  /// - Source: F-8 for the count and for the later guidance's distance. Apple, "iPhone 15 — Technical
  ///   Specifications": 1179 × 2556 pixels, three by three to a point.
  public static let iphone: DeviceProfile = {
    var profile = DeviceProfile(name: "iphone")
    profile.regionLimit = 20
    profile.maximumRegionMonitoringDistance = 1_000_000
    profile.minimumRegionBuffer = 200
    profile.pausesLocationUpdates = true
    profile.screenSize = ScreenSize(width: 393, height: 852)
    return profile
  }()

  /// A music player of the guide's time: Wi-Fi only, so no heading, no significant changes, no regions.
  ///
  /// - Source: Apple, "iPod touch (4th generation) — Technical Specifications": 960 × 640 pixels, two by two a point.
  public static let ipod: DeviceProfile = {
    var profile = DeviceProfile(name: "ipod")
    profile.sensors = .wifi
    profile.monitorsRegions = false
    profile.pausesLocationUpdates = true
    profile.screenSize = ScreenSize(width: 320, height: 480)
    return profile
  }()

  /// A tablet without cellular: Wi-Fi and a compass; it monitors regions like a phone.
  ///
  /// - Source: Apple, "iPad (9th generation) — Technical Specifications": 2160 × 1620 pixels, two by two a point.
  public static let wifiTablet: DeviceProfile = {
    var profile = DeviceProfile.iphone
    profile.name = "wifi-tablet"
    profile.sensors = [.wifi, .magnetometer]
    profile.screenSize = ScreenSize(width: 810, height: 1080)
    return profile
  }()
}
