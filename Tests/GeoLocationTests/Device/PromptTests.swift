import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct PromptTests {
  private func phone(_ change: (inout DeviceProfile) -> Void) -> (Phone, Notes) {
    var profile = DeviceProfile(name: "test")
    profile.settings.authorization = .notDetermined
    change(&profile)
    let phone = Phone(profile)
    let notes = Notes()
    phone.device.hooks.onNotice = { notes.all.append($1) }
    return (phone, notes)
  }

  private final class Notes {
    var all: [Device.Notice] = []
    var asked: [Prompt] { all.compactMap { if case .asked(let prompt) = $0 { prompt } else { nil } } }
  }

  private static let always = Prompt.authorization(wanted: .authorizedAlways)

  @Test func anAnswerComesAfterItsDelayOnTheDevicesClock() {
    let (phone, notes) = phone { $0.answers.delay = 5 }
    phone.manager.startUpdatingLocation()
    phone.fix(4)
    #expect(phone.delegate.lines.isEmpty)
    #expect(notes.all == [.asked(Self.always)])
    phone.fix(6)
    #expect(phone.delegate.lines == ["authorization authorizedAlways", "update 6"])
    #expect(phone.device.pendingPrompt == nil)
  }

  @Test func lateRefusalIsReportedToWaitingManagers() {
    let (phone, _) = phone {
      $0.answers.delay = 5
      $0.answers.authorization = .denied
    }
    phone.manager.startUpdatingLocation()
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.send(5, .clock)
    #expect(phone.delegate.lines == ["authorization denied", "fail 1", "monitoring failed a 4"])
  }

  @Test func theEventLogAnswersAWaitingQuestion() {
    let (phone, notes) = phone { $0.answers.authorization = .none }
    phone.manager.startUpdatingLocation()
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.manager.requestAlwaysAuthorization()
    phone.fix(1)
    #expect(phone.device.pendingPrompt == Self.always)
    let answer = Setting.authorization(CLAuthorizationStatus.authorizedAlways.rawValue)
    phone.send(2, .setting(answer))
    phone.fix(3)
    #expect(notes.all == [.asked(Self.always), .answered(Self.always, answer)])
    #expect(phone.delegate.lines == ["authorization authorizedAlways", "start a", "update 3"])
  }

  @Test func theEventLogMayBeQuickerThanTheProfile() {
    let (phone, notes) = phone { $0.answers.delay = 10 }
    phone.manager.startUpdatingLocation()
    phone.send(1, .setting(.authorization(CLAuthorizationStatus.denied.rawValue)))
    phone.send(20, .clock)
    #expect(notes.all.count == 2)
    #expect(phone.delegate.lines == ["authorization denied", "fail 1"])
  }

  @Test func aQuestionAboutTheSwitchMayWaitForTheEventLogToo() {
    let (phone, notes) = phone {
      $0.settings.servicesEnabled = false
      $0.settings.authorization = .authorizedAlways
      $0.answers.services = nil
    }
    phone.manager.startUpdatingLocation()
    phone.fix(1)
    #expect(phone.device.pendingPrompt == .services && phone.delegate.lines.isEmpty)
    phone.send(2, .setting(.services(enabled: false)))
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.device.deliver()
    #expect(notes.asked == [.services])
    #expect(phone.delegate.lines == ["fail 1", "monitoring failed a 4"])
  }

  @Test func refusalIsReportedOnlyOnce() {
    let (phone, _) = phone {
      $0.settings.authorization = .authorizedAlways
      $0.answers.delay = 2
    }
    phone.manager.startUpdatingLocation()
    phone.send(1, .setting(.services(enabled: false)))
    let second = CLLocationManager(device: phone.device)
    let other = RecordingDelegate()
    second.delegate = other
    second.startUpdatingLocation()
    phone.send(5, .clock)
    #expect(phone.delegate.lines == ["authorization denied", "fail 1"])
    #expect(other.lines == ["fail 1"])
  }

  @Test func aQuestionEndsWithTheAppThatAsked() {
    let (phone, notes) = phone { $0.answers.delay = 5 }
    phone.manager.startUpdatingLocation()
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.send(1, .app(.terminated))
    phone.send(10, .clock)
    #expect(phone.device.pendingPrompt == nil)
    #expect(notes.all == [.asked(Self.always)])
    #expect(CLLocationManager.authorizationStatus(on: phone.device) == .notDetermined)
  }

  @Test func resettingTheStatusIsNotAnAnswer() {
    let (phone, _) = phone { $0.answers.authorization = .none }
    phone.manager.startUpdatingLocation()
    phone.send(1, .setting(.authorization(CLAuthorizationStatus.notDetermined.rawValue)))
    #expect(phone.device.pendingPrompt == Self.always)
  }

  @Test func aRefusedSwitchIsNotAskedForAgainUntilItHasBeenOn() {
    let (phone, notes) = phone {
      $0.settings.servicesEnabled = false
      $0.settings.authorization = .authorizedAlways
    }
    phone.manager.startUpdatingLocation()
    for name in ["a", "b"] { phone.manager.startMonitoring(for: Phone.region(name)) }
    #expect(notes.asked == [.services])
    phone.send(1, .setting(.services(enabled: true)))
    phone.send(2, .setting(.services(enabled: false)))
    phone.manager.startMonitoring(for: Phone.region("c"))
    #expect(notes.asked == [.services, .services])
  }

  @Test func theSwitchIsAskedForBeforeThePermission() {
    let (phone, notes) = phone {
      $0.settings.servicesEnabled = false
      $0.answers.services = true
      $0.answers.delay = 1
    }
    phone.manager.requestWhenInUseAuthorization()
    phone.send(3, .clock)
    #expect(notes.asked == [.services, .authorization(wanted: .authorizedWhenInUse)])
    #expect(phone.delegate.lines == ["authorization authorizedWhenInUse"])
  }

  @Test func anUpgradeMayBeAskedForOnce() {
    let (phone, notes) = phone { $0.answers.upgrade = .whenInUse }
    phone.manager.requestWhenInUseAuthorization()
    phone.manager.requestAlwaysAuthorization()
    phone.manager.requestAlwaysAuthorization()
    phone.device.deliver()
    #expect(notes.asked == [.authorization(wanted: .authorizedWhenInUse), Self.always])
    // A refused upgrade changes nothing, so no callback tells of it.
    #expect(phone.delegate.lines == ["authorization authorizedWhenInUse"])
  }

  @Test func askingForAlwaysAtOnceUsesUpTheUpgrade() {
    let (phone, notes) = phone { $0.answers.authorization = .whenInUse }
    phone.manager.requestAlwaysAuthorization()
    phone.manager.requestAlwaysAuthorization()
    phone.device.deliver()
    #expect(notes.asked == [Self.always])
    #expect(phone.delegate.lines == ["authorization authorizedWhenInUse"])
  }

  @Test func theUserNeverAllowsMoreThanWasAskedFor() {
    let (phone, _) = phone { $0.answers.authorization = .always }
    phone.manager.requestWhenInUseAuthorization()
    phone.device.deliver()
    #expect(phone.delegate.lines == ["authorization authorizedWhenInUse"])
  }

  @Test(arguments: [CLAuthorizationStatus.restricted, .denied])
  func decidedAuthorizationsCannotBeRequested(status: CLAuthorizationStatus) {
    let (phone, notes) = phone { $0.settings.authorization = status }
    phone.manager.requestWhenInUseAuthorization()
    phone.manager.requestAlwaysAuthorization()
    phone.manager.startUpdatingLocation()
    phone.device.deliver()
    #expect(notes.all.isEmpty)
    #expect(phone.delegate.lines == ["fail 1"])
  }

  @Test func aRequestForOneLocationWaitsForTheAnswer() {
    let (phone, _) = phone { $0.answers.delay = 2 }
    phone.manager.requestLocation()
    phone.fix(1)
    phone.fix(3)
    phone.fix(4)
    #expect(phone.delegate.lines == ["authorization authorizedAlways", "update 3"])
  }

  @Test func regionStoppedMeanwhileIsNotReported() {
    let (phone, _) = phone { $0.answers.delay = 2 }
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.manager.stopMonitoring(for: Phone.region("a"))
    phone.send(3, .clock)
    #expect(phone.delegate.lines == ["authorization authorizedAlways"])
  }

  @Test func regionsAreWatchedOnceTheUpgradeIsGiven() {
    let (phone, _) = phone { $0.settings.authorization = .authorizedWhenInUse }
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.fix(1)
    phone.fix(2, east: 1000)
    phone.manager.requestAlwaysAuthorization()
    phone.fix(3, east: 1000)
    phone.fix(4)
    #expect(
      phone.delegate.lines == ["monitoring failed a 4", "authorization authorizedAlways", "enter a"])
  }
}
