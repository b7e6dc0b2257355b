public import GeoCore
import GeoRegions

extension Device {
  /// Takes an event as it arrives: sorts it among the others and handles those that are ready.
  ///
  /// - Parameter arrival: for a live event, its arrival time on the host's clock.
  public func receive(_ event: DeviceEvent, arrival: TimeInterval? = nil) {
    add(event, arrival: arrival)
    while handleNext() {}
  }

  /// The same, but events released by the window wait for ``handleNext()``.
  ///
  /// Recorded events are already in order and were checked when they came, so they bypass the window.
  public func add(_ event: DeviceEvent, arrival: TimeInterval? = nil) {
    if let group { return group.add(event, arrival: arrival) }
    if event.marks.contains(.settled) { return handleSettled(event) }
    let answer =
      hooks.onExplain == nil ? window.add(event, arrival: arrival) : explainedAdd(event, arrival: arrival)
    if case .deliver = answer { handle(event) }
  }

  /// Handles the next event that the window releases; false if there is none.
  ///
  /// A host that pulls events one by one can handle the consequences of each before the next.
  public func handleNext() -> Bool {
    if let group { return group.handleNext() }
    guard let released = window.next() else { return false }
    if isWatched { proximityGroup?.catchUp(with: self, to: released.event.time) }
    guard released.rebases else {
      handle(released.event)
      return true
    }
    rebase(to: released.event)
    var event = released.event
    event.marks.insert(.rebases)
    handle(event)
    return true
  }

  /// Releases the events that have waited long enough in the window at `arrival`; see
  /// ``ReorderWindow/advance(to:)``.
  public func makeReady(by arrival: TimeInterval) {
    if let group { group.makeReady(by: arrival) } else { window.advance(to: arrival) }
  }

  /// Releases everything that waits in the window, because the input has ended.
  public func makeAllReady() {
    if let group { return group.makeAllReady() }
    if hooks.onExplain == nil { window.flush() } else { explainedFlush() }
  }

  /// Handles everything that still waits, because the input has ended.
  public func flush() {
    makeAllReady()
    while handleNext() {}
    dropHeldJump()
  }

  /// Drops a fix that waits for a second one to confirm it: none will come.
  public func dropHeldJump() {
    if let held = speedGate.held { dropFast(held) }
    for member in group?.all ?? [] { member.device.dropHeldJump() }
  }

  /// Takes everything that waits in the window, in order and unhandled: no callback will report it.
  public func drainWindow() -> [DeviceEvent] {
    if let group { return group.all.flatMap { $0.device.drainWindow() } }
    window.flush()
    var events: [DeviceEvent] = []
    while let released = window.next() {
      events.append(released.event)
      if released.rebases { events[events.count - 1].marks.insert(.rebases) }
    }
    return events
  }

  private func handleSettled(_ event: DeviceEvent) {
    if event.marks.contains(.rebases) { rebase(to: event) }
    handle(event)
  }

  /// Handles the next event in order: timers due by then, state, callbacks.
  public func handle(_ event: DeviceEvent) {
    if hooks.onStart != nil, life.state != .terminated {
      // The device's hardware is known before the app starts on it.
      if group == nil, case .profile(let change) = event.payload {
        hooks.onHandle?(event)
        return apply(change)
      }
      if group?.include(event) == true {
        hooks.onHandle?(event)
        return
      }
      group?.expect(event)
      start(at: event.time)
    }
    if unloadsIdleApp { unloadIfIdle(at: event.time) }
    if earliestDeadline <= event.time || frames.next < event.time {
      guard advance(to: event.time) else { return reportHandled(.clock, at: clock.now) }
    } else {
      clock.move(to: event.time)
    }
    hooks.onHandle?(event)
    // An event that only brings a member is one with the event that follows.
    let settles = group?.dispatch(event) ?? false
    if group == nil { play(event) }
    if !queue.isEmpty || display != nil { deliver() }
    // An app that was woken finds the timers that fell due while it slept.
    if nextTimer <= clock.now { advance(to: clock.now) }
    handling.timestamp = .nan
    if settles { group?.settle() }
  }

  /// Applies an event, with the clock at its time.
  @inline(__always)
  func play(_ event: DeviceEvent) {
    switch event.payload {
    case .location(let fix):
      if event.marks.isDisjoint(with: .ofFixes) {
        ingest(fix, timestamp: event.timestamp)
      } else {
        ingest(fix, event)
      }
    case .signalLost:
      lastKnown?.loseSignal()
      regions.loseSignal()
      for monitor in waking.monitors { monitor.loseSignal() }
      trackObserver?.lostSignal()
      fail(.locationUnknown)
    case .error(let code):
      fail(code: code)
    case .setting(let setting):
      apply(setting)
    case .profile(let change):
      apply(change)
    case .app(let state):
      apply(state)
    case .heading(let reading):
      if event.marks.contains(.coalesced) {
        counts.coalesced += 1
      } else {
        ingest(reading, timestamp: event.timestamp)
      }
    case .touch(let touch):
      ingest(touch)
    case .message(let message):
      ingest(message)
    case .clock:
      break
    }
  }

  /// Applies an event of a member of a group, whose clock has fired everything due before it.
  func playAsMember(_ event: DeviceEvent) {
    play(event)
    if !queue.isEmpty { deliver() }
    handling.timestamp = .nan
  }

  /// The device under whose name a recording has the clock: in a group, one of its members.
  public var clockDevice: DeviceID { group?.lastDevice ?? id }

  /// Reports another event than the current one.
  private func reportHandled(_ payload: DeviceEvent.Payload, at time: TimeInterval) {
    hooks.onHandle?(
      DeviceEvent(time: time, timestamp: time, device: clockDevice, marks: .settled, payload: payload))
  }

  /// Starts the app with the clock at `time`, unless it has started.
  public func start(at time: TimeInterval) {
    if launch(at: time) { beginCalls() }
  }

  /// Starts the app like ``start(at:)``, except that its callbacks wait until the next delivery.
  ///
  /// - Returns: whether it had not started yet.
  @discardableResult
  public func launch(at time: TimeInterval) -> Bool {
    guard let start = hooks.onStart else { return false }
    hooks.onStart = nil
    setClock(to: earlierRun.interruption?.clock ?? time)
    // The earlier run has reported the ongoing visit.
    handling.isTellingVisit = earlierRun.regions != nil
    start()
    handling.isTellingVisit = false
    if let interruption = earlierRun.interruption {
      life = interruption.life
      earlierRun.interruption = nil
    }
    group?.endInterruption()
    return true
  }
}
