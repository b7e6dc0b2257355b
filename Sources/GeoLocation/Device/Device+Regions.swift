import GeoCore
public import GeoRegions

extension Device {
  /// Where the device is relative to one of its regions; unknown for a region that it does not monitor.
  package func state(ofRegion identifier: String) -> RegionState { regions.state(of: identifier) }

  /// The regions that did not report what happened at their edges, and why.
  package var silencedRegions: [(region: MonitoredRegion, reason: SilencedReason)] { regions.silencedRegions }

  func startMonitoring(_ region: MonitoredRegion, for manager: CLLocationManager) {
    let region = withBuffer(hooks.onRegister?(region) ?? region)
    if let error = hardwareFlaw ?? flaw(in: region) ?? roomFlaw(for: region, in: regions.regions) {
      return monitoringFailed(region, error, manager)
    }
    if hasEarlierRegions { earlierRun.regions?.claim(region.identifier) }
    askForLocation()
    stopMonitoringBeacons(region.identifier)
    // Registers even without permission: monitoring begins when it is granted; see `endMonitoring`.
    monitor(regions.regions.adding(region))
    reportMonitoring(of: region, to: manager)
  }

  /// Reports to a manager, after the user has answered, whether the region that it registered is monitored.
  func reportMonitoring(
    of region: MonitoredRegion, to manager: CLLocationManager, proximity: ProximityWatch? = nil,
    beacon: CLBeaconIdentity? = nil
  ) {
    if awaitsRegionPermission {
      prompts.regions.append(
        PromptedRegion(region: region, manager: manager, proximity: proximity, beacon: beacon))
    } else if let fault = regionFault {
      monitoringFailed(region, fault.error(), manager, proximity: proximity, beacon: beacon)
    } else if manager.implements(.didStartMonitoringForRegion) {
      let report = RegionReport(
        .didStartMonitoringForRegion, region, time: clock.now, proximity: proximity, beacon: beacon)
      queue.append(manager, .region(report))
    }
  }

  func startMonitoring(_ set: RegionSet, for manager: CLLocationManager) {
    let set = registered(set)
    // Thousands of devices register the same set: only the first checks each region.
    let limit = profile.maximumRegionMonitoringDistance
    let isChecked = regionObjects.checkedSets[set] == limit
    let tellsStart = manager.implements(.didStartMonitoringForRegion)
    if profile.monitorsRegions { askForLocation() }
    if isChecked || set.regions.allSatisfy({ flaw(in: $0) == nil }), regionFault == nil, takesSetsAsTheyAre {
      regionObjects.checkedSets[set] = limit
      if hasEarlierRegions { earlierRun.regions?.claimAll(of: set) }
      monitor(regions.regions.adding(contentsOf: set))
      guard tellsStart else { return }
      for region in set.regions {
        queue.append(manager, .region(RegionReport(.didStartMonitoringForRegion, region, time: clock.now)))
      }
    } else {
      for region in set.regions { startMonitoring(region, for: manager) }
    }
  }

  /// The set with what is monitored instead of its regions.
  private func registered(_ set: RegionSet) -> RegionSet {
    guard let onRegister = hooks.onRegister else { return set }
    return RegionSet.empty.adding(contentsOf: set.regions.map(onRegister))
  }

  /// Whether regions of an earlier run wait to be registered again.
  private var hasEarlierRegions: Bool { earlierRun.regions != nil }

  private func monitor(_ set: RegionSet) {
    let wasWatching = monitoredRegionCount > 0
    regions.monitor(set)
    if wasWatching != (monitoredRegionCount > 0) { updateRadios() }
  }

  /// Monitors the regions of a set for all managers of the app, as far as this device can.
  public func watch(_ set: RegionSet) {
    let set = registered(set)
    if let error = hardwareFlaw {
      for region in set.regions.prefix(1) { queueFailure(region, error) }
      return
    }
    if hasEarlierRegions { earlierRun.regions?.claimAll(of: set) }
    // Thousands of devices monitor the same set: only the first checks each region.
    let limit = profile.maximumRegionMonitoringDistance
    let isChecked = regionObjects.checkedSets[set] == limit
    if takesSetsAsTheyAre, isChecked || set.regions.allSatisfy({ flaw(in: $0) == nil }) {
      regionObjects.checkedSets[set] = limit
      monitor(regions.regions.adding(contentsOf: set))
    } else {
      for region in set.regions {
        if let error = flaw(in: region) ?? roomFlaw(for: region, in: regions.regions) {
          queueFailure(region, error)
        } else {
          monitor(regions.regions.adding(withBuffer(region)))
        }
      }
    }
  }

  /// Returns the monitored region of that identifier; nil if none is.
  package func monitoredRegion(called identifier: String) -> MonitoredRegion? {
    regions.regions.slot(of: identifier).map { regions.regions.region(at: $0) }
  }

  func stopMonitoring(_ identifier: String) {
    queue.dropRegion(identifier)
    stateRequests.remove(identifier)
    stopMonitoringBeacons(identifier)
    monitor(regions.regions.removing(identifier: identifier))
  }

  func requestState(of region: CLRegion, for manager: CLLocationManager) {
    if let beacons = region as? CLBeaconRegion {
      let state = stateOfBeacons(beacons.identifier) ?? .unknown
      return determined(state, beacons.reported(at: location), manager, beacons.identity)
    }
    guard let slot = regions.regions.slot(of: region.identifier) else {
      // Not monitored: decided by the last location, if the app may know it.
      let isInside = (route.deliversLocations ? lastKnown : nil).map { region.contains($0.fix.coordinate) }
      let state = isInside.map { $0 ? RegionState.inside : .outside } ?? .unknown
      return determined(state, region.monitored(desiredAccuracy: 0), manager)
    }
    let state = regions.requestState(of: region.identifier)
    if state == .unknown {
      stateRequests.add(region.identifier, from: manager)
    } else {
      determined(state, regions.regions.region(at: slot), manager)
    }
  }

  private func determined(
    _ state: RegionState, _ region: MonitoredRegion, _ manager: CLLocationManager,
    _ beacon: CLBeaconIdentity? = nil
  ) {
    guard manager.implements(.didDetermineState) else { return }
    let report = RegionReport(
      .didDetermineState, region, time: clock.now, state: state, beacon: beacon)
    queue.append(manager, .region(report))
  }

  /// Queues a report about a region for a manager; the state that a crossing leads to follows if the delegate has
  /// `didDetermineState`.
  ///
  /// - Source: RG-22, and Apple's reference of `locationManager(_:didDetermineState:for:)`.
  func queueCrossing(_ report: RegionReport, for manager: CLLocationManager) {
    queue.append(manager, .region(report))
    guard report.callback == .didEnterRegion || report.callback == .didExitRegion,
      report.proximity == nil, manager.implements(.didDetermineState)
    else { return }
    let state: RegionState = report.callback == .didEnterRegion ? .inside : .outside
    let determined = RegionReport(
      .didDetermineState, report.region, time: clock.now, state: state, beacon: report.beacon)
    queue.append(manager, .region(determined))
  }

  /// Converts the monitor's events, in its order, to the reports for the delegates.
  func reports(of events: [RegionEvent]) -> [RegionReport] {
    guard !events.isEmpty else { return [] }
    let (set, location) = (regions.regions, location)
    return events.map { event in
      switch event.kind {
      case .enter: crossings.enters += 1
      case .exit: crossings.exits += 1
      case .dwell: crossings.dwells += 1
      case .determined: break
      }
      return RegionReport(event, set.region(at: event.slot), time: clock.now, location: location)
    }
  }

  private func queueFailure(_ region: MonitoredRegion, _ error: NSError) {
    hooks.onNotice?(
      self,
      .monitoringFailed(
        region: region.identifier, reason: error.localizedDescription,
        isDenied: error.code == CLError.regionMonitoringDenied.rawValue))
  }

  func monitoringFailed(
    _ region: MonitoredRegion, _ error: NSError, _ manager: CLLocationManager,
    proximity: ProximityWatch? = nil, beacon: CLBeaconIdentity? = nil
  ) {
    guard manager.implements(.monitoringDidFailForRegion) else { return queueFailure(region, error) }
    let report = RegionReport(
      .monitoringDidFailForRegion, region, time: clock.now, error: error, proximity: proximity,
      beacon: beacon)
    queue.append(manager, .region(report))
  }

  /// Whether this device has no limit that concerns each region of a set.
  private var takesSetsAsTheyAre: Bool { profile.regionLimit == nil && profile.minimumRegionBuffer == 0 }

  private func withBuffer(_ region: MonitoredRegion) -> MonitoredRegion {
    var region = region
    region.buffer = max(region.buffer, profile.minimumRegionBuffer)
    return region
  }

  /// Why no region can ever be monitored on this device.
  var hardwareFlaw: NSError? {
    profile.monitorsRegions ? nil : CLError.regionMonitoringFailure.error("This device cannot watch regions.")
  }

  /// Why a region can never be monitored on this device.
  private func flaw(in region: MonitoredRegion) -> NSError? {
    let limit = profile.maximumRegionMonitoringDistance
    let sentence: String? =
      if region.identifier.isEmpty {
        "A region needs an identifier."
      } else if !CLLocationCoordinate2DIsValid(region.center) {
        "The center of region '\(region.identifier)' is not a place on the earth: latitude \(region.center.latitude), longitude \(region.center.longitude)."
      } else if !(region.radius > 0) {
        "The radius of region '\(region.identifier)' must be above 0 m, got \(region.radius)."
      } else if region.radius > limit {
        "The \(region.shape == nil ? "radius" : "reach") of region '\(region.identifier)' is above the device's maximum of \(fixed(limit, 0)) m."
      } else if let flaw = region.traits?.options.flaw {
        "Region '\(region.identifier)' \(flaw)."
      } else {
        nil
      }
    return sentence.map { CLError.regionMonitoringFailure.error($0) }
  }

  /// Why there is no room for a region, unless it replaces another.
  private func roomFlaw(for region: MonitoredRegion, in set: RegionSet) -> NSError? {
    guard let limit = profile.regionLimit, set.count >= limit, set.slot(of: region.identifier) == nil else {
      return nil
    }
    return CLError.regionMonitoringFailure.error(
      "No room for region '\(region.identifier)': this device watches \(limit) at most.")
  }
}

extension CLRegionState {
  /// Both enumerations use the same numbers.
  init(_ state: RegionState) {
    self = CLRegionState(rawValue: state.rawValue) ?? .unknown
  }
}
