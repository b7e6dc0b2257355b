import GeoCore
import GeoRegions

/// Beacons that the device sees: conditions of monitors, regions, and ranging.
///
/// - Source: RG-45 … RG-47.
extension Device {
  /// The monitor that keeps the regions of beacons has a name that no script can use.
  static let beaconRegionsName = ""

  private var beaconMonitor: ConditionMonitor? {
    waking.monitors.first { $0.name == Device.beaconRegionsName }
  }

  /// Takes a message about a beacon.
  func sightBeacon(_ message: DeviceMessage) {
    guard let json = try? JSONParser.parse(message.json),
      let beacon = try? CLBeacon(message: json, at: clock.now)
    else { return }
    if let identity = beacon.identity { seeBeacon(identity) }
    guard route.deliversLocations, isAwake else { return }
    var isRanging = false
    eachManager {
      $0.range(beacon)
      isRanging = isRanging || $0.services?.ranged.isEmpty == false
    }
    guard isRanging else { return }
    _ = madeServiceTimers.after(RangedBeacons.patience) { [unowned self] in
      eachManager { $0.forgetBeacons(at: clock.now) }
      deliver()
    }
  }

  // MARK: Regions

  /// The monitored regions of beacons.
  var beaconRegions: [CLBeaconRegion] {
    guard let monitor = beaconMonitor else { return [] }
    return monitor.identifiers.compactMap { beaconRegion(called: $0, monitor) }
  }

  /// The number of monitored regions, those of beacons among them.
  public var registeredRegionCount: Int {
    monitoredRegionCount + (waking.monitors.isEmpty ? 0 : beaconMonitor?.identifiers.count ?? 0)
  }

  private func beaconRegion(called identifier: String, _ monitor: ConditionMonitor) -> CLBeaconRegion? {
    guard let identity = monitor.record(of: identifier)?.condition.beacon else { return nil }
    let region = CLBeaconRegion(identity, identifier: identifier)
    let silent = waking.memory.silentBeacons[identifier]
    region.notifyOnEntry = silent?.entry != true
    region.notifyOnExit = silent?.exit != true
    region.isFrozen = true
    return region
  }

  /// Monitors a region of beacons; it replaces any other of its identifier, while an equal one keeps its state.
  func startMonitoring(_ region: CLBeaconRegion, for manager: CLLocationManager) {
    let monitored = region.reported(at: location)
    let condition = CLCondition(region.identity)
    let monitor = madeBeaconMonitor
    let flaw: NSError? =
      if region.identifier.isEmpty {
        CLError.regionMonitoringFailure.error("A region needs an identifier.")
      } else if region.options != .none {
        CLError.regionMonitoringFailure.error(
          "Region '\(region.identifier)' has options, which regions of beacons do not have.")
      } else if let error = hardwareFlaw {
        error
      } else if obstacle(to: condition, region.identifier, monitor) != nil {
        CLError.regionMonitoringFailure.error(
          "No room for region '\(region.identifier)': this device watches \(profile.regionLimit ?? 0) at most."
        )
      } else {
        nil
      }
    if let flaw { return monitoringFailed(monitored, flaw, manager, beacon: region.identity) }
    if regions.regions.slot(of: region.identifier) != nil { stopMonitoring(region.identifier) }
    askForLocation()
    let silent = (entry: !region.notifyOnEntry, exit: !region.notifyOnExit)
    waking.memory.silentBeacons[region.identifier] = silent.entry || silent.exit ? silent : nil
    add(condition, region.identifier, assuming: .unsatisfied, to: monitor)
    reportMonitoring(of: monitored, to: manager, beacon: region.identity)
  }

  private var madeBeaconMonitor: ConditionMonitor {
    if let beaconMonitor { return beaconMonitor }
    let monitor = ConditionMonitor(name: Device.beaconRegionsName, deviceName: name)
    waking.monitors.append(monitor)
    updateFollowers()
    return monitor
  }

  /// Stops monitoring the region of beacons of that identifier, if there is one.
  func stopMonitoringBeacons(_ identifier: String) {
    guard let beaconMonitor else { return }
    beaconMonitor.remove(identifier)
    waking.memory.silentBeacons[identifier] = nil
    waking.memory.beaconVisits[identifier] = nil
  }

  /// The state of a monitored region of beacons; nil for another region.
  func stateOfBeacons(_ identifier: String) -> RegionState? {
    (beaconMonitor?.record(of: identifier)?.lastEvent.state).map {
      $0 == .satisfied ? .inside : .outside
    }
  }

  /// Queues what has happened to regions of beacons.
  func reportBeacons(_ monitor: ConditionMonitor) {
    while let event = monitor.next() {
      guard event.state == .satisfied || event.state == .unsatisfied,
        let region = beaconRegion(called: event.identifier, monitor)
      else { continue }
      let isEntry = event.state == .satisfied
      if isEntry { crossings.enters += 1 } else { crossings.exits += 1 }
      let known = waking.memory.beaconVisits[event.identifier]
      let visit = isEntry ? newBeaconVisit(event) : known?.visit ?? 0
      waking.memory.beaconVisits[event.identifier] = isEntry ? (visit, event.date) : nil
      guard isEntry ? region.notifyOnEntry : region.notifyOnExit else { continue }
      let what = RegionEvent(
        kind: isEntry ? .enter : .exit, state: isEntry ? .inside : .outside, slot: .max, visit: visit,
        timestamp: event.date, visitDuration: isEntry ? 0 : known.map { event.date - $0.begin } ?? 0)
      let report = RegionReport(
        what, region.reported(at: location), time: clock.now, location: location, beacon: region.identity)
      eachManager { queueCrossing(report, for: $0) }
    }
  }

  private func newBeaconVisit(_ event: CLMonitorEvent) -> UInt64 {
    visitCount += 1
    var identifier = "beacon:" + event.identifier
    return identifier.withUTF8 { regions.nameHash.visit(of: $0, at: event.date, visitCount) }
  }
}
