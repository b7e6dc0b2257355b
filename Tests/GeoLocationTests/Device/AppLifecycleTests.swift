import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct AppLifeTests {
  @Test func anAppInTheBackgroundHearsUpdatesForTenSeconds() {
    let phone = AppPhone()
    phone.fix(0)
    phone.app(.background, 1)
    for time in [5.0, 11, 12, 20] { phone.fix(time) }
    #expect(phone.lines == ["update 0", "update 5", "update 11"])
    #expect(phone.device.appState == .suspended)
  }

  @Test func aCrossingWakesASuspendedApp() {
    let phone = AppPhone(watching: true)
    phone.fix(0, east: 1000)
    phone.app(.suspended, 1)
    for (time, east) in [(2.0, 900.0), (3, 0), (4, 0), (20, 0)] { phone.fix(time, east: east) }
    #expect(phone.lines == ["update 0", "enter home", "update 3", "update 4"])
  }

  @Test func appWithBackgroundUpdatesKeepsRunning() {
    let phone = AppPhone()
    phone.manager?.allowsBackgroundLocationUpdates = true
    phone.app(.background, 1)
    for time in [2.0, 100, 1000] { phone.fix(time) }
    phone.app(.suspended, 1001)
    phone.fix(1002)
    #expect(phone.lines == ["update 2", "update 100", "update 1000", "update 1002"])
    #expect(phone.device.appState == .background)
  }

  @Test func backInTheForegroundTheNewestMissedLocationComes() {
    let phone = AppPhone()
    phone.fix(0)
    phone.app(.suspended, 1)
    phone.fix(2)
    phone.fix(3)
    phone.app(.foreground, 4)
    phone.app(.suspended, 5)
    phone.app(.foreground, 6)
    #expect(phone.lines == ["update 0", "update 3"])
  }

  @Test func timersOfASuspendedAppWaitForTheNextWake() {
    let phone = AppPhone(watching: true)
    phone.fix(0, east: 1000)
    var fired: [Double] = []
    phone.device.clock.after(50) { [device = phone.device] in fired.append(device.clock.now) }
    phone.app(.suspended, 1)
    phone.fix(100, east: 900)
    #expect(fired.isEmpty)
    #expect(phone.device.nextDeadline == nil)
    phone.fix(200, east: 0)
    #expect(fired == [200])
  }

  @Test func crossingLaunchesATerminatedAppAndIsReported() {
    let phone = AppPhone(watching: true)
    phone.fix(0, east: 1000)
    phone.app(.terminated, 1)
    #expect(phone.manager == nil)
    phone.fix(2, east: 900)
    #expect(phone.launches == 1)
    phone.fix(3, east: 0)
    #expect(phone.launches == 2)
    #expect(phone.device.wasLaunchedForLocation)
    #expect(phone.lines == ["update 0", "enter home", "update 3"])
  }

  @Test func theUserLaunchesAnEndedAppWithoutALocation() {
    let phone = AppPhone()
    phone.fix(0)
    phone.app(.terminated, 1)
    phone.app(.foreground, 2)
    #expect(phone.launches == 2)
    #expect(!phone.device.wasLaunchedForLocation)
    #expect(phone.device.appState == .foreground)
    // The last known location comes once.
    #expect(phone.lines == ["update 0", "update 0"])
  }

  @Test func callbacksAndTimersOfAnEndedAppAreGone() {
    let phone = AppPhone()
    phone.fix(0)
    phone.device.clock.after(5) { Issue.record("a timer of an app that has ended") }
    let manager = phone.manager
    phone.app(.terminated, 1)
    manager?.startUpdatingLocation()
    phone.fix(10)
    #expect(phone.lines == ["update 0"])
    #expect(manager?.device == nil)
  }

  @Test func hostMayTerminateAnIdleAppAfterAQuarterOfAnHour() {
    for (unloads, launches) in [(true, 2), (false, 1)] {
      let phone = AppPhone(watching: true)
      phone.device.unloadsIdleApp = unloads
      phone.fix(0, east: 1000)
      phone.app(.background, 1)
      phone.fix(900, east: 1000)
      #expect(phone.launches == 1)
      phone.fix(912, east: 1000)
      phone.fix(913, east: 0)
      #expect(phone.launches == launches)
    }
  }
}

/// A phone whose app makes a manager when it is launched.
final class AppPhone {
  let device = Device(id: DeviceID(index: 0), name: "phone")
  let delegate = RecordingDelegate()
  private let isWatching: Bool
  private let begin: (CLLocationManager) -> Void
  private(set) var manager: CLLocationManager?
  private(set) var launches = 0

  var lines: [String] { delegate.lines.filter { !$0.hasPrefix("start") } }

  /// - Parameter begin: what the app starts at each launch.
  init(watching: Bool = false, begin: @escaping (CLLocationManager) -> Void = { $0.startUpdatingLocation() })
  {
    isWatching = watching
    self.begin = begin
    device.hooks.onStart = { [unowned self] in launch() }
    device.hooks.rare.onTerminate = { [unowned self] in
      manager = nil
      device.hooks.onStart = { [unowned self] in launch() }
    }
    device.start(at: 0)
  }

  private func launch() {
    launches += 1
    let made = CLLocationManager(device: device)
    made.delegate = delegate
    if isWatching {
      let home = CLCircularRegion(center: CLLocationCoordinate2DMake(0, 0), radius: 100, identifier: "home")
      made.startMonitoring(for: home, desiredAccuracy: 0)
    }
    begin(made)
    manager = made
  }

  func fix(_ time: Double, east: Double = 0) {
    let fix = Fix(coordinate: CLLocationCoordinate2DMake(0, east / 111_319.49), horizontalAccuracy: 5)
    handle(time, .location(fix))
  }

  func app(_ state: AppState, _ time: Double) { handle(time, .app(state)) }

  private func handle(_ time: Double, _ payload: DeviceEvent.Payload) {
    device.handle(DeviceEvent(time: time, timestamp: time, device: device.id, payload: payload))
  }
}
