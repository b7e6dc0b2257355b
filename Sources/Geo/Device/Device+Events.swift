extension Device {
  /// Takes an event as it arrives: puts it in order with the others, handles what is ready.
  ///
  /// - Parameter arrival: live, when it arrived on the host's clock.
  public func receive(_ event: DeviceEvent, arrival: TimeInterval? = nil) {
    switch window.add(event, arrival: arrival) {
    case .deliver: handle(event)
    case .queue: handleReleased()
    }
  }

  /// Live: handles what has waited long enough in the window at `arrival` on the host's clock.
  public func release(at arrival: TimeInterval) {
    window.advance(to: arrival)
    handleReleased()
  }

  /// Handles everything that still waits in the window: the input has ended.
  public func flush() {
    window.flush()
    handleReleased()
  }

  private func handleReleased() {
    while let released = window.next() {
      if released.rebases { rebase(to: released.event.time) }
      handle(released.event)
    }
  }

  /// Handles the next event in order: timers due by then, state, callbacks.
  public func handle(_ event: DeviceEvent) {
    if onStart != nil, life.state != .terminated {
      // What the device is made of is known before the app starts on it.
      if case .profile(let change) = event.payload { return apply(change) }
      start(at: event.time)
    }
    if unloadsIdleApp { unloadIfIdle(at: event.time) }
    if earliestDeadline <= event.time { advance(to: event.time) } else { clock.move(to: event.time) }
    switch event.payload {
    case .location(let fix):
      take(fix, timestamp: event.timestamp)
    case .signalLost:
      lastKnown?.loseSignal()
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
      take(reading, timestamp: event.timestamp)
    case .hand, .clock:
      break
    }
    if !queue.isEmpty { deliver() }
    // An app that was woken finds timers that fell due while it slept.
    if nextTimer <= clock.now { advance(to: clock.now) }
    currentTimestamp = .nan
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
  }

  /// Moves the clock on to `time`, firing what is due on the way, each with the clock reading its due time.
  ///
  /// Of those due at once a region's delay comes first, then the services', then a script's timer: state first.
  public func advance(to time: TimeInterval) {
    while true {
      // Comparisons with NaN are false, so an impossible time fires nothing.
      if let due = regions.nextDeadline, due <= time, due <= nextTimer, due <= nextServiceTimer {
        clock.move(to: due)
        regionObjects.events.removeAll(keepingCapacity: true)
        regions.advance(to: due, into: &regionObjects.events)
        serve(nil)
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
    }
    clock.move(to: time)
  }

  /// The clock was wrong: timers keep what they have to wait, regions their states.
  private func rebase(to time: TimeInterval) {
    lastKnown?.loseSignal()
    regions.rebase()
    defer { rebaseStays(to: time) }
    guard time < clock.now else { return }
    onNotice?(.rebased(from: clock.now, to: time))
    setClock(to: time)
  }

  private func take(_ fix: Fix, timestamp: TimeInterval) {
    guard CLLocationCoordinate2DIsValid(fix.coordinate) else {
      counts.invalidFixes += 1
      return
    }
    guard deliversLocations else {
      counts.withheldFixes += 1
      return
    }
    currentTimestamp = timestamp
    // Written so that a missing accuracy (NaN) counts as an invalid one.
    guard fix.horizontalAccuracy >= 0 else { return serveInvalid(fix, timestamp: timestamp) }
    if lastKnown?.replace(with: fix, timestamp: timestamp) == nil {
      lastKnown = LastKnownLocation(fix, timestamp: timestamp)
    }
    regionObjects.events.removeAll(keepingCapacity: true)
    if watchesRegions {
      regions.take(
        coordinate: fix.coordinate, horizontalAccuracy: fix.horizontalAccuracy, timestamp: timestamp,
        into: &regionObjects.events)
    }
    if isWatched {
      neighbourhood?.moved(self, to: NeighbourPosition(coordinate: fix.coordinate, timestamp: timestamp))
    }
    if (listenerCount > 0 && isAwake) || !regionObjects.events.isEmpty || !proximities.isEmpty
      || !registered.isEmpty
    {
      serve(fix)
    }
  }

  /// Queues for each manager, in creation order, its exits, enters and then its update.
  private func serve(_ fix: Fix?) {
    var reports = reports(of: regionObjects.events)
    if !proximities.isEmpty { reports += proximityReports() }
    var visit: VisitMonitor.Event?
    if let fix, !registered.isEmpty { visit = takeVisit(fix) }
    if !reports.isEmpty || visit != nil || fix.map(wakesForChange) == true {
      life.isServingFix = fix != nil
      isTellingVisit = visit != nil
      wake()
      life.isServingFix = false
      isTellingVisit = false
    }
    let isAwake = isAwake
    if !reports.isEmpty, !managers.contains(where: { $0.manager?.delegate != nil }) {
      counts.untoldCrossings += reports.count
    }
    eachManager { manager in
      if !reports.isEmpty { queue(reports, for: manager) }
      guard let fix, isAwake, manager.isListening else { return }
      if let services = manager.services {
        manager.serve(fix, services)
      } else if manager.takes(fix), let location {
        queue.append(manager, .location(location))
      }
    }
    if let visit { tell(visit) }
    endStateRequests(reports)
  }

  /// A fix whose coordinate its sensor disowns changes no state; only managers without a filter hear of it.
  private func serveInvalid(_ fix: Fix, timestamp: TimeInterval) {
    var fix = fix
    fix.horizontalAccuracy = -1
    eachManager { manager in
      guard isAwake, manager.isUpdatingLocation, !manager.isPaused, !manager.hasDistanceFilter else { return }
      queue.append(manager, .location(CLLocation(fix, timestamp: timestamp)))
    }
  }

  /// Runs the callbacks that wait, and those that they cause; does nothing inside a callback.
  ///
  /// The host calls it after running a script's main chunk; every other way in does so itself.
  public func deliver() {
    guard !isDelivering, !queue.isEmpty, isAwake else { return }
    isDelivering = true
    var chain = CallbackChain(queue.count)
    while let delivery = queue.pop() {
      guard chain.goesOn(with: queue.count) else {
        queue = DeliveryQueue()
        onError?(CallbackChain.error)
        break
      }
      do { try delivery.manager.receive(delivery.message) } catch { onError?(error) }
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
