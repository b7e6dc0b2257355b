import GeoTesting
import Testing

@testable import GeoLocation
@testable import GeoMap

/// Permission and faults, MV-24.
@Suite struct MKMapViewUserFaultTests {
  private func phone(_ change: (inout DeviceProfile) -> Void) -> MapPhone {
    var profile = DeviceProfile(name: "test")
    change(&profile)
    return MapPhone(profile)
  }

  private static let denied = CLError.denied.rawValue

  @Test func refusalIsReportedAndTheMapKeepsLocating() {
    let it = phone { $0.settings.authorization = .denied }
    it.script { it.map.showsUserLocation = true }
    #expect(it.told() == ["start", "fail \(Self.denied)"])
    #expect(it.map.showsUserLocation)
    #expect(!it.map.userLocation.isUpdating)
    it.phone.send(1, .setting(.authorization(CLAuthorizationStatus.authorizedWhenInUse.rawValue)))
    it.phone.fix(2)
    #expect(it.told() == ["user 2"])
    #expect(it.map.userLocation.isUpdating)
  }

  @Test func theUserIsAskedAndTheAnswerTells() {
    let it = phone {
      $0.settings.authorization = .notDetermined
      $0.answers.delay = 5
      $0.answers.authorization = .whenInUse
    }
    it.script { it.map.showsUserLocation = true }
    #expect(it.device.pendingPrompt != nil)
    it.phone.fix(1)
    #expect(it.told() == ["start"])
    it.phone.fix(6)
    #expect(it.told() == ["user 6"])
    #expect(it.device.counts.prompts == 1)
  }

  @Test func aLateRefusalIsTold() {
    let it = phone {
      $0.settings.authorization = .notDetermined
      $0.answers.delay = 5
      $0.answers.authorization = .denied
    }
    it.script { it.map.showsUserLocation = true }
    it.phone.fix(6)
    #expect(it.told() == ["start", "fail \(Self.denied)"])
  }

  @Test func airplaneModeAndNetworkAreReportedAsToAManager() {
    let it = phone { $0.sensors = [.wifi, .cellular] }
    it.phone.manager.startUpdatingLocation()
    it.script { it.map.showsUserLocation = true }
    it.phone.send(1, .setting(.network(up: false)))
    it.phone.send(2, .setting(.network(up: true)))
    it.phone.send(3, .setting(.airplane(on: true)))
    it.phone.fix(4)
    it.phone.send(5, .setting(.airplane(on: false)))
    it.phone.fix(6)
    let told = it.told()
    #expect(told.first == "start")
    #expect(told.last == "user 6")
    // The same codes in the same order as for the manager's own delegate.
    #expect(
      told.filter { $0.hasPrefix("fail") } == it.phone.delegate.lines.filter { $0.hasPrefix("fail") })
    #expect(told.contains("fail \(CLError.network.rawValue)"))
    #expect(!told.contains("user 4"))
  }

  @Test func lostSignalIsReportedAndTheLocationStays() {
    let it = phone { _ in }
    it.script { it.map.showsUserLocation = true }
    it.phone.fix(1)
    it.phone.send(2, .signalLost)
    #expect(it.told() == ["start", "user 1", "fail \(CLError.locationUnknown.rawValue)"])
    #expect(it.map.userLocation.location != nil)
  }

  @Test func servicesGoingOffAreReportedOnceDespiteTheCompass() {
    let it = phone { _ in }
    it.script { it.map.userTrackingMode = .followWithHeading }
    it.phone.fix(1)
    _ = it.told()
    it.phone.send(2, .setting(.services(enabled: false)))
    #expect(it.told().filter { $0.hasPrefix("fail") } == ["fail \(Self.denied)"])
    #expect(it.map.userTrackingMode == .followWithHeading)
  }
}
