import Geo
import GeoFeeds
import Testing

@testable import GeoHost

/// The order of live events, and which of them are refused.
@Suite struct LiveOrderTests {
  @Test func aDateOverAMinuteAheadOfItsArrivalIsRefused() throws {
    let rig = try LiveRig(LiveRunTests.teller)
    _ = try rig.run { source, inbox in
      inbox.deliver([source.fix(1, 0, at: 1000, measured: 1060)])
      inbox.deliver([source.fix(2, 0, at: 1000, measured: 1060.5)])
      inbox.post(.end(source: source.name, fault: nil))
    }
    #expect(rig.titles == ["fix 1.0 1000.0", "end 1000.0"])
  }

  @Test func threeOlderFixesInARowRebaseTheDevice() throws {
    let rig = try LiveRig(LiveRunTests.teller)
    _ = try rig.run { source, inbox in
      inbox.deliver([source.fix(1, 0, at: 1000, measured: 1050)])
      for (index, timestamp) in [990.0, 991, 992].enumerated() {
        inbox.deliver([source.fix(Double(index + 2), 0, at: 1000, measured: timestamp)])
      }
      inbox.post(.end(source: source.name, fault: nil))
    }
    #expect(rig.titles.prefix(4).map { $0.prefix(7) } == ["fix 1.0", "fix 2.0", "fix 3.0", "fix 4.0"])
  }

  /// A queue that is longer than what the device remembers, and a second time after a restart, which remembers nothing.
  @Test func aQueueThatIsSentAgainIsNoProofOfAWrongClock() throws {
    var window = ReorderWindow(policy: .live)
    func send(_ count: Int, at arrival: TimeInterval) -> Int {
      (0..<count).count {
        let event = DeviceEvent(
          time: arrival + Double($0) / 10, timestamp: 1000 + 7 * Double($0), device: DeviceID(index: 0),
          payload: .location(
            Fix(
              coordinate: CLLocationCoordinate2D(latitude: Double($0) / 100, longitude: 0),
              horizontalAccuracy: 5)))
        return window.add(event, arrival: event.time) == .deliver
      }
    }
    #expect(send(400, at: 4000) == 400)
    #expect(send(400, at: 5000) == 0)
    #expect((window.counts.rebases, window.counts.duplicates) == (0, 256))
    window = ReorderWindow(policy: .live, restoring: window.snapshot, hearsAgain: false)
    #expect(send(13, at: 6000) == 0)
    #expect(window.counts.rebases == 0)
  }

  @Test(arguments: [(10.0, 1), (0.1, 0)]) func aPhoneWhoseClockWasSetBackIsFollowedAtItsPace(
    pause: Double, rebases: Int
  ) {
    var window = ReorderWindow(policy: .live)
    for (index, timestamp) in [900_000.0, 5, 15, 25].enumerated() {
      let arrival = 900_000 + pause * Double(index)
      _ = window.add(
        DeviceEvent(
          time: arrival, timestamp: timestamp, device: DeviceID(index: 0),
          payload: .location(
            Fix(
              coordinate: CLLocationCoordinate2D(latitude: Double(index), longitude: 0), horizontalAccuracy: 5
            ))),
        arrival: arrival)
    }
    #expect(window.counts.rebases == rebases)
  }

  @Test(arguments: [1, 2]) func aWindowHoldsEventsForItsWidth(jobs: Int) throws {
    let rig = try LiveRig(LiveRunTests.teller) {
      $0.reorderWindow = 2
      $0.jobs = jobs
    }
    _ = try rig.run { [clock = rig.clock] source, inbox in
      clock.move(to: 1001)
      inbox.deliver([source.fix(1, 0, at: 1001, measured: 1001)])
      clock.move(to: 1001.5)
      inbox.deliver([source.fix(2, 0, at: 1001.5, measured: 1000.5)])
      // Both are held until the first has waited for two seconds.
      clock.move(to: 1003.2)
      inbox.signal()
      inbox.deliver([source.fix(3, 0, at: 1003.2, measured: 1003.2)])
      inbox.post(.end(source: source.name, fault: nil))
    }
    #expect(rig.titles.map { $0.prefix(7) } == ["fix 2.0", "fix 1.0", "fix 3.0", "end 100"])
  }

  @Test func timeNeverGoesBackWhenTheClockIsSetBack() throws {
    let rig = try LiveRig(LiveRunTests.teller)
    _ = try rig.run { source, inbox in
      inbox.deliver([source.fix(1, 0, at: 1000)])
      inbox.deliver([source.fix(2, 0, at: 400, measured: 1000.5)])
      inbox.post(.end(source: source.name, fault: nil))
    }
    #expect(rig.titles == ["fix 1.0 1000.0", "fix 2.0 1000.0", "end 1000.0"])
  }

  @Test func fixesOfTwoPhonesWithOneNameAllCount() throws {
    let rig = try LiveRig(LiveRunTests.teller)
    _ = try rig.run { source, inbox in
      for index in 0..<20 {
        let latitude = index % 2 == 0 ? 10.0 : 50
        inbox.deliver([source.fix(latitude, 0, at: 1000 + Double(index))])
      }
      inbox.post(.end(source: source.name, fault: nil))
    }
    #expect(rig.titles.count == 21)
  }

  @Test func jumpsToAndFroAreNoticedOnceAndAJourneyIsNot() {
    func fix(_ latitude: Double, _ longitude: Double) -> Fix {
      Fix(
        coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), horizontalAccuracy: 10)
    }
    var twins = DuplicateSenderDetector()
    let told = (0..<40).filter { twins.ingest(fix($0 % 2 == 0 ? 10 : 10.1, 0), timestamp: Double($0)) != nil }
    #expect(told == [DuplicateSenderDetector.jumpCount])

    var plane = DuplicateSenderDetector()
    // 300 m/s eastward over the antimeridian.
    for second in 0..<4000 {
      let longitude = 175 + Double(second) * 300 / 111_320
      #expect(
        plane.ingest(fix(0, longitude > 180 ? longitude - 360 : longitude), timestamp: Double(second)) == nil)
    }
    // A receiver that regains its position every few minutes.
    var city = DuplicateSenderDetector()
    for minute in 0..<60 {
      #expect(city.ingest(fix(Double(minute % 2), 0), timestamp: Double(minute) * 40) == nil)
    }
  }

  /// Compares the heap with the simplest implementation.
  @Test func theHeapReturnsEveryDeviceWhenItIsDue() {
    var random = SystemRandomNumberGenerator()
    var heap = DeadlineHeap()
    var candidates = [TimeInterval](repeating: .infinity, count: 200)
    var now = 0.0
    for _ in 0..<20_000 {
      let device = Int.random(in: 0..<200, using: &random)
      let due = now + Double(Int.random(in: 0..<50, using: &random))
      candidates[device] = min(candidates[device], due)
      heap.schedule(due, device: device)
      now += Double.random(in: 0..<0.4, using: &random)
      var popped: [Int] = []
      while let next = heap.popDue(at: now) { popped.append(next) }
      let wanted = candidates.indices.filter { candidates[$0] <= now }
      #expect(popped.sorted() == wanted)
      for device in wanted { candidates[device] = .infinity }
      #expect(heap.next <= candidates.min() ?? .infinity)
    }
  }
}
