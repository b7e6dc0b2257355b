import Geo
import GeoLua
import LuaBridge
import Synchronization

/// How events come to devices, and what comes of them.
extension Worker {
  /// Handles events, in their order.
  ///
  /// - Parameter numbers: of each in the order of the input, where state is kept; empty to count on.
  func handle(_ events: [DeviceEvent], numbers: [Int] = []) {
    for (index, event) in events.enumerated() {
      // What is kept must be whole: with `--state` all that was handed over is handled.
      if hasFailed || (Signals.stop != 0 && plan.saved == nil) { return }
      eventNumber = numbers.isEmpty ? eventNumber + 1 : numbers[index]
      handle(event)
    }
  }

  func handle(_ event: DeviceEvent) {
    let copy = copy(of: event.device, now: event.time)
    tally.events += 1
    guard !copy.isStopped else { return }
    if plan.saved != nil { note(copy) }
    watched.number.store(event.device.index, ordering: .relaxed)
    enter(copy) {
      copy.device.add(event)
      drain(copy)
    }
    settle(copy)
  }

  /// At a pace: the track has come to `time`, and all events before it were handed over.
  func play(to time: TimeInterval) {
    guard !hasFailed, Signals.stop == 0 else { return }
    for case let copy? in copies where !copy.isStopped && copy.device.isDue(at: time) {
      if plan.saved != nil { note(copy) }
      watched.number.store(copy.device.id.index, ordering: .relaxed)
      enter(copy) { play(copy, to: time) }
      settle(copy)
    }
  }

  /// Has a device handle what its window lets go, each event with what comes of it before the next.
  func drain(_ copy: DeviceCopy) {
    guard !copy.isDraining else { return }
    copy.isDraining = true
    defer { copy.isDraining = false }
    while copy.device.handleNext(), shouldContinue(copy) {}
  }

  /// Has a device live until the track, or the wall's clock, has come to `time`.
  func play(_ copy: DeviceCopy, to time: TimeInterval) {
    copy.device.makeReady(by: time)
    drain(copy)
    tick(copy, to: time - copy.device.window.policy.width)
  }

  /// Fires what is due on a device by `time`, deadline by deadline.
  func tick(_ copy: DeviceCopy, to time: TimeInterval) {
    while shouldContinue(copy), copy.device.tickNext(to: time) {}
  }

  /// What comes of an event before the next of the same device; whether that has its turn.
  private func shouldContinue(_ copy: DeviceCopy) -> Bool {
    settle(copy)
    return !copy.isStopped && !hasFailed
  }

  /// What comes of an event on a device: others that watch it hear of it, and a script over its limits stops.
  func settle(_ copy: DeviceCopy) {
    neighbourhood?.deliver()
    stopIfOverLimits(copy)
  }

  func stopIfOverLimits(_ copy: DeviceCopy) {
    guard let script = copy.script, script.copy.trips >= 3 else { return }
    stop(copy, "its callbacks ran over their limits three times in a row")
  }
}
