import GeoCore
import GeoRegions
import GeoTesting
import Testing

@testable import GeoLocation

/// What the rules of courtesy do with a device's requests.
@Suite struct GeocodeRulesTests {
  private let phone = GeocodingPhone()
  private var service: FakeGeocoder { phone.service }

  private func ask(_ latitude: Double, _ longitude: Double = 0, locale: String? = nil) throws {
    try phone.geocoder.reverseGeocodeLocation(
      phone.location(latitude, longitude), preferredLocale: locale,
      completionHandler: phone.note("\(latitude)"))
    phone.turn()
  }

  private func set(_ setting: Setting) {
    let now = phone.device.clock.now
    phone.device.handle(
      DeviceEvent(time: now, timestamp: now, device: DeviceID(index: 0), payload: .setting(setting)))
  }

  @Test func withoutANetworkEveryRequestFails() throws {
    for usesNetwork in [false, true] {
      service.usesNetwork = usesNetwork
      for (off, on) in [
        (Setting.network(up: false), Setting.network(up: true)),
        (Setting.airplane(on: true), Setting.airplane(on: false)),
      ] {
        phone.told = []
        set(off)
        try ask(1)
        try phone.geocoder.geocodeAddressString("Tokyo", completionHandler: phone.note("text"))
        phone.turn()
        try ask(91)
        #expect(phone.told == ["1.0: error 2", "text: error 2", "91.0: error 2"])
        set(on)
      }
    }
    #expect(service.requests.isEmpty)
    // An answer of before does not serve either.
    try ask(2)
    set(.airplane(on: true))
    try ask(2)
    #expect(phone.told.suffix(2) == ["2.0: 2.0", "2.0: error 2"])
  }

  @Test func anAnswerServesAgainWithinFiftyMetersAndAMinute() throws {
    // 0.00044° of latitude are 48.7 m at the equator, 0.00046° are 50.9 m; so it is with longitude, 49.0 and 51.2 m.
    try ask(0, 0)
    phone.pass(60)
    try ask(0.00044)
    try ask(-0.00044)
    try ask(0, 0.00044)
    #expect(service.requests.count == 1)
    #expect(phone.told.allSatisfy { $0.hasSuffix(": 0.0") })
    try ask(0.00046)
    #expect(service.requests.count == 2)
    try ask(0, 0.00046)
    #expect(service.requests.count == 3)
    phone.pass(0.001)
    try ask(0.0001, 0.0001)
    // That of the beginning is too old by now, those two still serve.
    #expect(service.requests.count == 3 && phone.told.last == "0.0001: 0.00046")
    phone.pass(60)
    try ask(0)
    #expect(service.requests.count == 4)
  }

  @Test func theNearestAnswerServes() throws {
    try ask(0)
    try ask(0.0006)
    try ask(0.0004)
    #expect(phone.told.last == "0.0004: 0.0006" && service.requests.count == 2)
    try ask(0.0002)
    #expect(phone.told.last == "0.0002: 0.0" && service.requests.count == 2)
  }

  @Test func anAnswerServesAcrossTheAntimeridian() throws {
    try ask(10, 179.9999)
    try ask(10, -179.9999)
    #expect(service.requests.count == 1)
  }

  @Test func anAnswerInAnotherLanguageDoesNotServe() throws {
    try ask(1)
    try ask(1, locale: "ja")
    try ask(1, locale: "ja")
    #expect(service.requests.map(\.languages) == [[], ["ja"]])
  }

  @Test func emptyAnswersAreReusedButFailuresAreNot() throws {
    service.answer = { _ in .failed(.network, "") }
    try ask(1)
    service.answer = { _ in .places([]) }
    try ask(1)
    try ask(1)
    #expect(phone.told == ["1.0: error 2", "1.0: error 8", "1.0: error 8"] && service.requests.count == 2)
  }

  @Test func serversAreAskedFiftyTimesAMinuteAtMost() throws {
    service.usesNetwork = true
    for number in 0..<60 {
      try ask(Double(number))
      phone.pass(0.5)
    }
    #expect(phone.told.prefix(50).allSatisfy { !$0.contains("error") })
    #expect(phone.told.suffix(10).allSatisfy { $0.hasSuffix("error 2") })
    // What is known needs no server.
    try ask(59 - 10)
    #expect(phone.told.last == "49.0: 49.0")
    // More than a minute after the first two there is room for two again.
    phone.pass(30.6)
    try ask(70)
    try ask(71)
    try ask(72)
    #expect(phone.told.suffix(3) == ["70.0: 70.0", "71.0: 71.0", "72.0: error 2"])
    #expect(service.requests.count == 52)
  }

  @Test func aGazetteerMayBeAskedAsOftenAsOneLikes() throws {
    for number in 0..<80 { try ask(Double(number)) }
    #expect(service.requests.count == 80)
  }

  @Test func aRequestInTheBackgroundIsCarriedOutAndWarnedOfOnce() throws {
    service.usesNetwork = true
    try ask(1)
    phone.device.moveToBackground()
    try ask(2)
    try ask(3)
    #expect(phone.notices == [.geocodedInBackground])
    #expect(phone.told.last == "3.0: 3.0")
  }

  @Test func suspendedAppGetsTheAnswerWhenItRunsAgain() throws {
    phone.device.moveToBackground()
    try phone.geocoder.reverseGeocodeLocation(phone.location(1), completionHandler: phone.note("late"))
    let suspended = DeviceEvent(
      time: 1000, timestamp: 1000, device: DeviceID(index: 0), payload: .app(.suspended))
    // What is due at once comes before the event.
    phone.device.handle(suspended)
    #expect(phone.told == ["late: 1.0"])
    try phone.geocoder.reverseGeocodeLocation(phone.location(2), completionHandler: phone.note("later"))
    phone.pass(100)
    phone.device.finishRequests()
    #expect(phone.told.count == 1)
    phone.device.handle(
      DeviceEvent(time: 1200, timestamp: 1200, device: DeviceID(index: 0), payload: .app(.foreground)))
    phone.turn()
    #expect(phone.told.last == "later: 2.0")
  }

  // Services that answer later.

  @Test func anAnswerThatComesLaterHasItsOwnTurn() throws {
    service.answer = { _ in nil }
    let geocoder = phone.geocoder
    try geocoder.reverseGeocodeLocation(phone.location(1), completionHandler: phone.note("slow"))
    phone.pass(3)
    #expect(geocoder.isGeocoding && phone.told.isEmpty)
    service.answerAll(.places([FakeGeocoder.place("there")]))
    #expect(phone.told.isEmpty)
    phone.turn()
    #expect(phone.told == ["slow: there"] && !geocoder.isGeocoding)
    // By then it serves others.
    try ask(1)
    #expect(phone.told.last == "1.0: there")
  }

  @Test func pendingRequestIsCanceledWithOneError() throws {
    service.answer = { _ in nil }
    let geocoder = phone.geocoder
    try geocoder.reverseGeocodeLocation(phone.location(1), completionHandler: phone.note("slow"))
    phone.turn()
    geocoder.cancelGeocode()
    service.answerAll(.places([FakeGeocoder.place("there")]))
    phone.turn()
    #expect(phone.told == ["slow: error 10"])
  }

  @Test func requestsWithoutAnAnswerFailAtTheEnd() throws {
    service.answer = { _ in nil }
    try phone.geocoder.reverseGeocodeLocation(phone.location(1), completionHandler: phone.note("slow"))
    phone.turn()
    phone.device.finishRequests()
    service.answerAll(.places([FakeGeocoder.place("there")]))
    phone.pass(10)
    #expect(phone.told == ["slow: error 2"])
  }

  @Test func aRequestMadeAtTheVeryEndIsAnswered() throws {
    let geocoder = phone.geocoder
    try geocoder.reverseGeocodeLocation(phone.location(1)) { [phone] placemarks, _ in
      try geocoder.reverseGeocodeLocation(phone.location(2), completionHandler: phone.note("second"))
    }
    phone.device.finishRequests()
    #expect(phone.told == ["second: 2.0"])
  }

  // What lasts.

  @Test func restoredDeviceRemembersItsRequests() throws {
    service.usesNetwork = true
    for number in 0..<50 { try ask(Double(number)) }
    let again = GeocodingPhone()
    again.service.usesNetwork = true
    again.device.restore(
      phone.device.snapshot, regions: .empty,
      .init(continuesInput: true, continuesClock: true, waitsForEvents: false))
    try again.geocoder.reverseGeocodeLocation(again.location(7), completionHandler: again.note("known"))
    try again.geocoder.reverseGeocodeLocation(again.location(80), completionHandler: again.note("new"))
    again.turn()
    #expect(again.told == ["known: 7.0", "new: error 2"] && again.service.requests.isEmpty)
  }

  @Test func anAppThatStartsAgainHasNoFreshAllowance() throws {
    service.usesNetwork = true
    for number in 0..<50 { try ask(Double(number)) }
    phone.device.handle(
      DeviceEvent(time: 1001, timestamp: 1001, device: DeviceID(index: 0), payload: .app(.terminated)))
    phone.device.handle(
      DeviceEvent(time: 1002, timestamp: 1002, device: DeviceID(index: 0), payload: .app(.foreground)))
    try ask(80)
    #expect(phone.told.last == "80.0: error 2")
  }

  @Test func aDeviceWhoseClockWasWrongCountsOn() throws {
    let device = Device(id: DeviceID(index: 0), name: "phone", order: .recorded)
    device.geocoding.services = AnsweringServices(service)
    func receive(_ time: TimeInterval) {
      device.receive(
        DeviceEvent(
          time: time, timestamp: time, device: device.id,
          payload: .location(Fix(coordinate: CLLocationCoordinate2DMake(1, 2), horizontalAccuracy: 5))))
    }
    func geocode() throws {
      try CLGeocoder(device: device).reverseGeocodeLocation(
        CLLocation(latitude: 1, longitude: 2, now: device.now)
      ) { _, _ in }
      device.advance(to: device.clock.now)
    }
    receive(1_000_000)
    try geocode()
    // Three older fixes in a row set it back.
    for time in [100.0, 101, 102] { receive(time) }
    #expect(device.clock.now == 102)
    try geocode()
    #expect(service.requests.count == 1)
    receive(170)
    try geocode()
    #expect(service.requests.count == 2)
  }
}
