import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct DeviceSettingsTests {
  private func profile(_ change: (inout DeviceProfile) -> Void) -> DeviceProfile {
    var profile = DeviceProfile(name: "test")
    change(&profile)
    return profile
  }

  @Test func startingWhileServicesAreOffAsksTheUserAndFailsWhenRefused() {
    let phone = Phone(profile { $0.settings.servicesEnabled = false })
    var notices: [Device.Notice] = []
    phone.device.hooks.onNotice = { notices.append($1) }
    #expect(!CLLocationManager.locationServicesEnabled(on: phone.device))
    phone.manager.startUpdatingLocation()
    phone.fix(1)
    #expect(notices == [.asked(.services), .answered(.services, .services(enabled: false))])
    #expect(phone.delegate.lines == ["fail 1"])
    #expect(phone.device.counts.withheldFixes == 1)
    phone.send(2, .setting(.services(enabled: true)))
    phone.fix(3)
    #expect(phone.delegate.lines == ["fail 1", "authorization authorizedAlways", "update 3"])
  }

  @Test func aUserWhoAgreesGetsUpdates() {
    let phone = Phone(
      profile {
        $0.settings.servicesEnabled = false
        $0.answers.services = true
      })
    phone.manager.startUpdatingLocation()
    phone.fix(1)
    #expect(phone.delegate.lines == ["authorization authorizedAlways", "update 1"])
  }

  @Test func denyingWhileUpdatesRunTellsStatusAndError() {
    let phone = Phone()
    phone.manager.startUpdatingLocation()
    phone.send(1, .setting(.authorization(CLAuthorizationStatus.denied.rawValue)))
    phone.send(2, .setting(.authorization(CLAuthorizationStatus.denied.rawValue)))
    #expect(phone.delegate.lines == ["authorization denied", "fail 1"])
    #expect(CLLocationManager.authorizationStatus(on: phone.device) == .denied)
    #expect(CLLocationManager.locationServicesEnabled(on: phone.device))
    #expect(phone.manager.location == nil)
  }

  @Test func airplaneModeKeepsTheHardwareOff() {
    let phone = Phone()
    phone.manager.startUpdatingLocation()
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.fix(1)
    phone.send(2, .setting(.airplane(on: true)))
    phone.fix(3, east: 1000)
    #expect(phone.delegate.lines == ["start a", "update 1", "fail 0"])
    #expect(!CLLocationManager.regionMonitoringEnabled(on: phone.device))
    #expect(CLLocationManager.regionMonitoringAvailable(on: phone.device))
    phone.send(4, .setting(.airplane(on: false)))
    phone.fix(5, east: 1000)
    #expect(phone.delegate.lines.suffix(2) == ["exit a", "update 5"])
  }

  @Test func lostSignalAndErrorsReachManagersWithUpdates() {
    let phone = Phone()
    phone.send(1, .signalLost)
    phone.manager.startUpdatingLocation()
    phone.send(2, .signalLost)
    phone.send(3, .error(code: CLError.network.rawValue))
    #expect(phone.delegate.lines == ["fail 0", "fail 2"])
    #expect(phone.delegate.errors[0].domain == kCLErrorDomain)
  }

  @Test func theProfileAnswersARequestForAuthorization() {
    let phone = Phone(profile { $0.settings.authorization = .notDetermined })
    phone.manager.requestWhenInUseAuthorization()
    phone.manager.requestWhenInUseAuthorization()
    phone.device.deliver()
    phone.manager.requestAlwaysAuthorization()
    phone.device.deliver()
    #expect(
      phone.delegate.lines == ["authorization authorizedWhenInUse", "authorization authorizedAlways"])
    let other = Phone(
      profile {
        $0.settings.authorization = .notDetermined
        $0.answers.authorization = .denied
      })
    other.manager.startUpdatingLocation()
    other.device.deliver()
    #expect(other.delegate.lines == ["authorization denied", "fail 1"])
  }

  @Test func withoutPermissionRegionMonitoringIsDenied() {
    let phone = Phone(profile { $0.settings.authorization = .restricted })
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.device.deliver()
    #expect(phone.delegate.lines == ["monitoring failed a 4"])
  }

  @Test func invalidStatusIsIgnored() {
    let phone = Phone()
    phone.send(1, .setting(.authorization(99)))
    #expect(CLLocationManager.authorizationStatus(on: phone.device) == .authorizedAlways)
  }

  /// MV-35: the device owns every `CLLocationManager` that has a running service or a delegate.
  @Test func aManagerIsHeldWhileItWorksOrHasADelegate() {
    let device = Device(id: DeviceID(index: 0), name: "test")
    var manager: CLLocationManager? = CLLocationManager(device: device)
    weak let watched = manager
    var holds: [Bool] = []
    manager?.onHoldChange = { holds.append($0) }
    manager?.startUpdatingLocation()
    manager = nil
    #expect(watched != nil)
    watched?.stopUpdatingLocation()
    #expect(watched == nil)
    #expect(holds == [true, false])
    // The list of managers is empty again.
    device.handle(Phone.event(1))
  }

  @Test func aManagerMayOutliveItsDevice() {
    var device: Device? = Device(id: DeviceID(index: 0), name: "test")
    let manager = device.map { CLLocationManager(device: $0) }
    device = nil
    #expect(manager?.device == nil)
    manager?.startUpdatingLocation()
    #expect(manager?.location == nil)
  }
}
