import Geo
import GeoDelivery
import GeoLua
import LuaBridge
import Synchronization

/// How events reach devices, and their effects.
extension Worker {
  /// Handles events in order.
  ///
  /// - Parameter numbers: the numbers of the events in the input, if the pool gives them; empty to continue
  ///   counting.
  func handle(_ events: [DeviceEvent], numbers: [Int] = []) {
    for (index, event) in events.enumerated() {
      // The saved state must be complete: with `--state`, everything that was handed over is handled.
      if hasFailed || (Signals.stop != 0 && plan.saved == nil) { return }
      eventNumber = numbers.isEmpty ? eventNumber + 1 : numbers[index]
      handle(event)
    }
    meter?.count(events, now: nil)
  }

  func handle(_ event: DeviceEvent) {
    let instance = instance(for: event)
    counts.events += 1
    guard !instance.isStopped else {
      if plan.unit != .device, !plan.directory.isGroup(event.device) { instance.unheard.insert(event.device) }
      return
    }
    if plan.saved != nil { markDirty(instance) }
    if let pages { pages.add(event) }
    watched.number.store(instance.device.id.index, ordering: .relaxed)
    enter(instance) {
      instance.device.add(event)
      drain(instance)
    }
    finishEvent(instance)
  }

  /// Paced: the track has reached `time`, and all events before it were handed over.
  func play(to time: TimeInterval) {
    guard !hasFailed, Signals.stop == 0 else { return }
    for case let instance? in instances where !instance.isStopped && instance.device.isDue(at: time) {
      if plan.saved != nil { markDirty(instance) }
      watched.number.store(instance.device.id.index, ordering: .relaxed)
      enter(instance) { play(instance, to: time) }
      finishEvent(instance)
    }
  }

  /// Makes a device handle the events released from its window, each with its effects before the next.
  func drain(_ instance: ScriptInstance) {
    guard !instance.isDraining else { return }
    instance.isDraining = true
    defer { instance.isDraining = false }
    while instance.device.handleNext(), shouldContinue(instance) {}
  }

  /// Advances a device until the track or the wall clock has reached `time`.
  func play(_ instance: ScriptInstance, to time: TimeInterval) {
    instance.device.makeReady(by: time)
    drain(instance)
    tick(instance, to: time - instance.device.window.policy.width)
  }

  /// Fires what is due on a device by `time`, deadline by deadline.
  func tick(_ instance: ScriptInstance, to time: TimeInterval) {
    while shouldContinue(instance), instance.device.tickNext(to: time) {}
  }

  /// Handles the effects of an event; returns whether the device's next event may follow.
  private func shouldContinue(_ instance: ScriptInstance) -> Bool {
    finishEvent(instance)
    return !instance.isStopped && !hasFailed
  }

  /// Shows Home Assistant where a device is: in a group, the one of the last event.
  private func mirror(_ instance: ScriptInstance) {
    let device: Device? =
      if let group = instance.device.group {
        group.lastDevice.flatMap { group.device($0) }
      } else { instance.device }
    guard let device else { return }
    for mirror in plan.mirrors { mirror.update(device, plan.privacy) }
  }

  /// The effects of an event: devices that watch this one are updated, and a script over its limits stops.
  func finishEvent(_ instance: ScriptInstance) {
    instance.device.proximityGroup?.deliver()
    if !plan.mirrors.isEmpty { mirror(instance) }
    pages?.addState(of: instance)
    stopIfOverLimits(instance)
  }

  func stopIfOverLimits(_ instance: ScriptInstance) {
    guard let script = instance.script, script.environment.trips > 0 else { return }
    if script.environment.trips >= 3 {
      return stop(instance, "its callbacks ran over their limits three times in a row")
    }
    if instance.device.appState == .background { endHungApp(instance) }
  }

  /// Ends an app whose call in the background ran over its limit, as a phone does (BG-3).
  private func endHungApp(_ instance: ScriptInstance) {
    instance.hungWakes += 1
    guard instance.hungWakes < ScriptInstance.mostHungWakes else {
      return stop(instance, "its calls in the background ran over their limits \(instance.hungWakes) times")
    }
    output.warn(
      "the app is ended: a call in the background ran over its limit; the next event that it waits for starts it again",
      device: instance.device.name)
    instance.device.terminate()
  }
}
