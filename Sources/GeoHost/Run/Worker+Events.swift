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
    let instance = instance(of: event.device, now: event.time)
    counts.events += 1
    guard !instance.isStopped else { return }
    if plan.saved != nil { markDirty(instance) }
    watched.number.store(event.device.index, ordering: .relaxed)
    enter(instance) {
      instance.device.add(event)
      drain(instance)
    }
    finishEvent(instance)
  }

  /// At a pace: the track has come to `time`, and all events before it were handed over.
  func play(to time: TimeInterval) {
    guard !hasFailed, Signals.stop == 0 else { return }
    for case let instance? in instances where !instance.isStopped && instance.device.isDue(at: time) {
      if plan.saved != nil { markDirty(instance) }
      watched.number.store(instance.device.id.index, ordering: .relaxed)
      enter(instance) { play(instance, to: time) }
      finishEvent(instance)
    }
  }

  /// Has a device handle what its window lets go, each event with what comes of it before the next.
  func drain(_ instance: ScriptInstance) {
    guard !instance.isDraining else { return }
    instance.isDraining = true
    defer { instance.isDraining = false }
    while instance.device.handleNext(), shouldContinue(instance) {}
  }

  /// Has a device live until the track, or the wall's clock, has come to `time`.
  func play(_ instance: ScriptInstance, to time: TimeInterval) {
    instance.device.makeReady(by: time)
    drain(instance)
    tick(instance, to: time - instance.device.window.policy.width)
  }

  /// Fires what is due on a device by `time`, deadline by deadline.
  func tick(_ instance: ScriptInstance, to time: TimeInterval) {
    while shouldContinue(instance), instance.device.tickNext(to: time) {}
  }

  /// What comes of an event before the next of the same device; whether that has its turn.
  private func shouldContinue(_ instance: ScriptInstance) -> Bool {
    finishEvent(instance)
    return !instance.isStopped && !hasFailed
  }

  /// What comes of an event on a device: others that watch it hear of it, and a script over its limits stops.
  func finishEvent(_ instance: ScriptInstance) {
    proximityGroup?.deliver()
    stopIfOverLimits(instance)
  }

  func stopIfOverLimits(_ instance: ScriptInstance) {
    guard let script = instance.script, script.environment.trips >= 3 else { return }
    stop(instance, "its callbacks ran over their limits three times in a row")
  }
}
