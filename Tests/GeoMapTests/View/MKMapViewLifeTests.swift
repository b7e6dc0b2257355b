import GeoCore
import GeoRegions
import GeoTesting
import Testing

@testable import GeoLocation
@testable import GeoMap

/// The user on the map of an app that is suspended, terminated, or continued in another run.
@Suite struct MKMapViewLifeTests {
  /// An app whose main chunk makes a map that follows.
  private final class App {
    let device: Device
    let log = MapLog()
    private(set) var map: MKMapView?

    init(
      _ snapshot: Device.Snapshot? = nil, continues: Bool = true, profile: DeviceProfile = .default
    ) {
      device = Device(id: DeviceID(index: 0), name: "phone", profile: profile)
      if let snapshot {
        device.restore(
          snapshot, regions: .empty,
          .init(continuesInput: continues, continuesClock: continues, waitsForEvents: false))
      }
      device.hooks.onStart = { [unowned self] in
        let map = MKMapView(device: device)
        map.delegate = log
        map.userTrackingMode = .follow
        self.map = map
      }
    }

    func fix(_ time: Double, east: Double) { device.handle(Phone.event(time, east: east)) }

    func told() -> [String] {
      defer { log.lines = [] }
      return log.lines
    }
  }

  @Test func resumedRunKnowsTheUserWithoutAnotherReport() {
    let first = App()
    first.fix(1, east: 100)
    let second = App(first.device.snapshot)
    second.device.start(at: 1)
    #expect(second.map?.userLocation.location?.coordinate == first.device.location?.coordinate)
    #expect(second.told() == ["start", "follow", "will change", "did change"])
    #expect(abs((second.map?.centerCoordinate.longitude ?? 0) * Phone.degree - 100) < 0.01)
    second.fix(2, east: 200)
    #expect(second.told() == ["user 2", "will change animated"])
  }

  @Test func resumedRunIsNotRefusedAgain() {
    var profile = DeviceProfile(name: "test")
    profile.settings.authorization = .denied
    let first = App(profile: profile)
    first.fix(1, east: 100)
    #expect(first.told().contains("fail \(CLError.denied.rawValue)"))
    let second = App(first.device.snapshot, profile: profile)
    second.device.start(at: 1)
    #expect(second.told() == ["start", "follow", "will change", "did change"])
  }

  @Test func aNewRunBeginsWithTheLastKnownLocation() {
    let first = App()
    first.fix(1, east: 100)
    let second = App(first.device.snapshot, continues: false)
    second.fix(10, east: 200)
    #expect(
      second.told() == [
        "start", "follow", "will change", "did change", "user 1", "will change animated",
        "user 10", "did change animated", "will change animated",
      ])
  }

  @Test func theMapsOwnManagerLeavesNothingInASnapshot() {
    let with = App()
    with.fix(1, east: 100)
    let without = Device(id: DeviceID(index: 0), name: "phone")
    without.hooks.onStart = {}
    without.handle(Phone.event(1, east: 100))
    // The move that runs is the only thing that waits.
    with.device.advance(to: 2)
    without.advance(to: 2)
    #expect("\(with.device.snapshot)" == "\(without.snapshot)")
    #expect(!with.device.isPending)
  }

  @Test func animationEndingDuringSuspensionIsReportedOnWaking() {
    let app = App()
    app.fix(1, east: 100)
    _ = app.told()
    app.device.handle(
      DeviceEvent(time: 1.1, timestamp: 1.1, device: app.device.id, payload: .app(.suspended)))
    app.fix(50, east: 200)
    #expect(app.told() == [])
    app.device.handle(
      DeviceEvent(time: 60, timestamp: 60, device: app.device.id, payload: .app(.foreground)))
    #expect(app.told() == ["did change animated", "user 50", "will change animated"])
  }

  @Test func anAppThatIsLaunchedAgainHasAMapOfItsOwn() {
    let app = App()
    app.fix(1, east: 100)
    let old = app.map
    let start = app.device.hooks.onStart
    app.device.handle(
      DeviceEvent(time: 2, timestamp: 2, device: app.device.id, payload: .app(.terminated)))
    _ = app.told()
    #expect(start == nil)
    app.device.hooks.onStart = { [unowned app] in
      let map = MKMapView(device: app.device)
      map.delegate = app.log
      map.showsUserLocation = true
    }
    app.device.handle(
      DeviceEvent(time: 3, timestamp: 3, device: app.device.id, payload: .app(.foreground)))
    #expect(app.device.maps.count == 1)
    #expect(app.device.maps.first !== old)
    #expect(app.device.maps.first?.number == 1)
    #expect(app.told() == ["start", "user 1"])
  }
}
