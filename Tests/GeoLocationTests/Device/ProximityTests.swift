import GeoCore
import GeoRegions
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct ProximityTests {
  @Test func aNeighborComesNearAndGoes() {
    let street = Street()
    street.move("van", 0, east: 1000)
    street.van.manager.startMonitoringProximity(to: "dog", radius: 100, exitRadius: 150)
    street.move("dog", 1, east: 0)
    for (time, east) in [(2.0, 101.0), (3, 99), (4, 149), (5, 90), (6, 151), (7, 149)] {
      street.move("van", time, east: east)
    }
    #expect(
      street.van.delegate.lines == ["start proximity:dog", "enter proximity:dog", "exit proximity:dog"])
    #expect(street.van.delegate.reports.map(\.time).suffix(2) == [3, 6])
    #expect(street.van.delegate.reports.last?.visitDuration == 3)
  }

  @Test func theOtherDevicesFixesCountJustAsWell() {
    let street = Street()
    street.move("van", 0, east: 0)
    street.move("dog", 0, east: 500)
    street.van.manager.startMonitoringProximity(to: "dog", radius: 100)
    street.move("dog", 1, east: 500)
    street.move("dog", 20, east: 50)
    #expect(street.van.delegate.lines == ["start proximity:dog", "enter proximity:dog"])
    #expect(street.van.device.clock.now == 20)
  }

  @Test func whatHappensWithoutPermissionIsNeverTold() {
    let street = Street()
    street.move("van", 0, east: 1000)
    street.van.manager.startMonitoringProximity(to: "dog", radius: 100)
    street.move("dog", 1, east: 0)
    street.allow(.authorizedWhenInUse, 2)
    street.move("van", 3, east: 10)
    street.allow(.authorizedAlways, 4)
    for (time, east) in [(5.0, 10.0), (6, 1000)] { street.move("van", time, east: east) }
    #expect(
      street.van.delegate.lines == [
        "start proximity:dog", "authorization authorizedWhenInUse", "authorization authorizedAlways",
        "exit proximity:dog",
      ])
  }

  @Test func beingNearAtFirstIsNotAnEnter() {
    let street = Street()
    street.move("dog", 0, east: 0)
    street.van.manager.startMonitoringProximity(to: "dog", radius: 100)
    street.move("van", 1, east: 10)
    street.move("van", 2, east: 200)
    #expect(street.van.delegate.lines == ["start proximity:dog", "exit proximity:dog"])
  }

  /// The corner of a box of that half side is √2 of the radius away.
  @Test func roamingRadiusIsADistanceNotABox() {
    let street = Street()
    street.move("dog", 0, east: 0, north: 0)
    street.van.manager.startMonitoringProximity(to: "dog", radius: 100)
    street.move("van", 1, east: 1000)
    street.move("van", 2, east: 90, north: 90)
    #expect(street.van.delegate.lines == ["start proximity:dog"])
    street.move("van", 3, east: 70, north: 70)
    #expect(street.van.delegate.lines.last == "enter proximity:dog")
  }

  @Test func eachOfManyNeighborsIsFound() {
    let street = Street()
    street.move("van", 0, east: 0)
    let names = (0..<20).map { "dog-\($0)" } + ["dog", "éric", "Zoe"]
    for name in names { street.van.manager.startMonitoringProximity(to: name, radius: 100) }
    for name in names { street.van.manager.startMonitoringProximity(to: name, radius: 200) }
    street.move("dog", 1, east: 500)
    street.move("dog", 2, east: 150)
    #expect(street.van.delegate.lines.last == "enter proximity:dog")
    for name in names { street.van.manager.stopMonitoringProximity(to: name) }
    let count = street.van.delegate.lines.count
    street.move("dog", 3, east: 500)
    #expect(street.van.delegate.lines.count == count)
  }

  @Test func neighborsMeetAcrossThe180thMeridianAndAtAPole() {
    for (dog, far, near) in [
      (place(0, 179.9999), place(0, -179.9), place(0, -179.9999)),
      (place(89.9999, 0), place(89.99, 180), place(89.9999, 180)),
    ] {
      let street = Street()
      street.van.manager.startMonitoringProximity(to: "dog", radius: 100)
      street.move("dog", 0, to: dog)
      street.move("van", 1, to: far)
      street.move("van", 2, to: near)
      #expect(street.van.delegate.lines == ["start proximity:dog", "enter proximity:dog"])
    }
  }

  @Test func aStalePositionDecidesNothing() {
    let street = Street()
    street.move("dog", 0, east: 0)
    street.van.manager.startMonitoringProximity(to: "dog", radius: 100, maximumAge: 60)
    street.move("van", 1, east: 1000)
    street.move("van", 61, east: 10)
    #expect(street.van.delegate.lines == ["start proximity:dog"])
    street.move("dog", 62, east: 0)
    #expect(street.van.delegate.lines == ["start proximity:dog", "enter proximity:dog"])
  }

  @Test func aNameThatBeginsLikeAnotherIsAnotherDevice() {
    let street = Street()
    street.van.manager.startMonitoringProximity(to: "do", radius: 100)
    street.move("dog", 0, east: 1000)
    street.move("van", 1, east: 0)
    street.move("dog", 2, east: 0)
    #expect(street.van.delegate.lines == ["start proximity:do"])
  }

  @Test func stoppedWatchIsSilent() {
    let street = Street()
    street.move("dog", 0, east: 1000)
    street.van.manager.startMonitoringProximity(to: "dog", radius: 100)
    street.move("van", 1, east: 0)
    street.van.manager.stopMonitoringProximity(to: "dog")
    street.move("dog", 2, east: 0)
    #expect(street.van.delegate.lines == ["start proximity:dog"])
  }

  @Test func equalWatchKeepsItsState() {
    let street = Street()
    street.move("dog", 0, east: 1000)
    street.van.manager.startMonitoringProximity(to: "dog", radius: 100)
    street.move("van", 1, east: 0)
    street.van.manager.startMonitoringProximity(to: "dog", radius: 100)
    street.move("dog", 2, east: 0)
    #expect(street.van.delegate.lines.last == "enter proximity:dog")
    street.van.manager.startMonitoringProximity(to: "dog", radius: 120)
    street.move("dog", 3, east: 0)
    street.move("dog", 4, east: 500)
    #expect(street.van.delegate.lines.suffix(2) == ["start proximity:dog", "exit proximity:dog"])
  }

  /// Whether the process was the same meanwhile or not.
  @Test func aNeighborLaunchesAnAppThatHasEnded() {
    let street = Street()
    street.move("van", 0, east: 0)
    street.move("dog", 0, east: 500)
    street.van.manager.startMonitoringProximity(to: "dog", radius: 100)
    street.move("dog", 1, east: 500)
    street.van.device.handle(
      DeviceEvent(time: 2, timestamp: 2, device: street.van.device.id, payload: .app(.terminated)))

    let later = Street()
    later.van.device.restore(
      street.van.device.snapshot, regions: .empty,
      .init(continuesInput: true, continuesClock: true, waitsForEvents: true))
    for each in [street, later] {
      let device = each.van.device
      var launches = 0
      device.hooks.onStart = { launches += 1 }
      #expect(device.isWatchingOthers)
      each.move("dog", 20, east: 400)
      #expect(launches == 0)
      each.move("dog", 40, east: 50)
      #expect(launches == 1)
      #expect(device.snapshot.proximities.map(\.state) == [.inside])
    }
  }

  @Test(arguments: [("dog", 0.0), ("dog", .nan), ("dog", -5), ("dog", .infinity), ("", 5), ("van", 5)])
  func whatCannotBeWatchedFails(name: String, radius: Double) {
    let street = Street()
    street.van.manager.startMonitoringProximity(to: name, radius: radius)
    street.van.device.deliver()
    #expect(street.van.delegate.errors.map(\.code) == [CLError.regionMonitoringFailure.rawValue])
  }

  @Test func anExitBelowTheEnterFails() {
    let street = Street()
    street.van.manager.startMonitoringProximity(to: "dog", radius: 100, exitRadius: 99)
    street.van.device.deliver()
    #expect(street.van.delegate.errors.count == 1)
  }

  @Test func devicesOnSeveralThreadsCannotWatchEachOther() {
    let street = Street()
    street.van.device.join(nil)
    street.van.manager.startMonitoringProximity(to: "dog", radius: 100)
    street.van.device.deliver()
    #expect(street.van.delegate.errors.first?.localizedDescription.contains("--jobs 1") == true)
  }
}

private func place(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
  CLLocationCoordinate2DMake(latitude, longitude)
}

/// Two devices on the equator that know each other.
private final class Street {
  final class Walker {
    let device: Device
    let manager: CLLocationManager
    let delegate = RecordingDelegate()

    init(_ name: String, _ index: UInt32) {
      device = Device(id: DeviceID(index: index), name: name)
      manager = CLLocationManager(device: device)
      manager.delegate = delegate
    }
  }

  let van = Walker("van", 0)
  let dog = Walker("dog", 1)
  private let proximityGroup: ProximityGroup

  init() {
    let walkers = [van, dog]
    proximityGroup = ProximityGroup { name in walkers.first { $0.device.name == name }?.device }
    for walker in walkers { walker.device.join(proximityGroup) }
  }

  /// The van's user decides.
  func allow(_ status: CLAuthorizationStatus, _ time: Double) {
    van.device.handle(
      DeviceEvent(
        time: time, timestamp: time, device: van.device.id,
        payload: .setting(.authorization(status.rawValue))))
  }

  func move(_ name: String, _ time: Double, east: Double, north: Double = 0) {
    // Meters in a degree at the equator: π/180 · a, and of the meridian there.
    move(name, time, to: place(north / 110_574.3, east / 111_319.49))
  }

  func move(_ name: String, _ time: Double, to coordinate: CLLocationCoordinate2D) {
    let walker = name == "van" ? van : dog
    let fix = Fix(coordinate: coordinate, horizontalAccuracy: 5)
    walker.device.receive(
      DeviceEvent(time: time, timestamp: time, device: walker.device.id, payload: .location(fix)))
    proximityGroup.deliver()
  }
}
