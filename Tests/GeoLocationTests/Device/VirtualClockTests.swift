import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoLocation

@Suite struct VirtualClockTests {
  let device = Device(id: DeviceID(index: 0), name: "test", now: 100)

  final class Log { var lines: [String] = [] }

  @Test func timersFireByDueTimeThenCreationWithTheClockReadingTheirDueTime() {
    let log = Log()
    let clock = device.clock
    clock.after(5) { log.lines.append("b \(clock.now)") }
    clock.after(2) { log.lines.append("a \(clock.now)") }
    clock.after(5) { log.lines.append("c \(clock.now)") }
    clock.after(6) { log.lines.append("late") }
    device.advance(to: 105)
    #expect(log.lines == ["a 102.0", "b 105.0", "c 105.0"])
    #expect(device.nextDeadline == 106)
  }

  /// A run that continues sets its timers anew, in another order than the run before.
  @Test func servicesThatAreDueAtOnceFireByTheirRankThenCreation() {
    let log = Log()
    let timers = device.madeServiceTimers
    let ranks: [ServiceRank] = [.repeats, .others, .visits, .others, .significantChanges, .conditions]
    for (place, rank) in ranks.enumerated() {
      _ = timers.at(105, as: rank) { log.lines.append("\(place) \(rank)") }
    }
    _ = timers.at(104, as: .repeats) { log.lines.append("earlier") }
    _ = timers.at(.nan, as: .repeats) { log.lines.append("no time") }
    let canceled = timers.at(105, as: .visits) { log.lines.append("canceled") }
    canceled.cancel()
    device.advance(to: 105)
    #expect(
      log.lines == [
        "no time", "earlier", "5 conditions", "4 significantChanges", "2 visits", "1 others", "3 others",
        "0 repeats",
      ])
  }

  @Test func timersOfAnEarlierRunKeepTheirOrder() {
    let log = Log()
    let clock = device.clock
    clock.follow(order: 9)
    for (name, order) in [("a", 9), ("b", 7), ("c", 8), ("d", 0)] as [(String, UInt64)] {
      let timer = clock.after(50) { log.lines.append(name) }
      timer.restore(.init(place: name, due: 105, order: order), now: 100)
    }
    device.advance(to: 105)
    #expect(log.lines == ["b", "c", "a", "d"])
  }

  @Test func timersThatSetEachOtherWithoutDelayEndWithAnError() {
    var (fired, errors) = (0, [String]())
    device.hooks.onError = { errors.append("\($0)") }
    func again() {
      fired += 1
      device.clock.after(0) { again() }
    }
    device.clock.after(1) { again() }
    let innocent = device.clock.after(60) {}
    device.advance(to: 110)
    #expect(fired == VirtualClock.limit)
    #expect(errors.count == 1 && errors[0].contains("100000 timers fired within a second"))
    #expect(device.clock.now == 110)
    #expect(innocent.isPending)
  }

  @Test func oneSecondMayHaveManyTimersAndTheNextAsManyAgain() {
    var (fired, failed) = (0, false)
    device.hooks.onError = { _ in failed = true }
    for _ in 0..<60 { device.clock.every(0.001) { fired += 1 } }
    device.advance(to: 103)
    #expect(fired > 170_000 && !failed)
  }

  @Test func callbacksThatCauseEachOtherEndWithAnError() {
    let phone = Phone()
    phone.delegate.callbacks.insert(.didDetermineState)
    var errors: [String] = []
    phone.device.hooks.onError = { errors.append("\($0)") }
    let region = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 0, longitude: 0), radius: 9, identifier: "r")
    var asked = 0
    phone.delegate.onCallback = { _, manager in
      asked += 1
      manager.requestState(for: region)
    }
    phone.manager.requestState(for: region)
    phone.device.deliver()
    #expect(asked == 1000)
    #expect(errors.count == 1 && errors[0].contains("keep causing each other"))
  }

  @Test func beforeAnEventEverythingDueByThenFires() {
    let phone = Phone()
    let log = Log()
    phone.manager.startUpdatingLocation()
    phone.delegate.onCallback = { line, _ in log.lines.append(line) }
    phone.device.clock.after(10) { log.lines.append("timer at \(phone.device.clock.now)") }
    phone.fix(10)
    #expect(log.lines == ["timer at 10.0", "update 10"])
  }

  @Test func aTimerSetByATimerFiresInTheSameAdvance() {
    let log = Log()
    let clock = device.clock
    clock.after(1) { clock.after(1) { log.lines.append("inner \(clock.now)") } }
    device.advance(to: 110)
    #expect(log.lines == ["inner 102.0"])
    #expect(clock.now == 110)
  }

  @Test func aRepeatingTimerKeepsItsBeatAndMayCancelItself() {
    let log = Log()
    let clock = device.clock
    var timer: DeviceTimer?
    timer = clock.every(10) {
      log.lines.append("\(clock.now)")
      if log.lines.count == 3 { timer?.cancel() }
    }
    device.advance(to: 1000)
    #expect(log.lines == ["110.0", "120.0", "130.0"])
    #expect(device.nextDeadline == nil)
    #expect(timer?.isPending == false)
  }

  @Test func aCancelledTimerNeverFires() {
    let log = Log()
    let timer = device.clock.after(1) { log.lines.append("fired") }
    timer.cancel()
    timer.cancel()
    device.advance(to: 110)
    #expect(log.lines.isEmpty)
  }

  @Test func theClockNeverGoesBack() {
    device.advance(to: 90)
    #expect(device.now == NSDate(timeIntervalSince1970: 100))
    device.advance(to: .nan)
    #expect(device.clock.now == 100)
  }

  @Test func impossibleDelaysAreNow() {
    let log = Log()
    device.clock.after(.nan) { log.lines.append("nan") }
    device.clock.after(-5) { log.lines.append("negative") }
    device.clock.after(.infinity) { log.lines.append("never") }
    device.advance(to: 100)
    #expect(log.lines == ["nan", "negative"])
  }

  @Test func aTimerThatThrowsIsReportedAndStopsNoOther() {
    let log = Log()
    struct Fault: Error {}
    device.hooks.onError = { _ in log.lines.append("reported") }
    device.clock.after(1) { throw Fault() }
    device.clock.after(2) { log.lines.append("second") }
    device.advance(to: 110)
    #expect(log.lines == ["reported", "second"])
  }

  @Test func pacedDeviceStaysAWindowBehindTheTrack() {
    let phone = Phone(order: .file)
    phone.manager.startUpdatingLocation()
    phone.device.clock.after(12) { phone.delegate.lines.append("timer at \(phone.device.clock.now)") }
    phone.device.receive(Phone.event(10))
    for (time, lines) in [
      (12.9, []), (13, ["update 10"]), (14.9, ["update 10"]), (15, ["update 10", "timer at 12.0"]),
    ] {
      #expect(phone.device.isDue(at: time) == (time == time.rounded()))
      phone.device.play(to: time)
      #expect(phone.delegate.lines == lines)
    }
    // An event that the window still lets in finds the clock no later than itself.
    phone.device.receive(Phone.event(12.5))
    phone.device.play(to: 15.5)
    #expect(phone.delegate.lines.last == "update 12")
    #expect(phone.device.clock.now == 12.5)
  }

  @Test func anyOfManyTimersCanBeCanceled() {
    let clock = VirtualClock()
    // Some are due at once, some will be after the clock was set back by so much that seconds are lost.
    let timers = (0..<300).map { clock.after(Double($0 / 3 % 50)) {} }
    clock.rebase(to: 1e17)
    for index in [150, 0, 299, 7, 148] + Array(stride(from: 299, through: 0, by: -1)) {
      timers[index].cancel()
      #expect(!timers[index].isPending)
    }
    #expect(clock.timerCount == 0)
  }

  @Test func aClockOnItsWayStopsWhenItsHostWantsIt() {
    let phone = Phone()
    phone.manager.startUpdatingLocation()
    var count = 0
    phone.device.clock.every(0.001) { count += 1 }
    phone.device.hooks.rare.shouldStop = { count >= 1000 }
    phone.fix(1e6)
    #expect((1000..<1100).contains(count))
    #expect(phone.device.clock.now < 2)
    #expect(phone.delegate.lines.isEmpty)
    #expect(!phone.device.advance(to: 1e6))
  }
}
