import GeoCore
import GeoRegions
import GeoTesting
import Testing

@testable import GeoLocation

/// LU-32.
@Suite struct NotificationRegionsTests {
  private static let home = CLLocationCoordinate2D(latitude: 48, longitude: 11)

  private static func place(east: Double) -> CLLocationCoordinate2D {
    Geodesic.direct(from: home, azimuth: 90, distance: east).destination
  }

  private static func circle(_ name: String, east: Double = 0, radius: Double = 100) -> CLCircularRegion {
    CLCircularRegion(center: place(east: east), radius: radius, identifier: name)
  }

  /// A device whose crossings are heard both by a manager and for notifications.
  private final class Watch {
    let device: Device
    let manager: CLLocationManager
    let delegate = RecordingDelegate()
    private(set) var regions: NotificationRegions?
    private(set) var lines: [String] = []

    init(profile: DeviceProfile = .default) throws {
      device = Device(id: DeviceID(index: 1), name: "phone", profile: profile, now: 1000)
      manager = CLLocationManager(device: device)
      delegate.callbacks = [.didEnterRegion, .didExitRegion]
      manager.delegate = delegate
      try open()
    }

    func open() throws {
      regions = try NotificationRegions(device) { [unowned self] identifier in
        let report = try #require(device.currentRegionEvent)
        let word = report.callback == .didEnterRegion ? "enter" : "exit"
        #expect(report.region.identifier == identifier)
        lines.append("\(word) \(identifier)")
      }
    }

    func fix(_ time: Double, east: Double, accuracy: Double = 5) {
      let fix = Fix(coordinate: NotificationRegionsTests.place(east: east), horizontalAccuracy: accuracy)
      device.handle(DeviceEvent(time: time, timestamp: time, device: device.id, payload: .location(fix)))
      device.advance(to: time)
    }

    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  /// Regions of a manager are the oracle: both cross at the same fixes, with the buffers of each profile.
  @Test(arguments: [DeviceProfile.default, .iphone])
  func crossingsAreThoseOfRegionMonitoring(profile: DeviceProfile) throws {
    var compared = 0
    for seed in 0..<40 {
      var random = SplitMix(state: UInt64(seed))
      let watch = try Watch(profile: profile)
      for index in 0..<5 {
        let region = Self.circle(
          "r\(index)", east: random.unit() * 3000 - 1500, radius: 50 + random.unit() * 500)
        region.notifyOnEntry = index != 1
        region.notifyOnExit = index != 2
        watch.manager.startMonitoring(for: region, desiredAccuracy: 0)
        watch.regions?.watch(region, identifier: region.identifier)
      }
      var east = 0.0
      for step in 0..<200 {
        east = max(-2500, min(2500, east + random.unit() * 800 - 400))
        watch.delegate.lines = []
        watch.fix(2000 + Double(step) * 60, east: east, accuracy: random.unit() * 60)
        let expected = watch.delegate.lines.sorted()
        #expect(watch.take().sorted() == expected, "seed \(seed), step \(step)")
        compared += expected.count
      }
    }
    #expect(compared > 200, "only \(compared) crossings")
  }

  @Test func theFirstFixIsNoCrossing() throws {
    let watch = try Watch()
    watch.regions?.watch(Self.circle("home"), identifier: "home")
    watch.fix(1010, east: 0)
    #expect(watch.take().isEmpty)
    watch.fix(1020, east: 500)
    watch.fix(1030, east: 0)
    #expect(watch.take() == ["exit home", "enter home"])
    #expect(watch.manager.monitoredRegions.isEmpty)
    watch.regions?.forget("home")
    watch.fix(1040, east: 500)
    #expect(watch.take().isEmpty)
  }

  @Test func anEqualRegionKeepsItsStateAndAnotherBeginsAnew() throws {
    let watch = try Watch()
    watch.regions?.watch(Self.circle("home"), identifier: "home")
    watch.fix(1010, east: 500)
    watch.regions?.watch(Self.circle("home"), identifier: "home")
    watch.fix(1020, east: 0)
    #expect(watch.take() == ["enter home"])
    watch.regions?.watch(Self.circle("home", radius: 200), identifier: "home")
    watch.fix(1030, east: 0)
    #expect(watch.take().isEmpty)
  }

  @Test func theDeviceKeepsRegionsWithoutItsApp() throws {
    let watch = try Watch()
    watch.regions?.watch(Self.circle("home"), identifier: "home")
    watch.regions?.watch(Self.circle("old", east: 1000), identifier: "old")
    watch.fix(1010, east: 500)
    watch.device.abandonApp()
    try watch.open()
    watch.regions?.watch(Self.circle("home"), identifier: "home")
    watch.fix(1020, east: 0)
    #expect(watch.take() == ["enter home"])
    // The new app has not asked for the other: its crossing is forgotten.
    watch.fix(1030, east: 1000)
    #expect(watch.take() == ["exit home"])
    #expect(watch.device.monitorSnapshots.flatMap(\.records).map(\.lastEvent.identifier) == ["home"])
  }

  @Test func aRegionWithoutRoomIsReported() throws {
    var profile = DeviceProfile.default
    profile.regionLimit = 1
    let watch = try Watch(profile: profile)
    var notices: [Device.Notice] = []
    watch.device.hooks.onNotice = { _, notice in notices.append(notice) }
    watch.regions?.watch(Self.circle("a"), identifier: "a")
    watch.regions?.watch(Self.circle("b"), identifier: "b")
    #expect(
      notices == [
        .monitoringFailed(
          region: "b", reason: "No room: this device watches 1 at most.", isDenied: false)
      ])
  }
}
