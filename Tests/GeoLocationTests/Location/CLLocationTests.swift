import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct CLLocationTests {
  @Test func theShortFormLeavesTheRestInvalid() {
    let location = CLLocation(
      latitude: 35.681236, longitude: 139.767125, now: NSDate(timeIntervalSince1970: 5))
    #expect(location.altitude == 0)
    #expect(location.horizontalAccuracy == 0)
    #expect(location.verticalAccuracy == -1)
    #expect(location.course == -1)
    #expect(location.speed == -1)
    #expect(
      location.description
        == "<+35.681236,+139.767125> +/- 0.00m (speed -1.00 mps / course -1.00) @ 1970-01-01T00:00:05Z")
  }

  @Test func distanceIsTheGeodesicOnWGS84() {
    let date = NSDate(timeIntervalSince1970: 0)
    // JFK to LHR, 5551.759400 km: the example of GeographicLib's GeodSolve.
    let jfk = CLLocation(latitude: 40.6, longitude: -73.8, now: date)
    let lhr = CLLocation(latitude: 51.6, longitude: -0.5, now: date)
    #expect(abs(jfk.distance(from: lhr) - 5_551_759.4) < 0.1)
    #expect(jfk.distance(from: jfk) == 0)
    #expect(jfk.distance(from: CLLocation(latitude: .nan, longitude: 0, now: date)).isNaN)
  }

  @Test func missingSpeedAndCourseAreDerivedFromThePreviousFixAndMarked() throws {
    let phone = Phone()
    phone.fix(0)
    phone.fix(10, east: 100)
    let location = try #require(phone.manager.location)
    #expect(abs(location.speed - 10) < 1e-9)
    #expect(abs(location.course - 90) < 1e-9)
    #expect(location.isSpeedDerived && location.isCourseDerived)
    #expect(location.altitude == 0 && location.verticalAccuracy == -1)
    #expect(phone.manager.location === location)
  }

  @Test func whatTheSourceHasIsNotDerived() throws {
    let phone = Phone()
    phone.fix(0)
    phone.send(
      10,
      .location(
        Fix(
          coordinate: CLLocationCoordinate2DMake(-0.01, 0), horizontalAccuracy: 5, altitude: 12, speed: 3)))
    let location = try #require(phone.manager.location)
    #expect(location.speed == 3 && !location.isSpeedDerived)
    #expect(location.course == 180 && location.isCourseDerived)
    #expect(location.altitude == 12 && location.verticalAccuracy == 5)
  }

  @Test func nothingIsDerivedAcrossASignalLoss() throws {
    let phone = Phone()
    phone.fix(0)
    phone.send(5, .signalLost)
    phone.fix(10, east: 100)
    let location = try #require(phone.manager.location)
    #expect(location.speed == -1 && location.course == -1 && !location.isSpeedDerived)
    phone.fix(20, east: 200)
    #expect(phone.manager.location?.isSpeedDerived == true)
  }

  @Test func standingDeviceHasNoCourse() throws {
    let phone = Phone()
    phone.fix(0)
    phone.fix(10)
    let location = try #require(phone.manager.location)
    #expect(location.speed == 0 && location.isSpeedDerived)
    #expect(location.course == -1 && !location.isCourseDerived)
  }

  @Test func aCircleAcrossTheDateLineContainsBothSides() {
    let region = CLCircularRegion(
      center: CLLocationCoordinate2DMake(0, 179.9995), radius: 100, identifier: "date line")
    #expect(region.contains(CLLocationCoordinate2DMake(0, -179.9999)))
    #expect(!region.contains(CLLocationCoordinate2DMake(0, -179.99)))
    #expect(!region.contains(CLLocationCoordinate2DMake(.nan, 0)))
  }

  @Test func bothNamesOfTheInitializerMakeTheSameRegion() {
    let center = CLLocationCoordinate2DMake(35.68, 139.77)
    let region = CLRegion(center: center, radius: 150, identifier: "depot")
    let other = CLRegion(circularRegionWithCenter: center, radius: 150, identifier: "depot")
    #expect(
      region.description
        == "CLRegion (identifier:'depot', center:<+35.68000000,+139.77000000>, radius:150.00m)")
    #expect(region.monitored(desiredAccuracy: 10) == other.monitored(desiredAccuracy: 10))
  }
}
