import GeoCore
import GeoRegions
import GeoTesting
import Glibc
import Testing

@testable import GeoLocation

/// RG-40 … RG-44.
@Suite struct CLMonitorTests {
  /// A device with a monitor that is emptied after each fix.
  private final class Watch {
    let device: Device
    let monitor: CLMonitor
    let manager: CLLocationManager
    let delegate = RecordingDelegate()

    init(profile: DeviceProfile = .default) throws {
      device = Device(id: DeviceID(index: 1), name: "phone", profile: profile, now: 1000)
      monitor = try CLMonitor("test", device: device)
      manager = CLLocationManager(device: device)
      delegate.callbacks = [.didEnterRegion, .didExitRegion]
      manager.delegate = delegate
    }

    func fix(_ time: Double, _ coordinate: CLLocationCoordinate2D, accuracy: Double = 5) {
      let fix = Fix(coordinate: coordinate, horizontalAccuracy: accuracy)
      device.handle(
        DeviceEvent(time: time, timestamp: time, device: device.id, payload: .location(fix)))
    }

    func fix(_ time: Double, east: Double) { fix(time, CLMonitorTests.place(east: east)) }

    /// The events that wait, as `identifier state`.
    func take() -> [String] {
      var lines: [String] = []
      while let event = monitor.nextEvent() { lines.append("\(event.identifier) \(event.state.rawValue)") }
      return lines
    }
  }

  private static let home = CLLocationCoordinate2D(latitude: 48, longitude: 11)

  private static func place(east: Double, north: Double = 0) -> CLLocationCoordinate2D {
    let there = Geodesic.direct(from: home, azimuth: 90, distance: east).destination
    return Geodesic.direct(from: there, azimuth: 0, distance: north).destination
  }

  private static func circle(_ radius: Double = 100, east: Double = 0) -> CLCondition {
    CLCondition(center: place(east: east), radius: radius)
  }

  // MARK: The engine of regions

  /// Seeded worlds; `GEOSCRIPT_WORLDS=100000` for more.
  private static let worlds = getenv("GEOSCRIPT_WORLDS").flatMap { Int(String(cString: $0)) } ?? 1000

  @Test func agreesWithTheRegionEngineEventByEvent() throws {
    var compared = 0
    for seed in 0..<Self.worlds { compared += try compareWorld(UInt64(seed)) }
    // Worlds in which nothing happens would prove nothing.
    #expect(compared > Self.worlds * 8, "only \(compared) events in \(Self.worlds) worlds")
  }

  /// One walk through circles that come and go; returns the number of events that both reported.
  private func compareWorld(_ seed: UInt64) throws -> Int {
    var random = SplitMix(state: seed)
    let watch = try Watch()
    var circles: [String: CLCircularRegion] = [:]
    var undetermined: Set<String> = []
    var (east, north, compared) = (0.0, 0.0, 0)
    for step in 0..<100 {
      let time = 2000 + Double(step) * 10
      if random.below(6) == 0 || step < 8 {
        let name = "c\(random.below(12))"
        if circles[name] == nil {
          let center = Self.place(east: random.unit() * 1200 - 600, north: random.unit() * 1200 - 600)
          let region = CLCircularRegion(center: center, radius: 20 + random.unit() * 400, identifier: name)
          circles[name] = region
          undetermined.insert(name)
          watch.manager.startMonitoring(for: region, desiredAccuracy: 0)
          watch.monitor.add(CLCondition(center: center, radius: region.radius), identifier: name)
        } else if random.below(3) == 0, let region = circles.removeValue(forKey: name) {
          undetermined.remove(name)
          watch.manager.stopMonitoring(for: region)
          watch.monitor.remove(name)
        }
      }
      east = max(-900, min(900, east + random.unit() * 300 - 150))
      north = max(-900, min(900, north + random.unit() * 300 - 150))
      let accuracy = random.below(10) == 0 ? -1 : random.unit() * 50
      watch.delegate.lines = []
      let here = Self.place(east: east, north: north)
      watch.fix(time, here, accuracy: accuracy)
      let expected = watch.delegate.lines.map {
        $0.hasPrefix("enter ") ? "\($0.dropFirst(6)) satisfied" : "\($0.dropFirst(5)) unsatisfied"
      }
      // First determinations come last, by identifier; the plain geometry says what they are.
      let first = accuracy < 0 ? [] : undetermined.sorted()
      let determined = first.map { "\($0) \(circles[$0]?.contains(here) == true ? "" : "un")satisfied" }
      if accuracy >= 0 { undetermined = [] }
      let taken = watch.take()
      #expect(taken == expected + determined, "seed \(seed), step \(step)")
      compared += expected.count
      for name in circles.keys where !undetermined.contains(name) {
        let state = watch.monitor.record(for: name)?.lastEvent.state
        let isInside = watch.device.regions.state(of: name) == .inside
        #expect(state == (isInside ? .satisfied : .unsatisfied), "seed \(seed), step \(step), \(name)")
      }
    }
    return compared
  }

  // MARK: Assumptions and records

  @Test(arguments: CLMonitoringState.allCases)
  func theFirstDeterminationIsAnEventIfItDiffersFromTheAssumption(_ assumed: CLMonitoringState) throws {
    let watch = try Watch()
    watch.monitor.add(Self.circle(), identifier: "in", assuming: assumed)
    watch.monitor.add(Self.circle(east: 1000), identifier: "out", assuming: assumed)
    #expect(watch.monitor.record(for: "in")?.lastEvent.state == assumed)
    watch.fix(1001, east: 0)
    let expected = [
      assumed == .satisfied ? nil : "in satisfied", assumed == .unsatisfied ? nil : "out unsatisfied",
    ]
    #expect(watch.take() == expected.compactMap { $0 })
    watch.fix(1002, east: 1000)
    #expect(watch.take() == ["in unsatisfied", "out satisfied"])
  }

  /// Apple's sample «Monitoring location changes with Core Location»: while the newest event is handled, the last event
  /// is the state before it.
  @Test func whileAnEventIsHandledTheRecordHasTheOneBefore() throws {
    let watch = try Watch()
    watch.monitor.add(Self.circle(), identifier: "a")
    watch.monitor.add(Self.circle(east: 1000), identifier: "b")
    func last(_ name: String) -> CLMonitoringState? { watch.monitor.record(for: name)?.lastEvent.state }
    watch.fix(1001, east: 0)
    watch.fix(1002, east: 500)
    // Nothing is handled: the newest.
    #expect(last("a") == .unsatisfied && last("b") == .unsatisfied)
    let first = try #require(watch.monitor.nextEvent())
    #expect(first.identifier == "a" && first.state == .satisfied && last("a") == .unknown)
    #expect(last("b") == .unsatisfied)
    #expect(watch.monitor.nextEvent()?.identifier == "b" && last("b") == .unknown)
    let second = try #require(watch.monitor.nextEvent())
    #expect(second.identifier == "a" && second.state == .unsatisfied && last("a") == .satisfied)
    // The device goes on.
    watch.fix(1003, east: 500)
    #expect(last("a") == .unsatisfied)
    watch.fix(1004, east: 0)
    #expect(watch.monitor.nextEvent()?.state == .satisfied && last("a") == .unsatisfied)
    #expect(watch.monitor.nextEvent() == nil && last("a") == .satisfied)
  }

  @Test func anEqualConditionKeepsItsStateAndAnotherOneBeginsAnew() throws {
    let watch = try Watch()
    watch.monitor.add(Self.circle(), identifier: "a")
    watch.fix(1001, east: 0)
    #expect(watch.take() == ["a satisfied"])
    watch.monitor.add(Self.circle(), identifier: "a")
    watch.fix(1002, east: 0)
    #expect(watch.take() == [])
    watch.monitor.add(Self.circle(200), identifier: "a")
    #expect(watch.monitor.record(for: "a")?.lastEvent.state == .unknown)
    watch.fix(1003, east: 0)
    #expect(watch.take() == ["a satisfied"])
    watch.fix(1004, east: 500)
    watch.monitor.remove("a")
    #expect(watch.take() == [])
    #expect(watch.monitor.identifiers == [])
    #expect(watch.monitor.record(for: "a") == nil)
  }

  @Test func aNameIsOpenOnce() throws {
    let watch = try Watch()
    #expect(throws: GeoError.self) { try CLMonitor("test", device: watch.device) }
  }

  @Test func aThousandEventsWaitAtMost() throws {
    let watch = try Watch()
    watch.monitor.add(Self.circle(), identifier: "a")
    for step in 0..<1100 { watch.fix(1001 + Double(step), east: step % 2 == 0 ? 0 : 500) }
    #expect(watch.device.lostMonitorEvents == 100)
    #expect(watch.take().count == 1000)
  }

  // MARK: Limits, permission, the life of the app

  @Test func regionsAndConditionsShareTheLimitOfADevice() throws {
    let watch = try Watch(profile: .iphone)
    for number in 0..<15 {
      watch.manager.startMonitoring(
        for: CLCircularRegion(center: Self.place(east: 5000), radius: 100, identifier: "r\(number)"))
    }
    for number in 0..<7 { watch.monitor.add(Self.circle(), identifier: "c\(number)") }
    #expect(watch.take() == ["c5 unmonitored", "c6 unmonitored"])
    #expect(watch.monitor.record(for: "c6")?.lastEvent.obstacle == .conditionLimitExceeded)
    watch.fix(1001, east: 0)
    #expect(watch.take() == (0..<5).map { "c\($0) satisfied" })
  }

  @Test func aDeviceWithoutRegionsSaysSo() throws {
    var profile = DeviceProfile.default
    profile.monitorsRegions = false
    let watch = try Watch(profile: profile)
    watch.monitor.add(Self.circle(), identifier: "a")
    #expect(watch.monitor.nextEvent()?.obstacle == .conditionUnsupported)
  }

  @Test func theAppIsWokenAndItsMonitorIsKeptWhileItIsTerminated() throws {
    let watch = try Watch()
    watch.monitor.add(Self.circle(), identifier: "a", assuming: .unsatisfied)
    watch.device.terminate()
    var launches = 0
    watch.device.hooks.onStart = { launches += 1 }
    watch.fix(1001, east: 500)
    #expect(launches == 0)
    watch.fix(1002, east: 0)
    #expect(launches == 1)
    #expect(watch.device.wasLaunchedForLocation)
    let reopened = try CLMonitor("test", device: watch.device)
    #expect(reopened.identifiers == ["a"])
    #expect(reopened.record(for: "a")?.lastEvent.state == .satisfied)
    #expect(reopened.nextEvent()?.state == .satisfied)
  }

  @Test func aReceiverGetsOneEvent() throws {
    let watch = try Watch()
    var received: [String] = []
    watch.monitor.receiver = { received.append($0.identifier) }
    watch.monitor.add(Self.circle(), identifier: "a")
    watch.fix(1001, east: 0)
    watch.fix(1002, east: 500)
    #expect(received == ["a"])
    #expect(watch.take() == ["a unsatisfied"])
  }

  // MARK: Conditions of ours

  @Test func aRegionWithADwellIsSatisfiedWhenTheDwellIsOver() throws {
    let watch = try Watch()
    let region = CLCircularRegion(center: Self.home, radius: 100, identifier: "other name")
    region.options.dwell = 60
    watch.monitor.add(CLCondition(region), identifier: "stay")
    watch.fix(1001, east: 500)
    #expect(watch.take() == ["stay unsatisfied"])
    watch.fix(1010, east: 0)
    #expect(watch.take() == [])
    watch.device.tick(to: 1069)
    #expect(watch.take() == [])
    watch.device.tick(to: 1071)
    #expect(watch.monitor.nextEvent()?.date == 1070)
    watch.fix(1100, east: 500)
    watch.fix(1110, east: 0)
    watch.fix(1120, east: 500)
    #expect(watch.take() == ["stay unsatisfied"])
  }
}
