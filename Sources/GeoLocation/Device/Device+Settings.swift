import GeoCore
import GeoRegions

extension Device {
  /// Applies a change of what the user or the surroundings allow, and queues what it causes.
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
  /// Regions that are watched stay so when a limit shrinks below them.
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

  /// Puts another profile and other switches in force.
  ///
  /// - Returns: whether those who listen to updates were told that there are none any more.
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
        guard manager.implements(.didChangeAuthorizationStatus) else { return }
        queue.append(manager, .authorization(status))
      }
    }
    if headingFault != oldHeadingFault, let fault = headingFault { headingsEnded(fault) }
    if regionFault != oldRegionFault { endMonitoring() }
    if toldChanges { reportIfChangesEnded() }
    guard locationFault != oldFault, let fault = locationFault else { return false }
    // What happens meanwhile is unknown, so the next fix has nothing to be derived from.
    lastKnown?.loseSignal()
    regions.loseSignal()
    fail(fault)
    return true
  }

  /// Regions stay registered whatever happens, but nothing is made up for a time in which they were not watched.
  ///
  /// Without permission the app is not to learn where the device has been: Apple's guide says that monitoring begins
  /// when permission is given and reports subsequent crossings. So states are forgotten and settle anew, silently.
  /// Where only positions are missing (airplane mode, no network) the device stays where it was last known to be, and
  /// the next fix tells the crossing. Hardware that vanishes is told for each region: no status says so.
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
    for index in proximities.indices { proximities[index].state = .unknown }
  }

  /// Tells the managers that wait for a location that there is none.
  func fail(_ error: CLError) { fail(code: error.rawValue) }

  func fail(code: Int) {
    let error = CLError.error(code: code)
    eachManager { if isAwake, $0.isListening { $0.locationFailed(error) } }
  }
}

extension DeviceSettings {
  /// The events that make these of `old`.
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
  /// All regions settle at the next fix, as if they had just been registered.
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
