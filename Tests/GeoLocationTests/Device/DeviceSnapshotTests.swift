import GeoCore
import GeoRegions
import GeoTesting
import Testing

@testable import GeoLocation

/// A device restored from a snapshot does what the original device would have done.
@Suite struct DeviceSnapshotTests {
  private static func circle(_ identifier: String, _ latitude: Double, radius: Double = 500)
    -> MonitoredRegion
  {
    MonitoredRegion(
      identifier: identifier, center: CLLocationCoordinate2DMake(latitude, 2), radius: radius,
      desiredAccuracy: 20)
  }

  private static let fences = RegionSet.empty.adding(
    contentsOf: (0..<12).map { circle("f\($0)", Double($0) / 100) })

  private static func fix(_ time: Double, _ latitude: Double) -> DeviceEvent {
    DeviceEvent(
      time: time, timestamp: time, device: DeviceID(index: 0),
      payload: .location(
        Fix(coordinate: CLLocationCoordinate2DMake(latitude, 2), horizontalAccuracy: 5)))
  }

  /// A device that monitors the fences, with an app that records its callbacks.
  private final class Phone {
    let device: Device
    let delegate = RecordingDelegate()
    private var manager: CLLocationManager?

    init(
      _ snapshot: Device.Snapshot? = nil, _ regions: RegionSet = .empty, order: ReorderWindow.Policy = .file,
      continuesInput: Bool = true, watching: RegionSet = fences, maximumSpeed: CLLocationSpeed? = nil
    ) {
      device = Device(id: DeviceID(index: 7), name: "phone", order: order)
      if let snapshot {
        device.restore(
          snapshot, regions: regions,
          .init(continuesInput: continuesInput, continuesClock: continuesInput, waitsForEvents: false))
      }
      device.hooks.onStart = { [unowned self] in
        let manager = CLLocationManager(device: device)
        manager.delegate = delegate
        manager.maximumSpeed = maximumSpeed
        delegate.callbacks = [.didEnterRegion, .didExitRegion]
        manager.startMonitoringForRegions(watching)
        self.manager = manager
      }
    }

    /// What happened, with visits.
    var story: [String] {
      zip(delegate.lines, delegate.reports).map { "\($0) \($1.time) \($1.visit) \($1.visitDuration)" }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func deviceRestoredAnywhereReportsTheSameEvents(seed: UInt64) {
    var random = SplitMix(state: seed)
    var latitude = 0.05
    let events = (0..<300).map { index in
      latitude = max(-0.02, min(0.14, latitude + (random.unit() - 0.5) / 100))
      // Some come late, within the window and beyond it.
      return Self.fix(
        1_000_000 + Double(index) - (random.next() % 9 == 0 ? Double(random.next() % 6) : 0), latitude)
    }
    let calm = Phone()
    for event in events { calm.device.receive(event) }
    calm.device.flush()

    var phone = Phone()
    var story: [String] = []
    for event in events {
      phone.device.receive(event)
      guard random.next() % 10 == 0 else { continue }
      story += phone.story
      phone = Phone(phone.device.snapshot, phone.device.monitoredSet)
    }
    phone.device.flush()
    #expect(story + phone.story == calm.story)
    #expect(calm.story.count > 10)
    #expect(phone.device.clock.now == calm.device.clock.now)
    #expect(phone.device.location?.timestamp == calm.device.location?.timestamp)
  }

  @Test func changedRegionBecomesUnknownAndOthersContinue() {
    let first = Phone(order: .recorded)
    first.device.receive(Self.fix(1, 0))
    first.device.receive(Self.fix(2, 0.01))
    #expect(first.story.count == 2)
    let changed = Self.fences.adding(Self.circle("f1", 0.01, radius: 501))
    let second = Phone(first.device.snapshot, first.device.monitoredSet, order: .recorded, watching: changed)
    // Inside the changed one still: it settles without an enter. Then out of it.
    second.device.receive(Self.fix(3, 0.01))
    #expect(second.delegate.lines.isEmpty)
    second.device.receive(Self.fix(4, 0.0))
    #expect(second.delegate.lines == ["exit f1", "enter f0"])
  }

  @Test func regionsThatTheNewAppDoesNotRegisterAreKnown() {
    let first = Phone(order: .recorded)
    first.device.receive(Self.fix(1, 0))
    let some = RegionSet.empty.adding(contentsOf: Self.fences.regions.filter { $0.identifier < "f3" })
    let second = Phone(first.device.snapshot, first.device.monitoredSet, order: .recorded, watching: some)
    #expect(second.device.unclaimedRegions == [])
    second.device.receive(Self.fix(2, 0))
    #expect(second.device.unclaimedRegions == ["f3", "f4", "f5", "f6", "f7", "f8", "f9"])
  }

  @Test func repeatedInputHasNoEffect() {
    let first = Phone(order: .recorded)
    for time in 1...5 { first.device.receive(Self.fix(Double(time), time < 3 ? 0.5 : 0)) }
    #expect(first.delegate.lines == ["enter f0"])
    let second = Phone(
      first.device.snapshot, first.device.monitoredSet, order: .recorded, continuesInput: false)
    for time in 1...5 { second.device.receive(Self.fix(Double(time), 0.5)) }
    #expect(second.device.window.counts.late == 5)
    #expect(second.device.window.counts.rebases == 0)
    #expect(second.delegate.lines.isEmpty)
    second.device.receive(Self.fix(6, 0.5))
    #expect(second.delegate.lines == ["exit f0"])
  }

  @Test func fixHeldAsTooFastStaysHeld() {
    let first = Phone(order: .recorded, maximumSpeed: 50)
    for time in [1.0, 2] { first.device.receive(Self.fix(time, 0.5)) }
    // 55 km in eight seconds.
    first.device.receive(Self.fix(10, 0))
    let second = Phone(
      first.device.snapshot, first.device.monitoredSet, order: .recorded, maximumSpeed: 50)
    second.device.receive(Self.fix(11, 0.0001))
    #expect(second.delegate.lines == ["enter f0"])
    #expect(second.delegate.reports.first?.location?.timestamp.timeIntervalSince1970 == 10)
  }

  @Test func clockOfAnInterruptedAppContinuesWhereItStood() {
    let first = Phone(order: .recorded)
    first.device.receive(Self.fix(100, 0))
    let second = Phone(first.device.snapshot, first.device.monitoredSet, order: .recorded)
    var began = 0.0
    let start = second.device.hooks.onStart
    second.device.hooks.onStart = {
      began = second.device.clock.now
      start?()
    }
    second.device.receive(Self.fix(500, 0))
    #expect(began == 100)
    #expect(second.device.clock.now == 500)
  }

  @Test func aTimerThatRepeatsIsNotLateAfterALongPause() {
    let device = Device(id: DeviceID(index: 0), name: "phone", now: 1000)
    let ticks = device.clock.every(60) {}
    ticks.restore(.init(place: "s.lua:1", due: 130), now: 1000)
    #expect(ticks.due == 1030)
    let once = device.clock.after(10) {}
    once.restore(.init(place: "s.lua:2", due: 130), now: 1000)
    #expect(once.due == 1000)
    let fired = device.clock.after(10) {}
    fired.restore(.init(place: "s.lua:3", due: nil), now: 1000)
    #expect(!fired.isPending)
  }

  /// What a fix every 20 s makes of an app that is interrupted after those that `interrupts` names.
  private static func told(interrupts: (Int) -> Bool, start: @escaping (CLLocationManager) -> Void)
    -> [String]
  {
    let delegate = RecordingDelegate()
    var manager: CLLocationManager?
    func phone(_ snapshot: Device.Snapshot?) -> Device {
      let device = Device(id: DeviceID(index: 0), name: "phone")
      if let snapshot {
        device.restore(
          snapshot, regions: .empty, .init(continuesInput: true, continuesClock: true, waitsForEvents: false))
      }
      device.hooks.onStart = { [unowned device] in
        let made = CLLocationManager(device: device)
        made.pausesLocationUpdatesAutomatically = false
        made.delegate = delegate
        delegate.callbacks = [.didUpdateToLocation, .didFailWithError]
        start(made)
        manager = made
      }
      return device
    }
    var device = phone(nil)
    for index in 0..<60 {
      // A kilometer at a time, between which it stays for three minutes.
      device.receive(fix(1_000_000 + Double(index) * 20, Double(index / 9) / 100))
      if interrupts(index) { device = phone(device.snapshot) }
    }
    _ = manager
    device.flush()
    return delegate.lines
  }

  @Test func reportsBeforeAnInterruptionAreNotRepeated() {
    let starts: [(CLLocationManager) -> Void] = [
      { $0.startUpdatingLocation() }, { $0.startMonitoringSignificantLocationChanges() },
    ]
    for start in starts {
      let calm = Self.told(interrupts: { _ in false }, start: start)
      #expect(calm.count > 3)
      #expect(Self.told(interrupts: { $0 % 4 == 1 }, start: start) == calm)
      #expect(Self.told(interrupts: { _ in true }, start: start) == calm)
    }
  }
}
