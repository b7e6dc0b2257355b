import GeoTesting
import Testing

@testable import GeoLocation

@Suite struct PoisonTests {
  private func run(
    _ window: inout ReorderWindow, _ timestamps: [Double], arrivals: [Double]? = nil
  ) -> [Double] {
    var released: [Double] = []
    for (index, timestamp) in timestamps.enumerated() {
      let arrival = arrivals?[index]
      let event = Phone.event(arrival ?? timestamp, timestamp: timestamp)
      if case .deliver = window.add(event, arrival: arrival) { released.append(timestamp) }
      while let next = window.next() { released.append(next.event.timestamp) }
    }
    window.flush()
    while let next = window.next() { released.append(next.event.timestamp) }
    return released
  }

  private static let day = 86_400.0

  @Test func liveATimestampOverAMinuteAheadOfItsArrivalIsRejected() {
    var window = ReorderWindow(policy: .live)
    #expect(run(&window, [160, 160.5, 101], arrivals: [100, 100, 101]) == [160])
    #expect(window.counts.future == 1)
    #expect(window.counts.late == 1)
  }

  @Test(arguments: [ReorderWindow.Policy.file, .recorded])
  func replayedAJumpOfOverADayWaitsForASecondFix(policy: ReorderWindow.Policy) {
    var window = ReorderWindow(policy: policy)
    let jump = 2 * Self.day
    #expect(run(&window, [0, 10, jump, jump + 1]) == [0, 10, jump, jump + 1])
    #expect(window.counts == ReorderWindow.Counts())
  }

  @Test(arguments: [ReorderWindow.Policy.file, .recorded])
  func unconfirmedJumpIsCountedAsFuture(policy: ReorderWindow.Policy) {
    var window = ReorderWindow(policy: policy)
    let far = 1000 * Self.day
    #expect(run(&window, [0, 10, far, 11, 20]) == [0, 10, 11, 20])
    #expect(window.counts.future == 1)
    var other = ReorderWindow(policy: policy)
    #expect(run(&other, [0, far]) == [0, far])
    #expect(other.counts.future == 0)
    var last = ReorderWindow(policy: policy)
    #expect(run(&last, [0, far + 1]) == [0])
    #expect(last.counts.future == 1)
  }

  /// What comes out of fixes, given by their times, and other events.
  private func run(_ window: inout ReorderWindow, events: [DeviceEvent]) -> [Double] {
    var released: [Double] = []
    for event in events {
      if case .deliver = window.add(event) { released.append(event.time) }
      while let next = window.next() { released.append(next.event.time) }
    }
    window.flush()
    while let next = window.next() { released.append(next.event.time) }
    return released
  }

  private static func other(_ time: Double, _ payload: DeviceEvent.Payload) -> DeviceEvent {
    DeviceEvent(time: time, timestamp: time, device: DeviceID(index: 0), payload: payload)
  }

  @Test(arguments: [ReorderWindow.Policy.file, .recorded])
  func aWrongDateOfAnotherEventDoesNotMoveTheClock(policy: ReorderWindow.Policy) {
    for payload in [DeviceEvent.Payload.setting(.network(up: true)), .app(.background), .error(code: 0)] {
      var window = ReorderWindow(policy: policy)
      let far = 1000 * Self.day
      let events = [Phone.event(0), Self.other(far, payload), Self.other(5, payload), Phone.event(10)]
      #expect(run(&window, events: events) == [0, 5, 10])
      #expect(window.counts.future == 1)
    }
  }

  @Test(arguments: [ReorderWindow.Policy.file, .recorded])
  func anotherEventAfterALongPauseIsConfirmedByTheNext(policy: ReorderWindow.Policy) {
    var window = ReorderWindow(policy: policy)
    let far = 3 * Self.day
    let events = [
      Phone.event(0), Self.other(far, .app(.background)), Self.other(far + 9, .app(.foreground)),
      Phone.event(far + 20),
    ]
    #expect(run(&window, events: events) == [0, far, far + 9, far + 20])
    #expect(window.counts == ReorderWindow.Counts())
  }

  @Test func aLineThatOnlyMovesTheClockMayJump() {
    var window = ReorderWindow(policy: .recorded)
    #expect(run(&window, events: [Phone.event(0), Self.other(9 * Self.day, .clock)]) == [0, 9 * Self.day])
  }

  @Test(arguments: [ReorderWindow.Policy.file, .recorded])
  func aFixThatThePhoneGotAtAWrongTimeIsHeld(policy: ReorderWindow.Policy) {
    var window = ReorderWindow(policy: policy)
    let events = [Phone.event(0), Phone.event(1000 * Self.day, timestamp: 5), Phone.event(10)]
    #expect(run(&window, events: events) == [0, 10])
    #expect(window.counts.future == 1)
  }

  @Test(arguments: [ReorderWindow.Policy.file, .recorded])
  func aWrongDateBeforeTheFirstFixRebasesTheDevice(policy: ReorderWindow.Policy) {
    var window = ReorderWindow(policy: policy)
    let far = 1000 * Self.day
    let events = [Self.other(far, .app(.background)), Phone.event(5), Phone.event(10)]
    #expect(run(&window, events: events) == [far, 5, 10])
    #expect(window.counts.rebases == 1)
  }

  @Test func theDoubleOfAJumpConfirmsNothing() {
    var window = ReorderWindow(policy: .recorded)
    #expect(run(&window, [0, 10 * Self.day, 10 * Self.day, 5]) == [0, 5])
    #expect(window.counts.duplicates == 1)
    #expect(window.counts.future == 1)
  }

  @Test func aDayIsNotAJump() {
    var window = ReorderWindow(policy: .recorded)
    #expect(run(&window, [0, Self.day]) == [0, Self.day])
  }

  @Test(arguments: [ReorderWindow.Policy.file, .recorded])
  func threeOlderFixesInARowRebaseTheDevice(policy: ReorderWindow.Policy) {
    var window = ReorderWindow(policy: policy)
    #expect(run(&window, [1_000_000, 100, 101, 102, 103]) == [1_000_000, 100, 101, 102, 103])
    #expect(window.counts.rebases == 1)
    #expect(window.counts.late == 0)
  }

  @Test func olderFixesThatAreNotInOrderOrNotInARowAreLate() {
    var window = ReorderWindow(policy: .recorded)
    #expect(run(&window, [1000, 103, 102, 101, 1001, 104, 105]) == [1000, 1001])
    #expect(window.counts.rebases == 0)
    #expect(window.counts.late == 5)
  }

  @Test func theReleaseSaysWhereDatesBeginAnew() {
    var window = ReorderWindow(policy: .recorded)
    for timestamp in [1_000_000.0, 100, 101, 102] {
      _ = window.add(Phone.event(timestamp))
    }
    var marks: [Bool] = []
    while let next = window.next() { marks.append(next.rebases) }
    #expect(marks == [true, false, false])
  }

  @Test func anEventWithoutADateIsRefused() {
    var window = ReorderWindow(policy: .recorded)
    #expect(run(&window, [.nan, 1, .infinity, 2]) == [1, 2])
    #expect(window.counts.future == 2)
  }

  @Test func aRebaseSetsTheClockBackOnceAndTimersKeepTheirWait() {
    let phone = Phone(order: .recorded)
    var notices: [Device.Notice] = []
    phone.device.hooks.onNotice = { notices.append($1) }
    var fired: [Double] = []
    phone.manager.startUpdatingLocation()
    phone.device.receive(Phone.event(1_000_000))
    phone.device.clock.after(10) { fired.append(phone.device.clock.now) }
    for time in [100.0, 101, 102, 111] { phone.device.receive(Phone.event(time)) }
    #expect(
      phone.delegate.lines == ["update 1000000", "update 100", "update 101", "update 102", "update 111"])
    #expect(notices == [.rebased(from: 1_000_000, to: 100)])
    #expect(fired == [110])
    #expect(phone.device.clock.now == 111)
  }

  /// Live the clock is the host's, which was right: what was wrong are the dates of the fixes.
  @Test(arguments: [0.5, 1]) func liveARebaseTellsTheDatesOfFixes(pause: Double) {
    let phone = Phone(order: .live)
    var notices: [Device.Notice] = []
    phone.device.hooks.onNotice = { notices.append($1) }
    phone.manager.startUpdatingLocation()
    phone.device.receive(Phone.event(5000, timestamp: 5000), arrival: 5000)
    for (index, timestamp) in [400.0, 401, 402].enumerated() {
      let now = 5000 + Double(index + 1) * pause
      phone.device.receive(Phone.event(now, timestamp: timestamp), arrival: now)
    }
    #expect(phone.delegate.lines == ["update 5000", "update 400", "update 401", "update 402"])
    #expect(notices == [.rebased(from: 5000, to: 400)])
  }

  @Test func regionsContinueAfterARebase() {
    let phone = Phone(order: .recorded)
    phone.manager.startMonitoring(for: Phone.region("a"))
    phone.device.receive(Phone.event(1_000_000, east: 1000))
    for (time, east) in [(100.0, 1000.0), (101, 1000), (102, 1000), (103, 0)] {
      phone.device.receive(Phone.event(time, east: east))
    }
    #expect(phone.delegate.lines == ["start a", "enter a"])
  }
}
