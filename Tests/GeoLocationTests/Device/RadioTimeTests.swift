import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct RadioTimeTests {
  private func time(
    gps: Double = 0, wifi: Double = 0, cellular: Double = 0, magnetometer: Double = 0
  ) -> RadioTime {
    var time = RadioTime()
    (time.gps, time.wifi, time.cellular, time.magnetometer) = (gps, wifi, cellular, magnetometer)
    return time
  }

  @Test func theAccuracyChoosesTheRadio() {
    let phone = Phone()
    phone.manager.startUpdatingLocation()
    let accuracies = [
      kCLLocationAccuracyBestForNavigation, kCLLocationAccuracyBest, kCLLocationAccuracyNearestTenMeters,
      kCLLocationAccuracyHundredMeters, kCLLocationAccuracyKilometer, kCLLocationAccuracyThreeKilometers,
      .nan,
    ]
    for (index, accuracy) in accuracies.enumerated() {
      phone.manager.desiredAccuracy = accuracy
      phone.device.advance(to: Double(index + 1) * 10)
    }
    #expect(phone.device.radioTime == time(gps: 40, wifi: 10, cellular: 20))
  }

  @Test func stoppedServicesPowerNothing() {
    let phone = Phone()
    phone.fix(100)
    phone.manager.startUpdatingLocation()
    phone.fix(160)
    phone.manager.stopUpdatingLocation()
    phone.fix(1000)
    #expect(phone.device.radioTime == time(gps: 60))
  }

  @Test func whatTwoManagersShareCountsOnce() {
    let phone = Phone()
    let second = CLLocationManager(device: phone.device)
    second.desiredAccuracy = kCLLocationAccuracyKilometer
    phone.manager.startUpdatingLocation()
    second.startUpdatingLocation()
    second.startMonitoringSignificantLocationChanges()
    phone.device.advance(to: 50)
    #expect(phone.device.radioTime == time(gps: 50, cellular: 50))
  }

  @Test func regionsVisitsAndSignificantChangesUseTheCells() {
    for start in [
      { $0.startMonitoring(for: Phone.region("a")) }, { $0.startMonitoringVisits() },
      { $0.startMonitoringSignificantLocationChanges() },
    ] as [(CLLocationManager) -> Void] {
      let phone = Phone()
      start(phone.manager)
      phone.device.advance(to: 30)
      phone.manager.stopMonitoring(for: Phone.region("a"))
      phone.manager.stopMonitoringVisits()
      phone.manager.stopMonitoringSignificantLocationChanges()
      phone.device.advance(to: 90)
      #expect(phone.device.radioTime == time(cellular: 30))
    }
  }

  @Test func servicesThatAreOffPowerNothing() {
    let phone = Phone()
    phone.manager.startUpdatingLocation()
    phone.send(10, .setting(.airplane(on: true)))
    phone.send(60, .setting(.airplane(on: false)))
    phone.send(65, .setting(.services(enabled: false)))
    phone.send(100, .clock)
    #expect(phone.device.radioTime == time(gps: 15))
  }

  @Test func pausedUpdatesPowerNothing() {
    let phone = Phone(.iphone)
    phone.manager.startUpdatingLocation()
    for time in stride(from: 0.0, through: 3600, by: 60) { phone.fix(time) }
    #expect(phone.device.radioTime == time(gps: 900))
  }

  @Test func aRequestPowersUntilItIsAnswered() {
    let phone = Phone()
    phone.manager.requestLocation()
    phone.fix(4)
    phone.fix(100)
    #expect(phone.device.radioTime == time(gps: 4))
  }

  @Test func theNextBestRadioServesWhereOneIsMissing() {
    var profile = DeviceProfile.default
    profile.sensors = [.wifi]
    let phone = Phone(profile)
    phone.manager.startUpdatingLocation()
    phone.device.advance(to: 5)
    phone.manager.desiredAccuracy = kCLLocationAccuracyKilometer
    phone.device.advance(to: 10)
    #expect(phone.device.radioTime == time(wifi: 10))
    profile.sensors = []
    let bare = Phone(profile)
    bare.manager.startUpdatingLocation()
    bare.device.advance(to: 10)
    #expect(bare.device.radioTime == time())
  }

  @Test func headingsPowerTheMagnetometerAlsoWithoutALocation() {
    let phone = Phone()
    phone.manager.startUpdatingHeading()
    phone.send(10, .setting(.airplane(on: true)))
    phone.send(20, .setting(.services(enabled: false)))
    phone.send(50, .setting(.services(enabled: true)))
    phone.manager.stopUpdatingHeading()
    phone.send(90, .clock)
    #expect(phone.device.radioTime == time(magnetometer: 20))
  }

  @Test func theTimeThatAWrongDateClaimedDoesNotCount() {
    let device = Device(id: DeviceID(index: 0), name: "test", now: 990)
    let manager = CLLocationManager(device: device)
    manager.startUpdatingLocation()
    for time in [1000.0, 50_000, 1001, 1002, 1003] { device.receive(Phone.event(time)) }
    #expect(device.radioTime == time(gps: 13))
  }

  @Test func theTimeBeforeTheAppStartedCountsForNothing() {
    let device = Device(id: DeviceID(index: 0), name: "test")
    let manager = CLLocationManager(device: device)
    device.hooks.onStart = { manager.startUpdatingLocation() }
    device.receive(Phone.event(1_700_000_000))
    device.receive(Phone.event(1_700_000_060))
    #expect(device.radioTime == time(gps: 60))
  }
}
