import GeoCore
import GeoRegions

extension Device {
  /// Applies a change of what the user or the surroundings allow, and queues its consequences.
  func apply(_ setting: Setting) {
    var changed = settings
    switch setting {
    case .services(let enabled): changed.servicesEnabled = enabled
    case .network(let up): changed.networkUp = up
    case .airplane(let on): changed.airplaneMode = on
    case .authorization(let status):
      guard let status = CLAuthorizationStatus(rawValue: status) else { return }
      changed.authorization = status
    }
    let prompt = removePrompt(answeredBy: setting)
    let isTold = change(to: profile, changed)
    if let prompt { end(prompt, isTold: isTold) }
  }

  /// Applies a change of the device itself: hardware and limits first, then the switches one by one.
  ///
  /// Monitored regions stay so when a limit shrinks below them.
  func apply(_ change: ProfileChange) {
    var new = profile
    new.settings = settings
    change.apply(to: &new)
    hasChangedProfile = true
    let switches = new.settings
    new.settings = profile.settings
    self.change(to: new, settings)
    for setting in switches.changes(from: settings) { apply(setting) }
  }

  /// Activates another profile and other switches.
  ///
  /// - Returns: whether managers with updates were notified that there are none any more.
  @discardableResult
  private func change(to newProfile: DeviceProfile, _ newSettings: DeviceSettings) -> Bool {
    let oldStatus = settings.authorizationStatus
    let toldChanges = CLLocationManager.significantLocationChangeMonitoringAvailable(on: self)
    let oldFault = locationFault
    let oldRegionFault = regionFault
    let oldHeadingFault = headingFault
    profile = newProfile
    settings = newSettings
    route.deliversLocations = locationFault == nil
    route.watchesRegions = regionFault == nil
    updateRadios()
    let status = settings.authorizationStatus
    if status != oldStatus {
      eachManager { manager in
        guard
          manager.implements(.didChangeAuthorizationStatus)
            || manager.implements(.locationManagerDidChangeAuthorization)
        else { return }
        queue.append(manager, .authorization(status))
      }
    }
    if headingFault != oldHeadingFault, let fault = headingFault { headingsEnded(fault) }
    if regionFault != oldRegionFault { endMonitoring() }
    if toldChanges { reportIfChangesEnded() }
    guard locationFault != oldFault, let fault = locationFault else { return false }
    // Events in the meantime are unknown, so nothing can be derived for the next fix.
    lastKnown?.loseSignal()
    regions.loseSignal()
    fail(fault)
    return true
  }

  /// Regions always stay registered, but missed events are not replayed for a time in which they were not
  /// monitored.
  ///
  /// Without permission the app must not learn where the device has been. Apple's guide says that monitoring
  /// begins when permission is given and reports subsequent crossings. So states are forgotten, and regions
  /// get a new initial state silently. If only positions are missing (airplane mode, no network), the device
  /// keeps its last known state, and the next fix reports the crossing. Vanished hardware is reported for
  /// each region, because no status does.
  ///
  /// - Source: Location and Maps Programming Guide, "Region Monitoring and iBeacon", note on registering without
  ///   authorization.
  private func endMonitoring() {
    switch regionFault {
    case .regionMonitoringDenied: forgetStates()
    case .regionMonitoringFailure:
      forgetStates()
      let error = CLError.regionMonitoringFailure.error("This device cannot watch regions any more.")
      for region in regions.regions.regions.sorted(by: { $0.identifier < $1.identifier }) {
        eachManager { manager in
          if manager.implements(.monitoringDidFailForRegion) { monitoringFailed(region, error, manager) }
        }
      }
    default: break
    }
  }

  private func forgetStates() {
    regions.forgetStates()
    for monitor in waking.monitors { monitor.forgetStates() }
    for index in proximities.indices { proximities[index].state = .unknown }
  }

  /// Reports to the managers that wait for a location that there is none.
  func fail(_ error: CLError) { fail(code: error.rawValue) }

  func fail(code: Int) {
    let error = CLError.error(code: code)
    eachManager { if isAwake, $0.isListening { $0.locationFailed(error) } }
  }
}

extension DeviceSettings {
  /// The settings that change `old` to this.
  fileprivate func changes(from old: DeviceSettings) -> [Setting] {
    var changes: [Setting] = []
    if servicesEnabled != old.servicesEnabled { changes.append(.services(enabled: servicesEnabled)) }
    if authorization != old.authorization { changes.append(.authorization(authorization.rawValue)) }
    if networkUp != old.networkUp { changes.append(.network(up: networkUp)) }
    if airplaneMode != old.airplaneMode { changes.append(.airplane(on: airplaneMode)) }
    return changes
  }
}

extension RegionMonitor {
  /// All regions get a new initial state at the next fix, as if they had just been registered.
  mutating func forgetStates() {
    resolvedLimit = 0
    unknown = []
    inside = []
    visits = []
    guard hasWatchState else { return }
    watchState.watches = []
    watchState.unresolved = []
    watchState.lastFix = nil
    updateDeadline()
  }
}
