import Testing

@testable import GeoCore
@testable import GeoLocation

@Suite("Pictures while a device runs")
struct FramesTests {
  private let device = Device(id: DeviceID(index: 0), name: "d", now: 100)

  private func fix(_ time: TimeInterval) -> DeviceEvent {
    let fix = Fix(coordinate: CLLocationCoordinate2D(latitude: 45, longitude: 14), horizontalAccuracy: 5)
    return DeviceEvent(time: time, timestamp: time, device: device.id, payload: .location(fix))
  }

  @Test func framesAreDueFromTheStartAtEqualDistancesAfterAllThatIsDueUntilThen() {
    var log: [String] = []
    device.hooks.onStart = {}
    device.makeFrames(every: 10, limit: 100) { [device] number, _ in
      log.append("frame \(number) at \(device.clock.now)")
    }
    device.handle(fix(100))
    device.clock.after(10) { log.append("timer") }
    device.handle(fix(105))
    #expect(log == ["frame 0 at 100.0"])
    device.handle(fix(110))
    #expect(log == ["frame 0 at 100.0", "timer"])
    device.handle(fix(131))
    #expect(
      log == [
        "frame 0 at 100.0", "timer", "frame 1 at 110.0", "frame 2 at 120.0", "frame 3 at 130.0",
      ])
    device.advance(to: 140)
    #expect(log.count == 5)
    device.finishFrames()
    #expect(log.last == "frame 4 at 140.0" && log.count == 6)
  }

  @Test func noTimerOfLaterThanTheNextEventIsPlayedForAFrame() {
    var fired: [TimeInterval] = []
    device.hooks.onStart = {}
    device.makeFrames(every: 10, limit: 100) { [device] _, limit in
      while device.playTimer(until: limit) {}
    }
    device.start(at: 100)
    for delay in [3.0, 4, 6, 12] { device.clock.after(delay) { [device] in fired.append(device.clock.now) } }
    device.handle(fix(105))
    #expect(fired == [103, 104] && device.clock.now == 105)
    device.handle(fix(106))
    #expect(fired == [103, 104, 106])
  }

  @Test func aClockThatWasWrongTakesTheFramesAlong() {
    var frames: [TimeInterval] = []
    device.hooks.onStart = {}
    device.makeFrames(every: 10, limit: 100) { [device] _, _ in frames.append(device.clock.now) }
    device.receive(fix(1_000_000))
    for time in [200.0, 201, 202, 215, 216] { device.receive(fix(time)) }
    device.flush()
    #expect(frames == [200, 210])
  }

  @Test func theirNumberHasALimit() {
    var count = 0
    device.hooks.onStart = {}
    device.makeFrames(every: 0.001, limit: 50) { _, _ in count += 1 }
    device.start(at: 100)
    device.advance(to: 1e9)
    #expect(count == 50 && device.nextFrameTime == .infinity)
  }

  @Test func aWayKeeperHearsOfGoodFixesAndLostSignals() {
    final class Keeper: TrackObserver {
      var log: [String] = []
      func moved(to coordinate: CLLocationCoordinate2D, at time: TimeInterval) { log.append("\(time)") }
      func lostSignal() { log.append("lost") }
    }
    let keeper = Keeper()
    device.trackObserver = keeper
    device.handle(fix(101))
    var bad = fix(102)
    bad.payload = .location(
      Fix(coordinate: CLLocationCoordinate2D(latitude: 45, longitude: 14), horizontalAccuracy: -1))
    device.handle(bad)
    bad.payload = .location(
      Fix(coordinate: CLLocationCoordinate2D(latitude: 95, longitude: 14), horizontalAccuracy: 5))
    device.handle(bad)
    device.handle(DeviceEvent(time: 103, timestamp: 103, device: device.id, payload: .signalLost))
    device.handle(fix(104))
    #expect(keeper.log == ["101.0", "lost", "104.0"])
  }
}
