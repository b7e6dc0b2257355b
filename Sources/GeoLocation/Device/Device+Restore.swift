public import GeoRegions

extension Device {
  /// Restores a snapshot before the first event.
  ///
  /// - Parameter set: the regions that it monitored.
  public func restore(_ snapshot: Snapshot, regions set: RegionSet, _ resumption: Resumption) {
    // The clock goes back only to where an interrupted run left it.
    setClock(to: resumption.continuesClock ? snapshot.clock : max(clock.now, snapshot.clock))
    regions = RegionMonitor(deviceName: name, regions: set, restoring: snapshot.regions)
    earlierRun.regions = RestoredRegions(set: set)
    restoreServices(snapshot)
    if !snapshot.proximities.isEmpty { earlierRun.proximities = snapshot.proximities }
    visitCount = snapshot.proximityVisits
    if !snapshot.geocoding.isEmpty { madeGeocodeQueue.memory = snapshot.geocoding }
    if !snapshot.attributes.isEmpty { attributes.messages = snapshot.attributes }
    if !snapshot.monitors.isEmpty { monitorSnapshots = snapshot.monitors }
    if !snapshot.approaches.isEmpty { earlierRun.approaches = snapshot.approaches }
    if resumption.continuesClock, !snapshot.managers.isEmpty {
      (earlierRun.managers, earlierRun.clock) = (snapshot.managers, snapshot.clock)
    }
    lastKnown = snapshot.lastKnown.map(LastKnownLocation.init)
    // The maximum speed comes from the app, which starts before the next fix.
    if !snapshot.fastTimestamp.isNaN {
      speedGate = SpeedGate(holding: .init(fix: snapshot.fastFix, timestamp: snapshot.fastTimestamp))
    }
    var held = snapshot.window
    for index in held.held.indices { held.held[index].event.device = id }
    for index in held.suspect.indices { held.suspect[index].device = id }
    for index in held.strays.indices { held.strays[index].device = id }
    held.last?.device = id
    window = ReorderWindow(
      policy: window.policy, restoring: held, hearsAgain: !resumption.continuesInput)
    if resumption.continuesInput { resumeSwitches(snapshot) }
    updateRadios()
    guard snapshot.hasStarted else { return }
    if resumption.continuesClock {
      resumeApp(snapshot)
    } else if resumption.waitsForEvents {
      life.state = .terminated
      life.runsUntil = -.infinity
    }
    if life.state == .terminated { resumeProximities() }
  }

  /// Services that wake an app continue until the app stops them.
  private func restoreServices(_ snapshot: Snapshot) {
    if snapshot.monitorsSignificantChanges { waking.services.insert(.significantChanges) }
    if snapshot.monitorsVisits { waking.services.insert(.visits) }
    if !snapshot.significantTime.isNaN {
      waking.memory.lastSignificant = (snapshot.significantCoordinate, snapshot.significantTime)
    }
    visitSnapshot = snapshot.visits
  }

  /// Restores switches and hardware as earlier events left them.
  private func resumeSwitches(_ snapshot: Snapshot) {
    settings = snapshot.settings
    if let changed = snapshot.profile {
      profile = changed
      hasChangedProfile = true
    }
    route.deliversLocations = locationFault == nil
    route.watchesRegions = regionFault == nil
  }

  /// The app continues at its stage of life; one that was running restarts before its next event.
  private func resumeApp(_ snapshot: Snapshot) {
    var resumed = AppLifecycle()
    resumed.state = snapshot.appState
    resumed.runsUntil = snapshot.runsUntil
    resumed.wasLaunchedForLocation = snapshot.wasLaunchedForLocation
    if snapshot.appState == .terminated {
      life = resumed
    } else {
      life.wasLaunchedForLocation = snapshot.wasLaunchedForLocation
      earlierRun.interruption = (clock: snapshot.clock, life: resumed)
    }
  }

  /// Whether the app restarts in the middle of an interrupted run: earlier reports are not repeated.
  package var isGoingOn: Bool { earlierRun.interruption != nil }

  /// The last location that the app got before the interruption; nil if it slept.
  package var toldLocation: CLLocation? {
    guard let past = earlierRun.interruption, past.life.runs(at: past.clock) else { return nil }
    return location
  }

  /// The identifiers of regions from an earlier run that the app has not registered again.
  public var unclaimedRegions: [String] {
    if let group { return hooks.onStart == nil ? group.unclaimedRegions : [] }
    guard let restored = earlierRun.regions, hooks.onStart == nil else { return [] }
    return restored.unclaimed(in: regions.regions)
  }
}
