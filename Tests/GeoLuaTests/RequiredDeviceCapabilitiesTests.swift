import Geo
import LuaBridge
import Testing

@testable import GeoLua

@Suite struct RequiredDeviceCapabilitiesTests {
  private func required(_ words: String) -> RequiredDeviceCapabilities {
    RequiredDeviceCapabilities(of: "UIRequiredDeviceCapabilities = { \(words) }", called: "s.lua")
  }

  @Test func aProfileIsComparedInTheScriptsOrder() {
    let required = required("'magnetometer', 'location-services', 'gps'")
    #expect(required.diagnostics.isEmpty)
    #expect(required.missing(on: .default) == [])
    #expect(required.missing(on: .ipod) == [.magnetometer, .gps])
    #expect(required.missing(on: .wifiTablet) == [.gps])
  }

  @Test func aScriptThatDeclaresNothingStartsEverywhere() {
    let required = RequiredDeviceCapabilities(of: "print(1)", called: "s.lua")
    #expect(DeviceProfile.presets.allSatisfy { required.missing(on: $0).isEmpty })
  }

  @Test func anUnknownCapabilityIsAnErrorWithTheNearestName() {
    let errors = required("'location-service'").diagnostics
    #expect(
      errors.map(\.description) == [
        "s.lua:1: unknown device capability 'location-service' (did you mean 'location-services'?); "
          + "device profiles can have: location-services, gps, magnetometer, wifi"
      ])
    #expect(errors.first?.severity == .error)
  }

  @Test func aCapabilityThatNoDeviceHasIsAWarningAndMissingEverywhere() {
    let required = required("'camera-flash'")
    #expect(required.diagnostics.map(\.severity) == [.warning])
    #expect(DeviceProfile.presets.allSatisfy { required.missing(on: $0) == [.cameraFlash] })
  }
}
