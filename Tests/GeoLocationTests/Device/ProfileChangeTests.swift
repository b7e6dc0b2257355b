import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct ProfileChangeTests {
  private static func change(_ json: String) throws -> ProfileChange {
    try ProfileChange(try JSONParser.parse(json))
  }

  private static func profile(_ json: String) throws -> DeviceProfile {
    var profile = DeviceProfile.default
    try change(json).apply(to: &profile)
    return profile
  }

  @Test func everyFieldOfTheManualCanBeWrittenAndReadBack() throws {
    for preset in DeviceProfile.presets {
      for field in DeviceProfile.fields {
        let parts = field.path.split(separator: ".")
        let value = field.value(preset)
        let json =
          parts.count == 1 ? "{\"\(parts[0])\":\(value)}" : "{\"\(parts[0])\":{\"\(parts[1])\":\(value)}}"
        #expect(field.value(try Self.profile(json)) == value, "\(json)")
      }
    }
  }

  @Test func aBaseGivesWhatTheFieldsDoNot() throws {
    let profile = try Self.profile(#"{"regionLimit":null,"settings":{"airplane":true},"base":"iphone"}"#)
    #expect(profile.regionLimit == 20 && profile.settings.airplaneMode)
    let free = try Self.profile(
      #"{"base":"iphone","regionLimit":"none","maximumRegionMonitoringDistance":"none"}"#)
    #expect(free.regionLimit == nil && free.maximumRegionMonitoringDistance == CLLocationDistanceMax)
  }

  @Test func theOrderOfTheFieldsDoesNotMatter() throws {
    let one = try Self.change(#"{"regionLimit":3,"sensors":{"wifi":false,"gps":false}}"#)
    let other = try Self.change(#"{"sensors":{"gps":false,"wifi":false},"regionLimit":3}"#)
    #expect(one == other && one.description == other.description)
  }

  @Test(arguments: [
    "[]", "3", #"{"gps":true}"#, #"{"sensors":{"gps":1}}"#, #"{"sensors":null,"sensor":null}"#,
    #"{"regionLimit":1.5}"#, #"{"regionLimit":-0.5}"#, #"{"regionLimit":1e300}"#, #"{"regionLimit":"all"}"#,
    #"{"locationTimeout":-1}"#, #"{"locationTimeout":1e999}"#, #"{"settings":{"authorization":"maybe"}}"#,
    #"{"answers":{"upgrade":"denied"}}"#, #"{"answers":{"services":"yes"}}"#, #"{"base":3}"#,
    #"{"name":"x"}"#,
  ])
  func impossibleValuesAreFaults(json: String) throws {
    let value = try JSONParser.parse(json)
    #expect(throws: ProfileFault.self) { try ProfileChange(value) }
  }

  private func send(_ json: String, to phone: Phone, at time: Double) throws {
    phone.send(time, .profile(try Self.change(json)))
  }

  @Test func hardwareThatVanishesEndsItsServicesWithTheError() throws {
    let phone = Phone()
    phone.manager.startUpdatingLocation()
    for name in ["b", "a"] { phone.manager.startMonitoring(for: Phone.region(name)) }
    phone.fix(1)
    try send(
      #"{"monitorsRegions":false,"sensors":{"gps":false,"cellular":false,"wifi":false}}"#, to: phone, at: 2)
    phone.fix(3, east: 2000)
    #expect(
      phone.delegate.lines == [
        "start b", "start a", "update 1", "monitoring failed a 5", "monitoring failed b 5", "fail 0",
      ])
    try send(#"{"base":"default"}"#, to: phone, at: 4)
    phone.fix(5)
    #expect(phone.delegate.lines.last == "update 5")
  }

  @Test func aMagnetometerThatVanishesEndsHeadingsUntilItReturns() throws {
    let phone = Phone()
    phone.delegate.callbacks = [.didFailWithError, .didUpdateHeading]
    phone.manager.startUpdatingHeading()
    phone.send(1, .heading(HeadingReading(magneticHeading: 10, headingAccuracy: 5)))
    try send(#"{"sensors":{"magnetometer":false}}"#, to: phone, at: 2)
    phone.send(3, .heading(HeadingReading(magneticHeading: 90, headingAccuracy: 5)))
    #expect(phone.delegate.errors.map(\.code) == [3] && phone.manager.heading?.magneticHeading == 10)
    try send(#"{"sensors":{"magnetometer":true}}"#, to: phone, at: 4)
    phone.send(5, .heading(HeadingReading(magneticHeading: 90, headingAccuracy: 5)))
    #expect(phone.delegate.errors.count == 1 && phone.manager.heading?.magneticHeading == 90)
  }

  @Test func aLimitThatShrinksKeepsTheRegionsThereAre() throws {
    let phone = Phone()
    for name in ["a", "b", "c"] { phone.manager.startMonitoring(for: Phone.region(name)) }
    phone.fix(1)
    try send(#"{"regionLimit":1,"maximumRegionMonitoringDistance":50}"#, to: phone, at: 2)
    phone.manager.startMonitoring(for: Phone.region("d", radius: 10))
    phone.manager.startMonitoring(for: Phone.region("e"))
    phone.fix(3, east: 2000)
    #expect(
      phone.delegate.lines.dropFirst(3) == [
        "monitoring failed d 5", "monitoring failed e 5", "exit a", "exit b", "exit c",
      ])
  }

  @Test func settingsInAProfileEventActLikeTheirOwnEvents() throws {
    let phone = Phone()
    phone.manager.startUpdatingLocation()
    try send(#"{"settings":{"authorization":"denied","airplane":true}}"#, to: phone, at: 1)
    #expect(phone.delegate.lines == ["authorization denied", "fail 1"])
  }

  @Test func answersChangeForTheNextQuestionAndForOneThatWaits() throws {
    var profile = DeviceProfile(name: "test")
    profile.settings.authorization = .notDetermined
    profile.answers.delay = 5
    let phone = Phone(profile)
    phone.manager.startUpdatingLocation()
    try send(#"{"answers":{"authorization":"denied"}}"#, to: phone, at: 1)
    phone.send(6, .clock)
    #expect(phone.delegate.lines == ["authorization denied", "fail 1"])
  }

  @Test func aProfileThatComesFirstDescribesTheDeviceThatTheAppStartsOn() throws {
    let phone = Phone()
    var limit: Int??
    phone.device.hooks.onStart = { limit = phone.device.profile.regionLimit }
    try send(#"{"base":"iphone"}"#, to: phone, at: 1)
    #expect(limit == nil)
    phone.fix(2)
    #expect(limit == .some(20))
  }

  @Test func aPhoneReportsCrossingsPastItsLeastBuffer() {
    let phone = Phone(.iphone)
    phone.delegate.callbacks = [.didEnterRegion, .didExitRegion]
    phone.manager.startMonitoring(for: Phone.region("a"), desiredAccuracy: 10)
    // The edge is at 100 m; 200 m past it a crossing counts (F-8).
    for (time, east) in [(1.0, 0.0), (2, 290), (3, 310)] { phone.fix(time, east: east) }
    #expect(phone.delegate.lines == ["exit a"])
    #expect(phone.delegate.reports.map(\.time) == [3])
  }
}
