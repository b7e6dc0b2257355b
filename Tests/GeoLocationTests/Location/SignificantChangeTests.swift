import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct SignificantChangeTests {
  private func phone() -> Phone {
    let phone = Phone()
    phone.manager.startMonitoringSignificantLocationChanges()
    phone.device.deliver()
    return phone
  }

  @Test func firstLocationIsReportedThenChangesOf500Meters() {
    let phone = phone()
    for (time, east) in [(1.0, 0.0), (400, 300), (800, 499), (1200, 501), (1600, 900), (2000, 1002)] {
      phone.fix(time, east: east)
    }
    #expect(phone.delegate.lines == ["update 1", "update 1200", "update 2000"])
    #expect(phone.delegate.old[0] == nil)
    #expect(phone.delegate.old[1] === phone.delegate.locations[0])
  }

  @Test func theLastKnownLocationComesFirstWithItsOwnDate() {
    let phone = Phone()
    phone.fix(100, timestamp: 40)
    phone.manager.startMonitoringSignificantLocationChanges()
    #expect(phone.delegate.lines.isEmpty)
    phone.device.deliver()
    #expect(phone.delegate.lines == ["update 40"])
    phone.manager.startMonitoringSignificantLocationChanges()
    phone.device.deliver()
    #expect(phone.delegate.lines.count == 1)
    phone.manager.stopMonitoringSignificantLocationChanges()
    phone.manager.startMonitoringSignificantLocationChanges()
    phone.device.deliver()
    #expect(phone.delegate.lines == ["update 40", "update 40"])
  }

  @Test func accuracyAndFilterDoNotMatter() {
    let phone = phone()
    phone.manager.desiredAccuracy = kCLLocationAccuracyThreeKilometers
    phone.manager.distanceFilter = 5000
    phone.fix(1)
    phone.fix(400, east: 600, accuracy: 900)
    #expect(phone.delegate.lines == ["update 1", "update 400"])
  }

  @Test func changesAreFiveMinutesApartAndTheHeldBackOneComesByTheClock() {
    let phone = phone()
    for second in stride(from: 0.0, through: 700, by: 10) { phone.fix(second, east: second * 20) }
    // At 300 s and 600 s by the clock, before the fix of that moment: the report has the newest location
    // then.
    #expect(phone.delegate.lines == ["update 0", "update 290", "update 590"])
  }

  @Test func noReportForADeviceThatIsBackAfterFiveMinutes() {
    let phone = phone()
    phone.fix(0)
    phone.fix(100, east: 2000)
    phone.fix(200, east: 100)
    phone.fix(1000, east: 400)
    #expect(phone.delegate.lines == ["update 0"])
  }

  @Test func clockReportsTheChangeWithoutAFix() {
    let phone = phone()
    phone.fix(0)
    phone.fix(100, east: 2000)
    phone.device.advance(to: 299)
    #expect(phone.delegate.lines == ["update 0"])
    phone.device.advance(to: 5000)
    #expect(phone.delegate.lines == ["update 0", "update 100"])
    #expect(phone.device.nextDeadline == nil)
  }

  @Test func aFixThatServesBothServicesComesOnce() {
    let phone = phone()
    phone.manager.distanceFilter = 300
    phone.manager.startUpdatingLocation()
    for (time, east) in [(0.0, 0.0), (400, 350), (800, 500), (1200, 700)] { phone.fix(time, east: east) }
    // 350: the filter; 500: significant alone, measured from 0; 700: neither, 200 m from the last update.
    #expect(phone.delegate.lines == ["update 0", "update 400", "update 800"])
    #expect(phone.delegate.old[2] === phone.delegate.locations[1])
  }

  @Test func clockDoesNotRepeatAnUpdateOfTheStandardService() {
    let phone = phone()
    phone.manager.startUpdatingLocation()
    phone.fix(0)
    phone.fix(100, east: 2000)
    phone.device.advance(to: 1000)
    #expect(phone.delegate.lines == ["update 0", "update 100"])
  }

  @Test func theLastKnownLocationServesBothWhereBothStart() {
    for isStandardFirst in [true, false] {
      let phone = Phone()
      phone.fix(1)
      if isStandardFirst { phone.manager.startUpdatingLocation() }
      phone.manager.startMonitoringSignificantLocationChanges()
      if !isStandardFirst { phone.manager.startUpdatingLocation() }
      phone.device.deliver()
      #expect(phone.delegate.lines == ["update 1"])
    }
  }

  @Test func stoppingOneLeavesTheOther() {
    let phone = phone()
    phone.manager.startUpdatingLocation()
    phone.fix(0)
    phone.fix(10, east: 10)
    phone.manager.stopUpdatingLocation()
    phone.fix(400, east: 100)
    phone.fix(500, east: 600)
    #expect(phone.delegate.lines == ["update 0", "update 10", "update 500"])
    phone.manager.startUpdatingLocation()
    phone.manager.stopMonitoringSignificantLocationChanges()
    phone.device.deliver()
    phone.fix(1000, east: 601)
    #expect(phone.delegate.lines.suffix(2) == ["update 500", "update 1000"])
  }

  @Test func stoppingOneInACallbackKeepsWhatWaitsForTheOther() {
    let phone = phone()
    phone.manager.startUpdatingLocation()
    phone.manager.startMonitoring(for: Phone.region("here"))
    phone.fix(0, east: 1000)
    phone.delegate.onCallback = { line, manager in
      if line == "enter here" { manager.stopUpdatingLocation() }
      if line == "exit here" { manager.stopMonitoringSignificantLocationChanges() }
    }
    phone.fix(400)
    phone.manager.startUpdatingLocation()
    phone.fix(800, east: 1000)
    phone.fix(1300, east: 2000)
    #expect(
      phone.delegate.lines.filter { $0 != "start here" } == [
        "update 0", "enter here", "update 400", "update 400", "exit here", "update 800", "update 1300",
      ])
  }

  @Test func itContinuesWhenServicesAreSwitchedOffAndOn() {
    let phone = phone()
    phone.fix(0)
    phone.send(100, .setting(.services(enabled: false)))
    phone.fix(200, east: 3000)
    phone.device.advance(to: 350)
    phone.send(400, .setting(.services(enabled: true)))
    phone.fix(500, east: 3000)
    #expect(
      phone.delegate.lines == [
        "update 0", "authorization denied", "fail 1", "authorization authorizedAlways", "update 500",
      ])
  }

  @Test func lostSignalIsNotAFailure() {
    let phone = phone()
    phone.fix(0)
    phone.send(10, .signalLost)
    phone.send(20, .error(code: 0))
    #expect(phone.delegate.lines == ["update 0"])
  }

  @Test func itDoesNotStartWithoutACellularRadio() {
    var profile = DeviceProfile.default
    profile.sensors = [.gps, .wifi]
    let phone = Phone(profile)
    #expect(!CLLocationManager.significantLocationChangeMonitoringAvailable(on: phone.device))
    phone.manager.startMonitoringSignificantLocationChanges()
    phone.device.deliver()
    phone.fix(1)
    #expect(phone.delegate.lines == ["fail 1"])
    #expect(phone.delegate.errors[0].localizedDescription.contains("cellular"))
  }

  @Test func vanishedRadioIsReportedAndChangesResumeWithIt() throws {
    let phone = phone()
    phone.fix(0)
    for isThere in [false, true] {
      let json = try JSONParser.parse("{\"sensors\": {\"cellular\": \(isThere)}}")
      phone.send(isThere ? 500 : 100, .profile(try ProfileChange(json)))
      phone.fix(isThere ? 600 : 400, east: 2000)
    }
    #expect(phone.delegate.lines == ["update 0", "fail 1", "update 600"])
  }

  @Test func waitingManagersGetTheUsersAnswer() {
    for (authorization, lines) in [
      (UserAnswers.Choice.denied, ["authorization denied", "fail 1"]),
      (.always, ["authorization authorizedAlways", "update 20"]),
    ] {
      var profile = DeviceProfile.default
      profile.settings.authorization = .notDetermined
      profile.answers.authorization = authorization
      profile.answers.delay = 10
      let phone = Phone(profile)
      phone.manager.startMonitoringSignificantLocationChanges()
      phone.device.deliver()
      #expect(phone.delegate.lines.isEmpty)
      phone.fix(20)
      #expect(phone.delegate.lines == lines)
    }
  }

  @Test func deniedStartIsReportedAndResumesLater() {
    var profile = DeviceProfile.default
    profile.settings.authorization = .denied
    let phone = Phone(profile)
    phone.manager.startMonitoringSignificantLocationChanges()
    phone.device.deliver()
    phone.send(1, .setting(.authorization(CLAuthorizationStatus.authorizedAlways.rawValue)))
    phone.fix(2)
    #expect(phone.delegate.lines == ["fail 1", "authorization authorizedAlways", "update 2"])
  }

  @Test func theFiveMinutesAreThoseOfAReBasedClock() {
    let device = Device(
      id: DeviceID(index: 0), name: "test", order: ReorderWindow.Policy(width: 0, isLive: false))
    let manager = CLLocationManager(device: device)
    let delegate = RecordingDelegate()
    manager.delegate = delegate
    manager.startMonitoringSignificantLocationChanges()
    device.receive(Phone.event(50_000))
    for (time, east) in [(1000.0, 0.0), (1001, 0), (1002, 0), (1100, 2000), (1290, 2000), (1400, 2000)] {
      device.receive(Phone.event(time, east: east))
    }
    #expect(delegate.lines == ["update 50000", "update 1290"])
  }

  @Test func aManagerThatOnlyMonitorsItIsHeld() {
    let device = Device(id: DeviceID(index: 0), name: "test")
    weak var manager: CLLocationManager?
    do {
      let made = CLLocationManager(device: device)
      made.startMonitoringSignificantLocationChanges()
      manager = made
    }
    #expect(manager != nil)
    manager?.stopMonitoringSignificantLocationChanges()
    #expect(manager == nil)
  }
}
