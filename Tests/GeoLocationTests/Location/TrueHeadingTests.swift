import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct TrueHeadingTests {
  /// Noon of 2 July 2027 at 13° S, 59° W on the ellipsoid, where NOAA's table gives a declination of −17.49°.
  private static let time = 1_814_529_600.0
  private static let place = CLLocationCoordinate2DMake(-13, -59)

  private func phone(atFix: Bool = true) -> Phone {
    let phone = Phone()
    phone.manager.startUpdatingHeading()
    if atFix { fix(phone) }
    return phone
  }

  private func fix(_ phone: Phone) {
    phone.send(Self.time, .location(Fix(coordinate: Self.place, horizontalAccuracy: 5)))
  }

  private func trueHeading(_ phone: Phone, _ reading: HeadingReading) -> Double? {
    phone.send(Self.time, .heading(reading))
    return phone.delegate.headings.last?.trueHeading
  }

  @Test func declinationIsAddedToTheMagneticHeading() throws {
    let phone = phone()
    phone.manager.startUpdatingLocation()
    let found = try #require(trueHeading(phone, HeadingReading(magneticHeading: 10)))
    #expect(abs(found - (360 + 10 - 17.49)) <= 0.005)
  }

  @Test func trueNorthNeedsLocationUpdatesOfAnyManager() {
    let phone = phone()
    #expect(trueHeading(phone, HeadingReading(magneticHeading: 90)) == -1)
    let other = CLLocationManager(device: phone.device)
    other.startUpdatingLocation()
    #expect((trueHeading(phone, HeadingReading(magneticHeading: 100)) ?? -1) > 0)
    other.stopUpdatingLocation()
    #expect(trueHeading(phone, HeadingReading(magneticHeading: 110)) == -1)
  }

  @Test func trueNorthNeedsAFix() {
    let phone = phone(atFix: false)
    phone.manager.startUpdatingLocation()
    #expect(trueHeading(phone, HeadingReading(magneticHeading: 90)) == -1)
    fix(phone)
    #expect((trueHeading(phone, HeadingReading(magneticHeading: 100)) ?? -1) > 0)
  }

  @Test func trueNorthNeedsPermissionToLocateButMagneticDoesNot() {
    let phone = phone()
    phone.manager.startUpdatingLocation()
    phone.send(Self.time, .setting(.authorization(CLAuthorizationStatus.denied.rawValue)))
    #expect(trueHeading(phone, HeadingReading(magneticHeading: 90)) == -1)
    #expect(phone.delegate.headings.last?.magneticHeading == 90)
  }

  @Test func whatTheLogSaysIsTaken() {
    let phone = phone(atFix: false)
    #expect(trueHeading(phone, HeadingReading(magneticHeading: 90, trueHeading: 0)) == 0)
    #expect(trueHeading(phone, HeadingReading(magneticHeading: 100, trueHeading: 363)) == 3)
  }

  @Test func aNegativeOneInTheLogIsComputedAsAMissingOne() {
    let phone = phone()
    phone.manager.startUpdatingLocation()
    #expect((trueHeading(phone, HeadingReading(magneticHeading: 90, trueHeading: -1)) ?? -1) > 0)
  }

  @Test func anInvalidReadingHasNoTrueHeading() {
    let phone = phone()
    phone.manager.startUpdatingLocation()
    #expect(trueHeading(phone, HeadingReading(magneticHeading: 90, headingAccuracy: -1)) == -1)
  }

  @Test func dateOutsideTheModelIsComputedAndReportedOnce() {
    let phone = Phone()
    var notices: [Device.Notice] = []
    phone.device.hooks.onNotice = { notices.append($1) }
    phone.manager.startUpdatingLocation()
    phone.manager.startUpdatingHeading()
    phone.fix(1)
    for time in 2...4 { phone.turn(Double(time), to: Double(time) * 10) }
    #expect(phone.delegate.headings.allSatisfy { $0.trueHeading >= 0 })
    #expect(notices.count == 1)
    guard case .magneticModelOutOfDate(let year)? = notices.first else {
      Issue.record("\(notices)")
      return
    }
    #expect(Int(year) == 1970)
  }
}
