import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

/// Managers of an app that restarts in the middle of a run do what they would have done without that.
///
/// - Source: CL-28.
@Suite struct ManagerSnapshotTests {
  /// What the app keeps beyond a restart.
  private final class Store {
    var updates = 0
    let journal = RecordingDelegate.Journal()
    /// Locations in the old form, each with the one before.
    var pairs: [String] = []
  }

  /// An app that starts each service in one of the ways that apps do.
  private final class App {
    let device: Device
    private let store: Store
    private var managers: [CLLocationManager] = []
    private var delegates: [RecordingDelegate] = []
    private var live: CLLiveUpdates?

    init(_ store: Store, _ snapshot: Device.Snapshot? = nil) {
      self.store = store
      var profile = DeviceProfile.default
      profile.pausesLocationUpdates = true
      device = Device(id: DeviceID(index: 0), name: "phone", profile: profile)
      if let snapshot {
        device.restore(
          snapshot, regions: device.monitoredSet,
          .init(continuesInput: true, continuesClock: true, waitsForEvents: false))
      }
      device.hooks.onStart = { [unowned self] in start() }
    }

    private func start() {
      let filtered = manager("filtered")
      filtered.distanceFilter = 180
      filtered.pausesLocationUpdatesAutomatically = false
      filtered.startUpdatingLocation()

      let walker = manager("walker")
      walker.startUpdatingLocation()
      walker.activityType = .otherNavigation

      // Apple's samples start services once they know what they may do.
      let late = manager("late")
      late.reportAuthorization()
      delegates[2].onCallback = { line, manager in
        guard line.hasPrefix("authorization") else { return }
        manager.startUpdatingLocation()
        manager.startMonitoringVisits()
      }

      let early = manager("early significant")
      early.startMonitoringSignificantLocationChanges()
      let later = manager("later significant")
      if store.updates >= 40 { later.startMonitoringSignificantLocationChanges() }
      delegates[0].onCallback = { [unowned self] line, _ in
        store.updates += 1
        store.pairs.append("\(line) after \(seconds(delegates[0].old.last ?? nil))")
        if store.updates == 40 { later.startMonitoringSignificantLocationChanges() }
      }
      let live = CLLiveUpdates(.fitness, device: device)
      self.live = live
      live.start()
      takeLive()
    }

    private func takeLive() {
      live?.receiver = { [unowned self] update in
        store.journal.lines.append("live \(seconds(update.location)) \(update.isStationary)")
        takeLive()
      }
    }

    private func seconds(_ location: CLLocation?) -> String {
      location.map { "\($0.timestamp.timeIntervalSince1970)" } ?? "nothing"
    }

    private func manager(_ name: String) -> CLLocationManager {
      let manager = CLLocationManager(device: device)
      let delegate = RecordingDelegate(name, journal: store.journal)
      manager.delegate = delegate
      managers.append(manager)
      delegates.append(delegate)
      return manager
    }
  }

  /// Ways with rests of a minute to an hour.
  private static func journey(_ random: inout SplitMix) -> [DeviceEvent] {
    var (time, east) = (1_000_000.0, 0.0)
    var events: [DeviceEvent] = []
    for _ in 0..<12 {
      let speed = 2 + random.unit() * 20
      for _ in 0..<(5 + Int(random.next() % 12)) {
        time += 20
        east += speed * 20
        events.append(Phone.event(time, east: east))
      }
      let end = time + 60 + random.unit() * 3500
      while time < end {
        time += 45
        events.append(Phone.event(time, east: east + random.unit() * 30))
      }
    }
    return events
  }

  private static func story(_ store: Store) -> [String] {
    store.journal.lines.filter { !$0.contains("authorization") } + store.pairs
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func anInterruptedRunDeliversWhatAnotherDelivers(seed: UInt64) {
    var random = SplitMix(state: seed)
    let events = Self.journey(&random)
    let calm = Store(), cut = Store()
    let undisturbed = App(calm)
    for event in events { undisturbed.device.handle(event) }

    var app = App(cut)
    for event in events {
      app.device.handle(event)
      if random.next() % 7 == 0 { app = App(cut, app.device.snapshot) }
    }
    #expect(Self.story(cut) == Self.story(calm))
    let lines = calm.journal.lines
    for name in ["walker: paused", "walker: resumed", "late: paused", "late: arrived", "late: departed"] {
      #expect(lines.contains(name), "\(name)")
    }
    for name in ["filtered", "early significant", "later significant", "live"] {
      #expect(lines.count { $0.hasPrefix(name) } > 5, "\(name)")
    }
    #expect(lines.contains { $0.hasSuffix("true") })
  }

  @Test func twoManagersOfSignificantChangesWaitForThemselves() throws {
    let store = Store()
    var told: [String] = []
    func app(_ snapshot: Device.Snapshot?, _ starts: [String]) -> (Device, [CLLocationManager]) {
      let device = Device(id: DeviceID(index: 0), name: "phone")
      if let snapshot {
        device.restore(
          snapshot, regions: device.monitoredSet,
          .init(continuesInput: true, continuesClock: true, waitsForEvents: false))
      }
      var managers: [CLLocationManager] = []
      device.hooks.onStart = {
        managers = ["one", "other"].map { name in
          let manager = CLLocationManager(device: device)
          let delegate = RecordingDelegate(name, journal: store.journal)
          manager.delegate = delegate
          manager.attachment = delegate
          if starts.contains(name) { manager.startMonitoringSignificantLocationChanges() }
          return manager
        }
      }
      device.start(at: 0)
      return (device, managers)
    }
    let (device, managers) = app(nil, ["one"])
    device.handle(Phone.event(10))
    device.advance(to: 200)
    managers[1].startMonitoringSignificantLocationChanges()
    device.deliver()
    let (later, _) = app(device.snapshot, ["one", "other"])
    // The one has waited 290 s, the other 100.
    for time in stride(from: 210.0, through: 600, by: 10) {
      later.handle(Phone.event(time, east: 800))
      told.append(contentsOf: store.journal.lines.map { "\(Int(time)) \($0)" })
      store.journal.lines = []
    }
    #expect(told.filter { !$0.hasPrefix("210") } == ["310 one: update 300", "500 other: update 490"])
  }

  @Test func timeThatHasPassedForgetsTheInterruptedRun() {
    let store = Store()
    let first = App(store)
    for time in 0..<5 { first.device.handle(Phone.event(Double(time) * 10, east: Double(time) * 100)) }
    let snapshot = first.device.snapshot
    #expect(snapshot.managers.count == 5)
    let second = App(Store(), snapshot)
    // Nothing has started yet: what is known stays known.
    #expect(second.device.snapshot.managers.count == 5)
    second.device.handle(Phone.event(60, east: 500))
    #expect(second.device.snapshot.managers.count == 5)
    let third = Device(id: DeviceID(index: 0), name: "phone")
    third.restore(
      snapshot, regions: third.monitoredSet,
      .init(continuesInput: true, continuesClock: true, waitsForEvents: false))
    third.hooks.onStart = {}
    third.handle(Phone.event(60, east: 500))
    #expect(third.snapshot.managers.isEmpty)
  }
}
