import GeoCore
import GeoRegions

/// Another watched device, and whether it is near.
public struct Proximity {
  let watch: ProximityWatch
  var state = RegionState.unknown
  var visit: UInt64 = 0
  var begin: TimeInterval = 0
  var position: NeighborPosition?
}

extension Device {
  /// Enters the group of devices that it can watch, and that can watch it; nil to leave it.
  public func join(_ group: ProximityGroup?) {
    neighbors = group
    isWatched = group?.isWatched(name) ?? false
  }

  /// The devices that can watch each other, including this one; nil if they are on several threads.
  public var proximityGroup: ProximityGroup? { neighbors ?? member?.group?.proximity }

  func startMonitoringProximity(_ watch: ProximityWatch, for manager: CLLocationManager) {
    let refusal = watch.flaw(for: name).map { CLError.regionMonitoringFailure.error($0) }
    if let error = refusal ?? hardwareFlaw ?? missingProximityGroup {
      return monitoringFailed(region(of: Proximity(watch: watch)), error, manager, proximity: watch)
    }
    askForLocation()
    if let index = proximityIndex(of: watch.device) {
      // An equal watch keeps its state, like an equal region.
      guard proximities[index].watch != watch else { return }
      let position = proximities[index].position
      proximities[index] = Proximity(watch: watch, position: position)
    } else {
      add(watch)
    }
    reportMonitoring(of: region(of: Proximity(watch: watch)), to: manager, proximity: watch)
  }

  /// An app that has ended is launched by what it watched; one that ran says again what it watches.
  func resumeProximities() {
    for snapshot in earlierRun.proximities { add(snapshot.watch) }
  }

  /// Adds a watch, which continues as an earlier run left an equal one.
  private func add(_ watch: ProximityWatch) {
    var made = Proximity(watch: watch, position: proximityGroup?.add(self, watching: watch.device))
    if let kept = earlierRun.proximities.firstIndex(where: { $0.watch == watch }) {
      made.restore(earlierRun.proximities.remove(at: kept))
    }
    proximities.append(made)
    // Sorted by name, so that the order of one fix's events does not depend on registration.
    proximities.sort { $0.watch.device < $1.watch.device }
  }

  func stopMonitoringProximity(_ device: String) {
    queue.dropRegion(ProximityWatch.prefix + device)
    guard let index = proximityIndex(of: device) else { return }
    proximities.remove(at: index)
    proximityGroup?.remove(self, watching: device)
  }

  /// The index of a device's watch; watches are sorted by name.
  private func proximityIndex(of device: String) -> Int? {
    var (low, high) = (0, proximities.count)
    while low < high {
      let middle = (low + high) / 2
      if proximities[middle].watch.device < device { low = middle + 1 } else { high = middle }
    }
    return low < proximities.count && proximities[low].watch.device == device ? low : nil
  }

  private var missingProximityGroup: NSError? {
    proximityGroup == nil
      ? CLError.regionMonitoringFailure.error("Proximity needs all devices on one thread: run with --jobs 1.")
      : nil
  }

  /// Takes a fix of a watched device: advances this device's clock to `time`, then evaluates the distance.
  func neighborMoved(_ device: String, to position: NeighborPosition, at time: TimeInterval) {
    guard hooks.onStart == nil || life.state == .terminated, let index = proximityIndex(of: device) else {
      return
    }
    // This device's own earlier events come first, as far as its window releases them.
    makeReady(by: time)
    proximityGroup?.drain(self)
    if earliestDeadline <= time { advance(to: time) } else { clock.move(to: time) }
    guard index < proximities.count, proximities[index].watch.device == device else { return }
    proximities[index].position = position
    guard route.watchesRegions, let report = judge(&proximities[index]) else { return }
    wake()
    eachManager { queue.append($0, .region(report)) }
    deliver()
  }

  /// Evaluates all distances after a fix of this device.
  func proximityReports() -> [RegionReport] {
    guard route.watchesRegions else { return [] }
    var reports: [RegionReport] = []
    for index in proximities.indices {
      if let report = judge(&proximities[index]) { reports.append(report) }
    }
    return reports
  }

  /// Decides by the two last positions; nil if nothing changes. The first decision only sets the initial
  /// state.
  private func judge(_ proximity: inout Proximity) -> RegionReport? {
    guard let own = lastKnown, let other = proximity.position else { return nil }
    let watch = proximity.watch
    guard clock.now - other.timestamp <= watch.maximumAge, clock.now - own.timestamp <= watch.maximumAge
    else { return nil }
    func isWithin(_ meters: CLLocationDistance) -> Bool {
      Geodesic.isWithin(meters, from: own.fix.coordinate, to: other.coordinate)
    }
    let old = proximity.state
    if old != .inside, isWithin(watch.radius) {
      proximity.state = .inside
      proximity.begin = clock.now
      proximity.visit = newVisit(of: watch)
      guard old == .outside else { return nil }
      crossings.enters += 1
      return report(.enter, proximity)
    }
    if old != .outside, !isWithin(old == .inside ? watch.exitRadius : watch.radius) {
      proximity.state = .outside
      guard old == .inside else { return nil }
      crossings.exits += 1
      return report(.exit, proximity, duration: clock.now - proximity.begin)
    }
    return nil
  }

  private func newVisit(of watch: ProximityWatch) -> UInt64 {
    visitCount += 1
    var identifier = watch.identifier
    return identifier.withUTF8 { regions.nameHash.visit(of: $0, at: clock.now, visitCount) }
  }

  private func report(
    _ kind: RegionEvent.Kind, _ proximity: Proximity, duration: TimeInterval = 0
  ) -> RegionReport {
    let event = RegionEvent(
      kind: kind, state: proximity.state, slot: .max, visit: proximity.visit, timestamp: clock.now,
      visitDuration: duration)
    return RegionReport(
      event, region(of: proximity), time: clock.now, location: location, proximity: proximity.watch)
  }

  /// The circle around the other device's current position; invalid while that is unknown.
  private func region(of proximity: Proximity) -> MonitoredRegion {
    MonitoredRegion(
      identifier: proximity.watch.identifier,
      center: proximity.position?.coordinate ?? kCLLocationCoordinate2DInvalid, radius: proximity.watch.radius
    )
  }
}
