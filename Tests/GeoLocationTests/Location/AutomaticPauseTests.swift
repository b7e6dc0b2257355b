import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct AutomaticPauseTests {
  private func phone(_ activity: CLActivityType = .other) -> Phone {
    var profile = DeviceProfile.default
    profile.pausesLocationUpdates = true
    let phone = Phone(profile)
    phone.delegate.callbacks.insert(.didUpdateLocations)
    phone.manager.activityType = activity
    phone.manager.startUpdatingLocation()
    return phone
  }

  private func rest(_ phone: Phone, _ times: ClosedRange<Int>, east: Double = 0) {
    for time in stride(from: times.lowerBound, through: times.upperBound, by: 60) {
      phone.fix(Double(time), east: east)
    }
  }

  private func signals(_ phone: Phone) -> [String] {
    phone.delegate.lines.filter { !$0.hasPrefix("update") }
  }

  @Test func aPhoneThatRestsForAQuarterOfAnHourPauses() {
    let phone = phone()
    rest(phone, 0...840)
    #expect(signals(phone).isEmpty)
    rest(phone, 900...3600)
    // The clock shows it, before the fix of that moment.
    #expect(phone.delegate.lines.count == 16)
    #expect(phone.delegate.lines.suffix(2) == ["updates 1", "paused"])
    #expect(phone.manager.isPaused)
    #expect(phone.manager.location?.timestamp == NSDate(timeIntervalSince1970: 3600))
  }

  @Test func vehiclesRestLonger() {
    for activity in [CLActivityType.automotiveNavigation, .otherNavigation] {
      let phone = phone(activity)
      rest(phone, 0...1140)
      #expect(signals(phone).isEmpty)
      phone.fix(1200)
      #expect(signals(phone) == ["paused"])
    }
  }

  @Test func itResumesBeforeTheFirstUpdateWhenThePhoneMovesAgain() {
    let phone = phone()
    rest(phone, 0...1200)
    phone.fix(1210, east: 60)
    phone.fix(1220, east: 500)
    phone.fix(1230, east: 700)
    #expect(phone.delegate.lines.suffix(4) == ["paused", "resumed", "updates 1", "updates 1"])
    rest(phone, 1300...2400, east: 700)
    #expect(signals(phone) == ["paused", "resumed", "paused"])
  }

  @Test func startingAgainResumesAsApplesReferenceSays() {
    let phone = phone()
    rest(phone, 0...1200)
    phone.manager.startUpdatingLocation()
    phone.device.deliver()
    phone.fix(1260)
    #expect(phone.delegate.lines.suffix(4) == ["paused", "resumed", "updates 1", "updates 1"])
    rest(phone, 1320...2040)
    #expect(!phone.manager.isPaused)
    rest(phone, 2100...2400)
    #expect(phone.manager.isPaused)
  }

  @Test func theClockPausesAPhoneThatFallsSilent() {
    let phone = phone()
    rest(phone, 0...600)
    phone.device.advance(to: 899)
    #expect(signals(phone).isEmpty)
    phone.device.advance(to: 900)
    #expect(signals(phone) == ["paused"])
  }

  @Test func managersThatOptOutAreNotPaused() {
    let phone = phone()
    phone.manager.pausesLocationUpdatesAutomatically = false
    rest(phone, 0...3600)
    #expect(signals(phone).isEmpty)
    phone.manager.pausesLocationUpdatesAutomatically = true
    rest(phone, 3660...4800)
    #expect(signals(phone) == ["paused"])
    phone.manager.pausesLocationUpdatesAutomatically = false
    phone.fix(4860)
    #expect(phone.delegate.lines.suffix(3) == ["paused", "resumed", "updates 1"])
  }

  @Test func aTelephonePauses() {
    #expect(
      DeviceProfile.presets.filter(\.pausesLocationUpdates).map(\.name) == ["iphone", "ipod", "wifi-tablet"])
  }

  @Test func theDefaultProfileNeverPauses() {
    let phone = Phone()
    phone.manager.startUpdatingLocation()
    for time in stride(from: 0.0, through: 36_000, by: 600) { phone.fix(time) }
    #expect(phone.manager.pausesLocationUpdatesAutomatically)
    #expect(phone.delegate.lines.count == 61)
  }

  @Test func regionsVisitsAndSignificantChangesContinueWhilePaused() {
    let phone = phone()
    phone.manager.startMonitoringVisits()
    phone.manager.startMonitoringSignificantLocationChanges()
    phone.manager.startMonitoring(for: Phone.region("here", radius: 20))
    rest(phone, 0...1200)
    let before = phone.delegate.lines.count
    phone.fix(1260, east: 90)
    phone.fix(1320, east: 85)
    #expect(phone.delegate.lines[before...] == ["exit here"])
    phone.fix(1800, east: 900)
    #expect(
      phone.delegate.lines[(before + 1)...] == ["resumed", "updates 1", "departed"])
  }

  @Test func aRequestIsAnsweredWhilePaused() {
    let phone = phone()
    rest(phone, 0...1200)
    phone.manager.requestLocation()
    phone.fix(1205)
    phone.fix(1206)
    #expect(phone.delegate.lines.suffix(2) == ["paused", "updates 1"])
  }

  @Test func stoppingWhilePausedEndsThePauseWithoutACall() {
    let phone = phone()
    rest(phone, 0...1200)
    phone.manager.stopUpdatingLocation()
    #expect(!phone.manager.isPaused)
    phone.manager.startUpdatingLocation()
    phone.device.deliver()
    #expect(signals(phone) == ["paused"])
    #expect(phone.delegate.lines.last == "updates 1")
  }

  @Test func pausedManagerGetsARefusalButNoLostSignal() {
    let phone = phone()
    rest(phone, 0...1200)
    phone.send(1210, .signalLost)
    phone.send(1220, .setting(.services(enabled: false)))
    #expect(signals(phone) == ["paused", "authorization denied", "fail 1"])
  }

  @Test func twoManagersPauseEachForItself() {
    let phone = phone()
    let second = CLLocationManager(device: phone.device)
    let other = RecordingDelegate()
    second.delegate = other
    second.pausesLocationUpdatesAutomatically = false
    second.startUpdatingLocation()
    rest(phone, 0...1800)
    #expect(signals(phone) == ["paused"])
    #expect(other.lines.count == 31)
  }
}
