import GeoCore
import GeoTesting
import Testing

@testable import GeoRegions

/// Known pitfalls of other systems, and the rules one by one: RG-20 … RG-24, RG-32 … RG-34.
@Suite struct RegionMonitorTests {
  /// A phone with its events so far; distances in meters east of a center.
  private struct Phone {
    var monitor: RegionMonitor
    var time = 0.0
    var said: [String] = []
    var events: [RegionEvent] = []

    init(_ name: String = "phone") { monitor = RegionMonitor(deviceName: name) }

    mutating func watch(_ regions: MonitoredRegion...) {
      monitor.monitor(monitor.regions.adding(contentsOf: regions))
    }

    @discardableResult
    mutating func go(_ place: CLLocationCoordinate2D, accuracy: Double = 5, at moment: Double? = nil)
      -> [String]
    {
      time = moment ?? time + 1
      events = []
      monitor.ingest(coordinate: place, horizontalAccuracy: accuracy, timestamp: time, into: &events)
      let now = events.map { "\($0.kind) \(monitor.regions.identifier(at: $0.slot))" }
      said += now
      return now
    }

    @discardableResult
    mutating func go(_ meters: Double, from region: MonitoredRegion, azimuth: Double = 90) -> [String] {
      go(Geodesic.direct(from: region.center, azimuth: azimuth, distance: meters).destination)
    }
  }

  private func circle(
    _ identifier: String, _ latitude: Double = 52.5, _ longitude: Double = 13.4, radius: Double = 100,
    accuracy: Double = 0
  ) -> MonitoredRegion {
    MonitoredRegion(
      identifier: identifier, center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
      radius: radius, desiredAccuracy: accuracy)
  }

  @Test func theFirstFixInsideMakesNoEnter() {
    var phone = Phone()
    let home = circle("home")
    phone.watch(home)
    #expect(phone.monitor.state(of: "home") == .unknown)
    #expect(phone.go(home.center) == [])
    #expect(phone.monitor.state(of: "home") == .inside)
    #expect(phone.go(200, from: home) == ["exit home"])
    #expect(phone.go(0, from: home) == ["enter home"])
  }

  @Test func noExitWithoutHavingBeenInside() {
    var phone = Phone()
    let home = circle("home", accuracy: 20)
    phone.watch(home)
    for meters in [500.0, 110, 90, 110, 130, 500] { #expect(phone.go(meters, from: home) == []) }
  }

  @Test func oneEnterInAVisitHoweverOftenTheEdgeIsCrossedWithinTheBuffer() {
    var phone = Phone()
    let home = circle("home", accuracy: 20)
    phone.watch(home)
    phone.go(500, from: home)
    for meters in [81.0, 79, 101, 79, 119, 99, 79, 121, 119, 81, 79] { phone.go(meters, from: home) }
    #expect(phone.said == ["enter home", "exit home", "enter home"])
  }

  @Test func aSmallRegionWithALargeBufferStaysEnterable() {
    var phone = Phone()
    let kiosk = circle("kiosk", radius: 10, accuracy: 100)
    phone.watch(kiosk)
    phone.go(500, from: kiosk)
    #expect(phone.go(5.1, from: kiosk) == [])
    #expect(phone.go(4.9, from: kiosk) == ["enter kiosk"])
    #expect(phone.go(109.9, from: kiosk) == [])
    #expect(phone.go(110.1, from: kiosk) == ["exit kiosk"])
  }

  @Test(arguments: [
    (-17.0, 179.9999), (-17.0, -180.0), (66.0, 180.0), (90.0, 0.0), (-90.0, 55.0), (89.9995, 170.0),
  ])
  func aCircleAtThe180thMeridianOrAPoleIsAnOrdinaryCircle(_ latitude: Double, _ longitude: Double) {
    for azimuth in stride(from: -180.0, to: 180, by: 30) {
      var phone = Phone()
      let place = circle("place", latitude, longitude, radius: 300)
      phone.watch(place)
      phone.go(1000, from: place, azimuth: azimuth)
      #expect(phone.go(299.999, from: place, azimuth: azimuth) == ["enter place"])
      #expect(phone.go(300.001, from: place, azimuth: azimuth) == ["exit place"])
    }
  }

  @Test func aRadiusBeyondAQuarterOfTheEarthReachesThere() {
    var phone = Phone()
    let half = circle("half", 10, 170, radius: 12_000_000)
    phone.watch(half)
    phone.go(13_000_000, from: half, azimuth: 45)
    #expect(phone.go(11_999_999.99, from: half, azimuth: 45) == ["enter half"])
    #expect(phone.go(12_000_000.01, from: half, azimuth: 45) == ["exit half"])
  }

  @Test func theEdgeIsTheEllipsoidsNotThePlanes() {
    // At 60° N, 1900 m to the north-east: planar degrees would be out by a factor of two in longitude, a sphere by 5 m.
    var phone = Phone()
    let far = circle("far", 60, 25, radius: 1900)
    phone.watch(far)
    phone.go(5000, from: far)
    #expect(phone.go(1900.001, from: far, azimuth: 45) == [])
    #expect(phone.go(1899.999, from: far, azimuth: 45) == ["enter far"])
  }

  @Test func deviceNamesAreComparedAsAWhole() {
    let home = circle("home")
    var phones = [Phone("jane-phone"), Phone("jane-phone2")]
    for i in 0..<2 {
      phones[i].watch(home)
      phones[i].go(500, from: home)
    }
    // The set is one, the states are two.
    #expect(phones[0].monitor.regions == phones[1].monitor.regions)
    #expect(phones[0].go(0, from: home) == ["enter home"])
    #expect(phones[1].monitor.state(of: "home") == .outside)
    #expect(phones[1].go(0, from: home) == ["enter home"])
    #expect(phones[0].events[0].visit != phones[1].events[0].visit)
  }

  @Test func aFixOfTwoKilometersIsAPointNotEverythingWithinTwoKilometers() {
    var phone = Phone()
    let home = circle("home")
    phone.watch(home)
    phone.go(5000, from: home)
    #expect(
      phone.go(Geodesic.direct(from: home.center, azimuth: 0, distance: 1000).destination, accuracy: 2000)
        == [])
  }

  @Test func fixesThatAreLateOrInvalidChangeNothing() {
    var phone = Phone()
    let home = circle("home")
    phone.watch(home)
    phone.go(500, from: home)
    #expect(phone.go(home.center, accuracy: -1, at: 10) == [])
    #expect(phone.go(CLLocationCoordinate2D(latitude: .nan, longitude: 0), at: 11) == [])
    #expect(phone.go(CLLocationCoordinate2D(latitude: 91, longitude: 0), at: 12) == [])
    #expect(phone.go(home.center, at: 0.5) == [])
    #expect(phone.monitor.state(of: "home") == .outside)
    #expect(phone.go(home.center, at: 1) == ["enter home"])
  }

  @Test func exitsComeBeforeEntersEachByIdentifier() {
    var phone = Phone()
    let west = [circle("b"), circle("c"), circle("a")]
    let east = [circle("z", 52.5, 13.5), circle("x", 52.5, 13.5), circle("y", 52.5, 13.5)]
    phone.watch(west[0], east[0], west[1], east[1], west[2], east[2])
    phone.go(west[0].center)
    #expect(
      phone.go(east[0].center) == ["exit a", "exit b", "exit c", "enter x", "enter y", "enter z"])
  }

  @Test func anExitBearsTheVisitOfItsEnter() {
    var phone = Phone()
    let home = circle("home")
    phone.watch(home)
    phone.go(500, from: home)
    phone.go(home.center, at: 100)
    let enter = phone.events[0]
    phone.go(500, from: home)
    #expect(phone.events[0].visit == enter.visit && phone.events[0].visitDuration == 1)
    phone.go(home.center)
    #expect(phone.events[0].visit != enter.visit)
  }

  @Test func aVisitThatSettledInsideBeginsAtTheSettling() {
    var phone = Phone()
    let home = circle("home")
    phone.watch(home)
    phone.go(home.center, at: 100)
    phone.go(Geodesic.direct(from: home.center, azimuth: 0, distance: 500).destination, at: 160)
    #expect(phone.events[0].visitDuration == 60)
  }

  @Test func regionsWithoutNotificationsAreStillTracked() {
    var phone = Phone()
    var home = circle("home")
    home.notifyOnEntry = false
    home.notifyOnExit = false
    phone.watch(home)
    phone.go(500, from: home)
    #expect(phone.go(0, from: home) == [])
    #expect(phone.monitor.state(of: "home") == .inside)
  }

  @Test func anEqualRegionRegisteredAgainKeepsItsVisitAndAnyDifferenceResets() {
    var phone = Phone()
    let home = circle("home", accuracy: 10)
    phone.watch(home)
    phone.go(home.center)
    let visit = phone.monitor.visit(ofSlot: 0)
    phone.watch(home)
    #expect(phone.monitor.state(of: "home") == .inside && phone.monitor.visit(ofSlot: 0) == visit)
    phone.watch(circle("home", accuracy: 11))
    #expect(phone.monitor.state(of: "home") == .unknown)
    #expect(phone.go(home.center) == [])
    #expect(phone.monitor.state(of: "home") == .inside)
  }

  @Test func laterRegionsGetTheirInitialStateFromTheNextFix() {
    var phone = Phone()
    let home = circle("home")
    phone.watch(home)
    phone.go(500, from: home)
    phone.watch(circle("later"))
    #expect(phone.go(0, from: home) == ["enter home"])
    #expect(phone.monitor.state(of: "later") == .inside)
  }

  @Test func stateRequestedWhileUnknownIsReportedOnce() {
    var phone = Phone()
    let home = circle("home")
    phone.watch(home, circle("away", 0, 0))
    #expect(phone.monitor.requestState(of: "home") == .unknown)
    #expect(phone.monitor.requestState(of: "away") == .unknown)
    #expect(phone.go(home.center) == ["determined away", "determined home"])
    #expect(phone.events.map(\.state) == [.outside, .inside])
    #expect(phone.monitor.requestState(of: "home") == .inside)
    #expect(phone.go(home.center) == [])
  }
}
