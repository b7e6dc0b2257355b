import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct PermissionTests {
  private static func status(_ status: CLAuthorizationStatus) -> DeviceEvent.Payload {
    .setting(.authorization(status.rawValue))
  }

  /// Inside a region, then 2 km away while `taken`, then there with `given` back.
  private func crossing(_ taken: DeviceEvent.Payload, _ given: DeviceEvent.Payload) -> [String] {
    let phone = Phone()
    phone.delegate.callbacks = [.didEnterRegion, .didExitRegion]
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.fix(1)
    phone.send(2, taken)
    phone.fix(3, east: 2000)
    phone.send(4, given)
    for (time, east) in [(5.0, 2000.0), (6, 0)] { phone.fix(time, east: east) }
    return phone.delegate.lines
  }

  @Test func whatHappensWithoutPermissionIsNeverTold() {
    #expect(crossing(Self.status(.denied), Self.status(.authorizedAlways)) == ["enter a"])
    #expect(crossing(Self.status(.authorizedWhenInUse), Self.status(.authorizedAlways)) == ["enter a"])
    #expect(crossing(.setting(.services(enabled: false)), .setting(.services(enabled: true))) == ["enter a"])
  }

  @Test func crossingsInAirplaneModeAreReportedByTheNextFix() {
    #expect(
      crossing(.setting(.airplane(on: true)), .setting(.airplane(on: false))) == ["exit a", "enter a"])
  }

  @Test func permissionOnlyWhileInUseEndsRegionsButNotUpdates() {
    let phone = Phone()
    phone.manager.startUpdatingLocation()
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.fix(1)
    phone.send(2, Self.status(.authorizedWhenInUse))
    phone.fix(3, east: 2000)
    #expect(
      phone.delegate.lines == ["start a", "update 1", "authorization authorizedWhenInUse", "update 3"])
    #expect(phone.manager.monitoredRegions.count == 1)
  }

  @Test func aLaterPhoneWatchesRegionsWhileInUse() {
    var profile = DeviceProfile(name: "later")
    profile.monitorsRegionsWhenInUse = true
    profile.settings.authorization = .authorizedWhenInUse
    let phone = Phone(profile)
    phone.manager.startMonitoring(for: Phone.region("a"))
    for (time, east) in [(1.0, 0.0), (2, 2000)] { phone.fix(time, east: east) }
    #expect(phone.delegate.lines == ["start a", "exit a"])
  }

  @Test func eachReasonForNoLocationIsReportedWhenItBegins() {
    let phone = Phone(.wifiTablet)
    phone.delegate.callbacks = [.didFailWithError]
    phone.manager.startUpdatingLocation()
    phone.send(1, .setting(.network(up: false)))
    phone.send(2, .setting(.airplane(on: true)))
    phone.send(3, Self.status(.denied))
    phone.send(4, .setting(.network(up: true)))
    phone.send(5, Self.status(.authorizedAlways))
    phone.send(6, .setting(.airplane(on: false)))
    #expect(phone.delegate.lines == ["fail 2", "fail 0", "fail 1", "fail 0"])
  }

  @Test func aDeviceWithGPSNeedsNoNetwork() {
    let phone = Phone()
    phone.manager.startUpdatingLocation()
    phone.send(1, .setting(.network(up: false)))
    phone.fix(2)
    #expect(phone.delegate.lines == ["update 2"])
  }

  @Test func theNetworksLossEndsARequestForOneLocation() {
    let phone = Phone(.ipod)
    phone.manager.requestLocation()
    phone.send(1, .setting(.network(up: false)))
    phone.send(2, .setting(.network(up: true)))
    phone.fix(3)
    #expect(phone.delegate.lines == ["fail 2"])
  }

  @Test func regionStateIsNotReportedWithoutPermission() {
    let phone = Phone()
    phone.delegate.callbacks = [.didDetermineState]
    phone.manager.startUpdatingLocation()
    phone.fix(1)
    phone.send(2, Self.status(.denied))
    phone.manager.requestState(for: Phone.region("a"))
    phone.device.deliver()
    #expect(phone.delegate.lines == ["state a unknown"])
  }
}
