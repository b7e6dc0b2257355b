import GeoTesting
import Testing

@testable import GeoLocation

/// Every class method and callback code over the product of profiles and switches.
///
/// What is expected is written down from the rulings, sentence by sentence, not from the code.
@Suite struct AvailabilityTests {
  struct Switches: CustomStringConvertible {
    var profile: DeviceProfile
    var services: Bool
    var airplane: Bool
    var network: Bool
    var authorization: CLAuthorizationStatus

    var description: String { "\(profile.name) \(services) \(airplane) \(network) \(authorization)" }

    var device: DeviceProfile {
      var made = profile
      made.settings.servicesEnabled = services
      made.settings.airplaneMode = airplane
      made.settings.networkUp = network
      made.settings.authorization = authorization
      made.answers.services = false
      made.answers.authorization = .denied
      return made
    }
  }

  static let all: [Switches] = {
    var all: [Switches] = []
    for profile in DeviceProfile.presets {
      for bits in 0..<8 {
        for status in CLAuthorizationStatus.allCases {
          all.append(
            Switches(
              profile: profile, services: bits & 1 == 0, airplane: bits & 2 != 0, network: bits & 4 == 0,
              authorization: status))
        }
      }
    }
    return all
  }()

  @Test func theProductIsWhole() { #expect(Self.all.count == 4 * 8 * 5) }

  @Test(arguments: all) func theClassMethodsSayWhatTheRequirementsSay(_ s: Switches) {
    let device = Phone(s.device).device
    // CL-9: speaks only of the global switch.
    #expect(CLLocationManager.locationServicesEnabled(on: device) == s.services)
    // RG-3: the hardware; only the Wi-Fi player lacks it.
    let isAvailable = s.profile.name != "ipod"
    #expect(CLLocationManager.regionMonitoringAvailable(on: device) == isAvailable)
    #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self, on: device) == isAvailable)
    // RG-3, RG-4: services in Settings, airplane mode.
    #expect(
      CLLocationManager.regionMonitoringEnabled(on: device) == (isAvailable && s.services && !s.airplane))
    // F-8: -1 if unsupported.
    let radius = CLLocationManager(device: device).maximumRegionMonitoringDistance
    switch s.profile.name {
    case "ipod": #expect(radius == -1)
    case "default": #expect(radius == CLLocationDistanceMax)
    default: #expect(radius == 1_000_000)
    }
    // The header on kCLAuthorizationStatusDenied: denied, or services are disabled in Settings.
    let isGranted = [.authorizedAlways, .authorizedWhenInUse].contains(s.authorization)
    #expect(
      CLLocationManager.authorizationStatus(on: device)
        == (isGranted && !s.services ? .denied : s.authorization))
  }

  /// CL-7 with F-7: who refuses decides; then the hardware; then the network, which only GPS can do without.
  static func code(_ s: Switches) -> Int? {
    if !s.services { return 1 }
    if s.authorization != .authorizedAlways, s.authorization != .authorizedWhenInUse { return 1 }
    if s.airplane { return 0 }
    if ["ipod", "wifi-tablet"].contains(s.profile.name), !s.network { return 2 }
    return nil
  }

  @Test(arguments: all) func startingTellsTheCodeOrDelivers(_ s: Switches) {
    let phone = Phone(s.device)
    phone.delegate.callbacks.remove(.didChangeAuthorizationStatus)
    phone.manager.startUpdatingLocation()
    phone.device.deliver()
    phone.fix(1)
    #expect(phone.delegate.lines == [Self.code(s).map { "fail \($0)" } ?? "update 1"])
    #expect((phone.manager.location == nil) == (Self.code(s) != nil))
  }

  @Test(arguments: all) func registeringARegionTellsTheCodeOrWatches(_ s: Switches) {
    let phone = Phone(s.device)
    phone.delegate.callbacks.remove(.didChangeAuthorizationStatus)
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.device.deliver()
    for (time, east) in [(1.0, 0.0), (2, 2000)] { phone.fix(time, east: east) }
    let expected: [String] =
      if s.profile.name == "ipod" {
        ["monitoring failed a 5"]  // RG-4, E-1: the hardware cannot.
      } else if !s.services || s.authorization != .authorizedAlways {
        ["monitoring failed a 4"]  // F-7; table 1 of the authorizations: regions need always.
      } else if Self.code(s) != nil {
        ["monitoring failed a 6"]  // F-7: set up later, when positions can be had.
      } else {
        ["start a", "exit a"]
      }
    #expect(phone.delegate.lines == expected)
  }

  @Test(arguments: DeviceProfile.presets) func capabilitiesFollowTheSensors(_ profile: DeviceProfile) {
    // CL-2, HD-3.
    let expected: [String: [DeviceCapability]] = [
      "default": [.locationServices, .gps, .magnetometer, .wifi],
      "iphone": [.locationServices, .gps, .magnetometer, .wifi],
      "ipod": [.locationServices, .wifi],
      "wifi-tablet": [.locationServices, .magnetometer, .wifi],
    ]
    #expect(DeviceCapability.allCases.filter { profile.has($0) } == expected[profile.name])
  }
}
