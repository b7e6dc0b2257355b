import Geo
import GeoLua
import Synchronization

/// How a worker handles live events.
extension Worker {
  /// Handles events that were taken together.
  func handleLive(_ events: [DeviceEvent]) {
    guard let clock = plan.live else { return }
    var newest: NewestEvents?
    for (index, event) in events.enumerated() {
      if hasFailed { return }
      if Signals.stop != 0 { reportRest(events.count - index) }
      var event = event
      // A lone event is the newest.
      if events.count > 1, clock.now() - event.time > Worker.patience {
        if newest == nil { newest = NewestEvents(events) }
        if newest?.hasNewer(event, at: index) == true { event.marks.insert(.coalesced) }
      }
      handleLive(event)
    }
    meter?.count(events, now: clock.now())
  }

  /// Reports at the end of a run that many events are still to be handled; new devices among them start their
  /// scripts.
  private func reportRest(_ count: Int) {
    guard count >= Worker.manyEvents, !hasToldRest else { return }
    hasToldRest = true
    output.note(
      "stopping: handling \(grouped(count)) events that have arrived; Ctrl-C again ends at once without them"
    )
  }

  /// That many events may take a second or more.
  private static let manyEvents = 1000

  /// Seconds that a script may be behind before updates are merged. Most receivers measure once a second, so
  /// a script that keeps up with that gets every update.
  static let patience: TimeInterval = 1

  private func handleLive(_ event: DeviceEvent) {
    let instance = instance(for: event)
    counts.events += 1
    var event = event
    // Two sources may send events of one device, and clocks may be set back.
    event.time = max(event.time, instance.lastArrival)
    instance.lastArrival = event.time
    guard !instance.isStopped else { return recordUnhandled([event]) }
    if plan.saved != nil { markDirty(instance) }
    if let pages { pages.add(event) }
    watched.number.store(instance.device.id.index, ordering: .relaxed)
    instance.isSilent = false
    if case .location(let fix) = event.payload { checkForDuplicate(for: fix, event.timestamp, instance) }
    enter(instance) {
      // Events whose wait is over go first, however late this thread is.
      if plan.order.width > 0 {
        instance.device.makeReady(by: event.time)
        drain(instance)
      }
      instance.device.add(event, arrival: event.time)
      drain(instance)
    }
    finishEvent(instance)
    if case .location(let fix) = event.payload { reportFirst(fix, of: event.device, instance) }
    if instance.isStopped { recordUnhandled(instance.device.drainWindow()) }
    schedule(instance)
  }

  /// Says where a device is that is heard for the first time.
  private func reportFirst(_ fix: Fix, of id: DeviceID, _ instance: ScriptInstance) {
    if plan.unit == .device {
      guard !instance.hasReportedFix else { return }
      instance.hasReportedFix = true
    } else {
      guard !instance.memberFixes.contains(id) else { return }
      instance.memberFixes.insert(id)
    }
    let device = instance.device.group?.device(id) ?? instance.device
    output.firstFix(FirstFix.sentence(fix, device.monitoredRegions, plan.privacy), device: device.name)
  }

  /// Records events of a device whose script has stopped, so that its senders can be answered. A replay skips
  /// them like this run; a repaired script gets them. If nothing is recorded, they are refused.
  private func recordUnhandled(_ events: [DeviceEvent]) {
    for event in events {
      if let recording {
        recording.record(event)
      } else if plan.saved != nil {
        plan.live?.refuse(event.device)
      }
    }
  }

  private func checkForDuplicate(for fix: Fix, _ timestamp: TimeInterval, _ instance: ScriptInstance) {
    // The fixes of a group come from several places.
    guard plan.unit == .device else { return }
    guard let jump = instance.twins.ingest(fix, timestamp: timestamp) else { return }
    // A jump into a privacy zone says how far away that is.
    let way = plan.privacy == nil ? ", now by \(grouped(Int(jump / 1000))) km" : ""
    output.warn(
      "device \(PlainText.line(instance.device.name)): its fixes jump back and forth\(way): "
        + "do two phones send under this name? Give each its own; until then every fix counts "
        + "(a manager's maximumSpeed rejects jumps)"
    )
  }

  /// Seconds of silence after which a device fails; a group watches its members itself.
  private var watchedSilence: TimeInterval? { plan.unit == .device ? plan.options.staleAfter : nil }

  /// Schedules the next time at which the device needs attention without an event.
  func schedule(_ instance: ScriptInstance) {
    guard !instance.isStopped else { return }
    let device = instance.device
    var due = device.earliestTick
    // Every waiting event has set the last arrival.
    if device.heldCount > 0 { due = min(due, instance.lastArrival + plan.order.width) }
    if let silence = watchedSilence, !instance.isSilent {
      due = min(due, instance.lastArrival + silence)
    }
    deadlines.schedule(due, device: Int(device.id.index))
  }

  /// Advances the clocks of devices to `now` on the wall: timers, windows, silence.
  func tick(to now: TimeInterval) {
    guard deadlines.next <= now else { return }
    // A device that is due again at once waits for the next tick, after events that came meanwhile.
    var again: [ScriptInstance] = []
    while let index = deadlines.popDue(at: now) {
      guard let instance = instances[index], !instance.isStopped, !hasFailed else { continue }
      if isDue(instance, at: now) {
        if plan.saved != nil { markDirty(instance) }
        watched.number.store(instance.device.id.index, ordering: .relaxed)
        enter(instance) { tickLive(instance, to: now) }
        if let silence = watchedSilence { reportSilence(instance, silence, now) }
        finishEvent(instance)
        if instance.isStopped { recordUnhandled(instance.device.drainWindow()) }
      }
      again.append(instance)
    }
    for instance in again { scheduleExactly(instance) }
  }

  /// Releases from windows what came a width before `time` on the wall clock; infinity releases everything.
  func openWindows(to time: TimeInterval) {
    guard time == .infinity else {
      return tick(to: time)
    }
    for case let instance? in instances where !instance.isStopped && instance.device.nextRelease != nil {
      if hasFailed { return }
      if plan.saved != nil { markDirty(instance) }
      watched.number.store(instance.device.id.index, ordering: .relaxed)
      enter(instance) {
        instance.device.makeReady(by: .infinity)
        drain(instance)
      }
      finishEvent(instance)
      if instance.isStopped { recordUnhandled(instance.device.drainWindow()) }
      scheduleExactly(instance)
    }
  }

  /// Handles what is due on a device at `now` on the wall clock, minus the width of its window.
  private func tickLive(_ instance: ScriptInstance, to now: TimeInterval) {
    play(instance, to: now)
    // A picture shows the moment before the next event.
    if instance.device.nextFrameTime < now { instance.device.advance(to: now) }
  }

  private func isDue(_ instance: ScriptInstance, at now: TimeInterval) -> Bool {
    let device = instance.device
    if device.earliestTick <= now || device.nextRelease ?? .infinity <= now { return true }
    guard let silence = watchedSilence, !instance.isSilent else { return false }
    return instance.lastArrival + silence <= now
  }

  /// Like ``schedule(_:)``, with the time at which the first event leaves the window.
  func scheduleExactly(_ instance: ScriptInstance) {
    guard !instance.isStopped else { return }
    var due = min(instance.device.earliestTick, instance.device.nextRelease ?? .infinity)
    if let silence = watchedSilence, !instance.isSilent {
      due = min(due, instance.lastArrival + silence)
    }
    deadlines.schedule(due, device: Int(instance.device.id.index))
  }

  /// Fails a device once if it has been silent for too long; it must send again before it can fail again.
  private func reportSilence(_ instance: ScriptInstance, _ silence: TimeInterval, _ now: TimeInterval) {
    let due = instance.lastArrival + silence
    guard !instance.isSilent, due <= now else { return }
    instance.isSilent = true
    instance.silences += 1
    let event = DeviceEvent(
      time: now, timestamp: now, device: instance.device.id,
      payload: .error(code: CLError.locationUnknown.rawValue))
    instance.lastArrival = now
    enter(instance) {
      instance.device.add(event, arrival: now)
      drain(instance)
    }
  }
}

/// The newest events of each device among those taken together.
private struct NewestEvents {
  /// The index of the newest fix and the newest heading of each device.
  private var fixes: [DeviceID: Int] = [:]
  private var headings: [DeviceID: Int] = [:]

  init(_ events: [DeviceEvent]) {
    for (index, event) in events.enumerated() {
      switch event.payload {
      case .location: fixes[event.device] = index
      case .heading: headings[event.device] = index
      default: break
      }
    }
  }

  /// Whether a newer event replaces this one.
  func hasNewer(_ event: DeviceEvent, at index: Int) -> Bool {
    switch event.payload {
    case .location: (fixes[event.device] ?? index) > index
    case .heading: (headings[event.device] ?? index) > index
    default: false
    }
  }
}

extension Device {
  /// When it is due on the wall clock, apart from what its window holds; infinity for never.
  var earliestTick: TimeInterval { min((nextDeadline ?? .infinity) + window.policy.width, nextFrameTime) }
}
