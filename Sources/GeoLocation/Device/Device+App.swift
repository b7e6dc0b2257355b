import GeoCore

extension Device {
  /// The stage of the app's life: an app in the background is suspended when its seconds are over.
  public var appState: AppState {
    life.state == .background && !life.runs(at: clock.now) ? .suspended : life.state
  }

  /// Whether a location event launched the current app after it had been terminated.
  public var wasLaunchedForLocation: Bool { life.wasLaunchedForLocation }

  /// Whether the app may run now.
  @inline(__always)
  var isAwake: Bool { life.runs(at: clock.now) }

  /// Lets the app run for its seconds in the background after it started, then suspends it.
  public func moveToBackground() {
    guard life.state != .terminated else { return }
    life.state = .background
    life.runsUntil = keepsRunning ? .infinity : clock.now + AppLifecycle.allowance
    updateRadios()
  }

  /// Applies a change of the app's state by the user or the system.
  func apply(_ state: AppState) {
    switch state {
    case .foreground: moveToForeground()
    case .background:
      if life.state == .terminated { launch() }
      moveToBackground()
    case .suspended:
      guard life.state != .terminated else { return }
      moveToBackground()
      // An app that navigates in the background is not suspended.
      if life.runsUntil < .infinity { life.runsUntil = -.infinity }
      updateRadios()
    case .terminated: terminate()
    }
  }

  /// An app with background updates keeps running there (BG-6).
  private var keepsRunning: Bool {
    managers.entries.contains {
      guard let manager = $0.manager else { return false }
      let isUpdating = manager.isUpdatingLocation || manager.request != nil
      return isUpdating && (manager.allowsBackgroundLocationUpdates || life.activitySessions > 0)
    }
  }

  /// Begins or ends a session in which updates keep the app running in the background.
  func changeActivitySessions(by change: Int) {
    life.activitySessions = max(0, life.activitySessions + change)
    guard life.state == .background, isAwake else { return }
    if keepsRunning {
      life.runsUntil = .infinity
    } else if life.runsUntil == .infinity {
      life.runsUntil = clock.now + AppLifecycle.allowance
    }
    updateRadios()
  }

  private func moveToForeground() {
    // A launched app gets the last known location from its own start.
    if life.state == .terminated { launch() }
    let wasAwake = isAwake
    life.state = .foreground
    life.runsUntil = .infinity
    updateRadios()
    guard !wasAwake, route.deliversLocations, let location else { return }
    // Missed updates arrive as one, the newest.
    eachManager { manager in
      guard manager.isUpdatingLocation, !manager.isPaused, manager.deliveredLocation !== location else {
        return
      }
      queue.append(manager, .location(location))
    }
  }

  /// Handles an event that the app is registered for: the app runs for its seconds, launched again if it was
  /// terminated.
  func wake() {
    guard life.state != .foreground, life.runsUntil < .infinity else { return }
    if life.state == .terminated { launch(forLocation: true) }
    life.state = .background
    life.runsUntil = keepsRunning ? .infinity : clock.now + AppLifecycle.allowance
    updateRadios()
  }

  private func launch(forLocation: Bool = false) {
    life.state = .background
    life.runsUntil = .infinity
    life.wasLaunchedForLocation = forLocation
    guard let start = hooks.onStart else { return }
    hooks.onStart = nil
    start()
  }

  /// Terminates the app: its managers, timers and waiting callbacks are discarded; its regions stay
  /// monitored.
  package func terminate() {
    guard life.state != .terminated else { return }
    life.state = .terminated
    life.runsUntil = -.infinity
    life.wasLaunchedForLocation = false
    abandonApp()
    hooks.rare.onTerminate?()
  }

  /// Lets go of all that the app has begun: its managers, timers, maps and waiting callbacks; nothing calls it again.
  ///
  /// The host calls it after a main chunk that failed (HO-31). Regions stay under watch.
  public func abandonApp() {
    clock.cancelAll()
    abandonCalls()
  }

  /// The same for a member that leaves its group, whose clock goes on.
  func abandonCalls() {
    queue = DeliveryQueue()
    stateRequests = StateRequests()
    prompts.dismiss()
    for entry in managers.entries {
      entry.manager?.deviceReference = nil
      entry.manager?.onHoldChange = nil
    }
    managers.entries = []
    managerNumbers = ManagerNumbers()
    closeScreen()
    closeGeocoding()
    closeMonitors()
    closeApproaches()
    life.activitySessions = 0
    endCalibrationIfUnused()
    updateListenerCount()
    hooks.rare.onMessage = nil
    group?.onMessage = nil
    hooks.rare.continueTasks = nil
  }

  /// Terminates an app that has been suspended too long, if the host allows it.
  func unloadIfIdle(at time: TimeInterval) {
    guard unloadsIdleApp, life.state == .background, time > life.runsUntil + AppLifecycle.patience else {
      return
    }
    terminate()
  }
}
