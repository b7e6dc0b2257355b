extension Device {
  /// Takes an event as it arrives: puts it in order with the others, handles what is ready.
  ///
  /// What a recording holds is in order already and was judged when it came: it goes past the window.
  ///
  /// - Parameter arrival: live, when it arrived on the host's clock.
  public func receive(_ event: DeviceEvent, arrival: TimeInterval? = nil) {
    if event.marks.contains(.settled) { return handleSettled(event) }
    let answer =
      onExplain == nil ? window.add(event, arrival: arrival) : explainedAdd(event, arrival: arrival)
    switch answer {
    case .deliver: handle(event)
    case .queue: handleReleased()
    }
  }

  /// Handles what has waited long enough in the window at `arrival`; see ``ReorderWindow/advance(to:)``.
  public func release(at arrival: TimeInterval) {
    window.advance(to: arrival)
    handleReleased()
  }

  /// Handles everything that still waits in the window: the input has ended.
  public func flush() {
    if onExplain == nil { window.flush() } else { explainedFlush() }
    handleReleased()
    if let held = speedGate.held { dropFast(held) }
  }

  /// Takes everything that waits in the window, in order and unhandled: nobody will hear it.
  public func takeHeld() -> [DeviceEvent] {
    window.flush()
    var events: [DeviceEvent] = []
    while let released = window.next() {
      events.append(released.event)
      if released.rebases { events[events.count - 1].marks.insert(.rebases) }
    }
    return events
  }

  private func handleReleased() {
    // What a device that watches this one sets off must not overtake the event in hand.
    guard !isReleasing else { return }
    isReleasing = true
    defer { isReleasing = false }
    var isFirst = true
    while (isFirst && neighbourhood?.hasMoves != true) || onBetween?() != false, let released = window.next()
    {
      isFirst = false
      if isWatched { neighbourhood?.catchUp(with: self, to: released.event.time) }
      guard released.rebases else {
        handle(released.event)
        continue
      }
      rebase(to: released.event.time)
      var event = released.event
      event.marks.insert(.rebases)
      handle(event)
    }
  }

  private func handleSettled(_ event: DeviceEvent) {
    if event.marks.contains(.rebases) { rebase(to: event.time) }
    handle(event)
  }

  /// Fires what is due by `time`, as events that only move the clock would: deadline by deadline.
  ///
  /// All that a recording has to tell of time that passes without events; between deadlines the clock stays.
  public func tick(to time: TimeInterval) {
    while let deadline = nextDeadline, deadline <= time, shouldStop?() != true, onBetween?() != false {
      handle(DeviceEvent(time: deadline, timestamp: deadline, device: id, marks: .settled, payload: .clock))
    }
  }

  /// Handles the next event in order: timers due by then, state, callbacks.
  public func handle(_ event: DeviceEvent) {
    if onStart != nil, life.state != .terminated {
      // What the device is made of is known before the app starts on it.
      if case .profile(let change) = event.payload {
        onHandle?(event)
        return apply(change)
      }
      start(at: event.time)
    }
    if unloadsIdleApp { unloadIfIdle(at: event.time) }
    if earliestDeadline <= event.time || nextFrame < event.time {
      guard advance(to: event.time) else { return tellHandled(.clock, at: clock.now) }
    } else {
      clock.move(to: event.time)
    }
    onHandle?(event)
    switch event.payload {
    case .location(let fix):
      if event.marks.contains(.coalesced) {
        takeSilently { take(fix, timestamp: event.timestamp) }
      } else {
        take(fix, timestamp: event.timestamp)
      }
    case .signalLost:
      lastKnown?.loseSignal()
      regions.loseSignal()
      wayKeeper?.lostSignal()
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
        take(reading, timestamp: event.timestamp)
      }
    case .hand(let hand):
      take(hand)
    case .message(let message):
      take(message)
    case .clock:
      break
    }
    if !queue.isEmpty || screen != nil { deliver() }
    // An app that was woken finds timers that fell due while it slept.
    if nextTimer <= clock.now { advance(to: clock.now) }
    currentTimestamp = .nan
  }

  /// Tells of something else than the event in hand.
  private func tellHandled(_ payload: DeviceEvent.Payload, at time: TimeInterval) {
    onHandle?(DeviceEvent(time: time, timestamp: time, device: id, marks: .settled, payload: payload))
  }

  /// Starts the app on it with the clock at `time`, unless it has started.
  public func start(at time: TimeInterval) {
    guard let start = onStart else { return }
    onStart = nil
    setClock(to: resumption?.clock ?? time)
    // A visit that goes on has been told in the earlier run.
    isTellingVisit = restored != nil
    start()
    isTellingVisit = false
    if let resumption { life = resumption.life }
    resumption = nil
    deliver()
    if frames != nil { beginFrames() }
  }

  /// Moves the clock on to `time`, firing what is due on the way, each with the clock reading its due time.
  ///
  /// Of those due at once a region's delay comes first, then the services', then a script's timer: state first.
  ///
  /// - Returns: false if ``shouldStop`` ended it on the way: what is due then still waits.
  @discardableResult
  public func advance(to time: TimeInterval) -> Bool {
    while nextFrame < time { guard passFrame(before: time) else { return false } }
    return fireTimers(to: time)
  }

  /// As ``advance(to:)``, without making pictures.
  func fireTimers(to time: TimeInterval) -> Bool {
    var (steps, look) = (0, 0)
    while true {
      if steps >= look, earliestDeadline <= time,
        earliestDeadline > clock.now || steps >= look + Device.stepsAtOneTime
      {
        if shouldStop?() == true { return false }
        look = steps + Device.stepsBetweenLooks
      }
      steps += 1
      // Comparisons with NaN are false, so an impossible time fires nothing.
      if let due = regions.nextDeadline, due <= time, due <= nextTimer, due <= nextServiceTimer {
        clock.move(to: due)
        fireRegions(due)
      } else if nextServiceTimer <= time, nextServiceTimer <= nextTimer {
        clock.move(to: nextServiceTimer)
        do { try serviceTimers?.popDue()?.action() } catch { onError?(error) }
      } else {
        do {
          guard nextTimer <= time, let timer = try clock.popDue(at: time) else { break }
          try timer.action()
        } catch {
          onError?(error)
        }
      }
      deliver()
      currentTimestamp = .nan
    }
    clock.move(to: time)
    return true
  }

  /// So many timers fire between two looks at ``shouldStop``.
  private static let stepsBetweenLooks = 64
  /// What is due at one time is fired together, so that the time says what was; unless it is so much.
  private static let stepsAtOneTime = 1 << 16

  /// Delays and dwells of regions fall due.
  private func fireRegions(_ due: TimeInterval) {
    regionObjects.events.removeAll(keepingCapacity: true)
    if onExplain == nil {
      regions.advance(to: due, into: &regionObjects.events)
    } else {
      let decisions = regions.advance(to: due, explaining: explainedRegions, into: &regionObjects.events)
      explain(decisions, timestamp: nil)
    }
    // What follows from a fix measured long ago is as late as that.
    if let last = regionObjects.events.last { currentTimestamp = last.timestamp }
    serve(nil)
  }

  /// The clock was wrong: timers keep what they have to wait, regions their states.
  private func rebase(to time: TimeInterval) {
    lastKnown?.loseSignal()
    wayKeeper?.lostSignal()
    if let held = speedGate.held { dropFast(held) }
    regions.rebase(by: min(0, time - clock.now))
    defer { rebaseStays(to: time) }
    guard time < clock.now else { return }
    onNotice?(.rebased(from: clock.now, to: time))
    if frames != nil { moveFrames(by: time - clock.now) }
    geocodeDesk?.memory.rebase(by: time - clock.now)
    setClock(to: time)
  }

  /// Runs the callbacks that wait, and those that they cause; does nothing inside a callback.
  ///
  /// The host calls it after running a script's main chunk; every other way in does so itself.
  public func deliver() {
    guard !isDelivering, !queue.isEmpty || screen?.isUnsettled == true, isAwake else { return }
    isDelivering = true
    screen?.settle()
    var chain = CallbackChain(queue.count)
    while let delivery = queue.pop() {
      guard chain.goesOn(with: queue.count) else {
        queue = DeliveryQueue()
        onError?(CallbackChain.error)
        break
      }
      do { try delivery.manager.receive(delivery.message) } catch { onError?(error) }
      screen?.settle()
    }
    isDelivering = false
    currentRegionEvent = nil
    updateHolds()
  }
}

/// Callbacks that cause callbacks, counted: they could go on for ever without the clock moving.
private struct CallbackChain {
  /// How often a callback may have been caused by one that was caused by one, and so on.
  private static let longest = 1000
  /// How many callbacks may be caused by others in all.
  private static let most = 1_000_000

  static let error = GeoError(
    .data,
    "callbacks cause each other without end (does one ask for what calls it?); those that wait are dropped")

  private var links = 0
  private var caused = 0
  /// How many of those queued belong to the link that is being delivered.
  private var rest: Int

  init(_ queued: Int) { rest = queued }

  /// - Parameter waiting: how many wait behind the callback that is about to run.
  mutating func goesOn(with waiting: Int) -> Bool {
    if links > 0 { caused += 1 }
    rest -= 1
    if rest <= 0 {
      links += 1
      rest = waiting
    }
    return links <= CallbackChain.longest && caused <= CallbackChain.most
  }
}
