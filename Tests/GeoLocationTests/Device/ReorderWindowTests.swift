import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct ReorderWindowTests {
  /// What comes out, in order, for events that go in one by one.
  private func run(
    _ events: [DeviceEvent], _ window: inout ReorderWindow, arrivals: [Double]? = nil, flush: Bool = true
  ) -> [DeviceEvent] {
    var released: [DeviceEvent] = []
    for (index, event) in events.enumerated() {
      if case .deliver = window.add(event, arrival: arrivals?[index]) { released.append(event) }
      while let next = window.next() { released.append(next.event) }
    }
    if flush { window.flush() }
    while let next = window.next() { released.append(next.event) }
    return released
  }

  private func times(_ events: [DeviceEvent]) -> [Double] { events.map(\.timestamp) }

  /// R10: what a broker or a phone sends again is no proof that the dates before it were wrong.
  @Test(arguments: [ReorderWindow.Policy.live, .file])
  func fixesThatAreSentAgainAreDuplicates(policy: ReorderWindow.Policy) {
    let fixes = (0..<100).map { Phone.event(1000 + Double($0) * 5) }
    var window = ReorderWindow(policy: policy)
    let arrivals = policy.isLive ? Array(repeating: 2000.0, count: 300) : nil
    let released = run(fixes + fixes + fixes, &window, arrivals: arrivals)
    #expect(times(released) == times(fixes))
    #expect(window.counts.duplicates == 200)
    #expect(window.counts.rebases == 0)
  }

  /// The last fix of a file counts, however long the device was silent before it.
  @Test func theLastFixAfterALongSilenceCounts() {
    let day = 86_400.0
    var window = ReorderWindow(policy: .file)
    #expect(times(run([Phone.event(0), Phone.event(3 * day)], &window)) == [0, 3 * day])
    #expect(window.counts.future == 0)
    var wrong = ReorderWindow(policy: .file)
    #expect(times(run([Phone.event(0), Phone.event(4000 * day)], &wrong)) == [0])
    #expect(wrong.counts.future == 1)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func aShuffleInsideTheWindowNeverChangesTheStream(seed: UInt64) {
    var random = SplitMix(state: seed)
    var events: [DeviceEvent] = []
    var time = 1_000_000.0
    for _ in 0..<400 {
      // Many equal timestamps, some gaps of days, all types, some doubles.
      time += [0, 0, 0.25, 1, 2, 40, random.next() % 40 == 0 ? 90_000 : 0][Int(random.next() % 7)]
      let payload: DeviceEvent.Payload =
        switch random.next() % 8 {
        case 0: .heading(HeadingReading(magneticHeading: Double(random.next() % 4)))
        case 1: .setting(.services(enabled: random.next() % 2 == 0))
        case 2: .touch(Touch(type: "tap", json: "{\"x\":\(random.next() % 3)}"))
        case 3: .clock
        default:
          .location(
            Fix(
              coordinate: CLLocationCoordinate2DMake(Double(random.next() % 3), Double(random.next() % 3)),
              horizontalAccuracy: [5, 10, -1, -2][Int(random.next() % 4)],
              altitude: random.next() % 2 == 0 ? .nan : Double(random.next() % 2)))
        }
      let event = DeviceEvent(time: time, timestamp: time, device: DeviceID(index: 0), payload: payload)
      events.append(event)
      if random.next() % 10 == 0 { events.append(event) }
    }
    events.append(Phone.event(time + 1))
    events.append(Phone.event(time + 1.5))
    var window = ReorderWindow(policy: .file)
    let expected = run(events, &window)
    #expect(window.counts.late == 0)
    #expect(window.counts.duplicates > 0)
    for _ in 0..<20 {
      // Each event comes less than one window after its timestamp, so none overtakes another by a whole window.
      let jittered = events.map { (event: $0, key: $0.timestamp + random.unit() * 2.99) }
        .sorted { $0.key < $1.key }.map(\.event)
      var other = ReorderWindow(policy: .file)
      let released = run(jittered, &other)
      #expect(released.map(text) == expected.map(text), "seed \(seed)")
      #expect(other.counts == window.counts)
    }
  }

  private func text(_ event: DeviceEvent) -> String { "\(event)" }

  @Test func anEventIsReleasedWhenATimestampOneWindowLaterIsSeen() {
    var window = ReorderWindow(policy: .file)
    #expect(run([Phone.event(10), Phone.event(12.9)], &window, flush: false).isEmpty)
    #expect(times(run([Phone.event(13)], &window, flush: false)) == [10])
    #expect(window.heldCount == 2)
    #expect(times(run([], &window)) == [12.9, 13])
  }

  @Test func equalTimestampsSortByAccuracyWithInvalidOnesLast() {
    var window = ReorderWindow(policy: .file)
    let events = [-1, 50, 5, 20].map { Phone.event(10, accuracy: $0) }
    let released = run(events, &window)
    let accuracies = released.map { event -> Double in
      guard case .location(let fix) = event.payload else { return .nan }
      return fix.horizontalAccuracy
    }
    #expect(accuracies == [5, 20, 50, -1])
  }

  @Test func aLossOfSignalStaysBehindTheFixWhoseTimeItBears() {
    var window = ReorderWindow(policy: .file)
    let lost = DeviceEvent(time: 10, timestamp: 10, device: DeviceID(index: 0), payload: .signalLost)
    let released = run([lost, Phone.event(10), Phone.event(12)], &window)
    #expect(released.map(\.payload).firstIndex(of: .signalLost) == 1)
  }

  @Test func withoutAWindowEventsPassAsTheyCome() {
    var window = ReorderWindow(policy: .recorded)
    #expect(times(run([Phone.event(1), Phone.event(1, east: 5), Phone.event(2)], &window)) == [1, 1, 2])
    #expect(window.heldCount == 0)
  }

  @Test(arguments: [ReorderWindow.Policy.file, .recorded, .live])
  func anExactDoubleIsDroppedAndCounted(policy: ReorderWindow.Policy) {
    var window = ReorderWindow(policy: policy)
    let events = [Phone.event(1), Phone.event(1), Phone.event(1, east: 1)]
    #expect(run(events, &window, arrivals: [1, 1, 1]).count == 2)
    #expect(window.counts.duplicates == 1)
  }

  @Test func laterDuplicatesAreDetectedLive() {
    var window = ReorderWindow(policy: .live)
    let events = [Phone.event(1), Phone.event(2, timestamp: 1)]
    #expect(run(events, &window, arrivals: [1, 2]).count == 1)
    #expect(window.counts.duplicates == 1)
  }

  @Test func eventsLaterThanTheWindowAreCountedAndDropped() {
    var window = ReorderWindow(policy: .file)
    #expect(times(run([Phone.event(10), Phone.event(6.9), Phone.event(7)], &window)) == [7, 10])
    #expect(window.counts.late == 1)
  }

  @Test func otherEventsAreLateByTheirOwnTimeNotByTheTimestampOfAFix() {
    var window = ReorderWindow(policy: .recorded)
    let clock = DeviceEvent(time: 12, timestamp: 12, device: DeviceID(index: 0), payload: .clock)
    // The fix was measured before the clock event and arrives after it.
    let events = [Phone.event(10), clock, Phone.event(12.5, timestamp: 11)]
    #expect(run(events, &window).count == 3)
    #expect(window.counts.late == 0)
  }

  @Test func aStaleFirstFixPassesInTheOrderOfArrival() {
    var window = ReorderWindow(policy: .file)
    let clock = DeviceEvent(time: 100, timestamp: 100, device: DeviceID(index: 0), payload: .clock)
    let released = run([clock, Phone.event(100, timestamp: 40)], &window)
    #expect(times(released) == [100, 40])
  }

  @Test func liveAnEventGoesWhenItHasWaitedLongEnough() {
    var window = ReorderWindow(policy: ReorderWindow.Policy(width: 2, isLive: true))
    #expect(run([Phone.event(10)], &window, arrivals: [10.5], flush: false).isEmpty)
    #expect(window.nextRelease == 12.5)
    window.advance(to: 12.4)
    #expect(window.next()?.event.timestamp == nil)
    window.advance(to: 12.5)
    #expect(window.next()?.event.timestamp == 10)
    // What would have come before it is late now.
    #expect(run([Phone.event(9)], &window, arrivals: [13], flush: false).isEmpty)
    window.flush()
    #expect(window.counts.late == 1)
  }

  @Test func liveAnOlderEventIsReleasedWithTheNewerOneThatWaitedLonger() {
    var window = ReorderWindow(policy: ReorderWindow.Policy(width: 2, isLive: true))
    _ = run([Phone.event(10), Phone.event(9)], &window, arrivals: [10, 11], flush: false)
    window.advance(to: 12)
    #expect(window.next()?.event.timestamp == 9)
    #expect(window.next()?.event.timestamp == 10)
  }

  @Test func aHundredThousandEventsOfOneInstantComeInOrder() {
    var random = SplitMix(state: 1)
    var events = (0..<100_000).map { Phone.event(10, east: Double($0)) }
    events += events[..<50_000]
    for last in events.indices.reversed() { events.swapAt(last, Int(random.next() % UInt64(last + 1))) }
    var window = ReorderWindow(policy: .file)
    #expect(run(events, &window).map(text) == (0..<100_000).map { text(Phone.event(10, east: Double($0))) })
    #expect(window.counts.duplicates == 50_000)
  }

  @Test func aThousandFixesASecondComeInOrderHoweverTheyAreShuffled() {
    var random = SplitMix(state: 2)
    let events = (0..<20_000).map { Phone.event(Double($0) / 1000) }
      .map { (event: $0, key: $0.timestamp + random.unit() * 2.99) }.sorted { $0.key < $1.key }.map(\.event)
    var window = ReorderWindow(policy: .file)
    #expect(times(run(events, &window)) == (0..<20_000).map { Double($0) / 1000 })
    #expect(window.counts == ReorderWindow.Counts())
  }

  @Test func liveManyEventsAreReleasedAsFewAre() {
    var random = SplitMix(state: 3)
    var window = ReorderWindow(policy: ReorderWindow.Policy(width: 50, isLive: true))
    // The order among the events of one instant is that of the longitude; each waits 50 s from its arrival.
    var waiting: [(east: Double, due: Double)] = []
    var accepted: [Double] = []
    for arrival in 100..<6000 {
      let east = Double(random.next() % 1_000_000)
      let isDouble = waiting.contains { $0.east == east } || accepted.suffix(RecentFixes.most).contains(east)
      if !isDouble { accepted.append(east) }
      _ = window.add(Phone.event(150, east: east), arrival: Double(arrival))
      if !isDouble {
        let place = waiting.firstIndex { $0.east > east } ?? waiting.count
        waiting.insert((east, Double(arrival) + 50), at: place)
      }
      guard arrival % 1000 == 0 else { continue }
      let now = Double(arrival) - 900
      #expect(window.nextRelease == waiting.map(\.due).min())
      window.advance(to: now)
      let last = waiting.lastIndex { $0.due <= now } ?? -1
      let expected = waiting[...last].map { text(Phone.event(150, east: $0.east)) }
      waiting.removeSubrange(...last)
      var released: [String] = []
      while let next = window.next() { released.append(text(next.event)) }
      #expect(released == expected)
      #expect(window.heldCount == waiting.count)
    }
  }

  // Finding D2: nothing comes after the last event to confirm it.
  @Test(arguments: [ReorderWindow.Policy.file, .recorded], [1.5, 3, 400])
  func theLastEventOfAnInputCountsAfterAnySilence(policy: ReorderWindow.Policy, days: Double) {
    var window = ReorderWindow(policy: policy)
    let events = [0, 60, 60 + days * 86_400].map { Phone.event($0) }
    #expect(times(run(events, &window)) == [0, 60, 60 + days * 86_400])
    #expect(window.counts.future == 0 && window.heldCount == 0)
  }

  @Test func aLastDateThatIsYearsAheadIsWrong() {
    var window = ReorderWindow(policy: .file)
    // A receiver that miscounts 1024 weeks.
    #expect(times(run([Phone.event(0), Phone.event(1024 * 7 * 86_400)], &window)) == [0])
    #expect(window.counts.future == 1)
  }

  @Test func aWindowOfNonsenseIsNoWindow() {
    #expect(ReorderWindow.Policy(width: .nan, isLive: false).width == 0)
    #expect(ReorderWindow.Policy(width: -1, isLive: false).width == 0)
  }
}
