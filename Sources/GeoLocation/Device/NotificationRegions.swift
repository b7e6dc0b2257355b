public import GeoCore
import GeoRegions

/// Watches the regions of notifications for an app: only crossings count, as region monitoring finds them.
///
/// The device keeps the regions and their states, whether or not its app runs. They are not among the regions that the
/// app monitors, and call none of its delegates.
///
/// Owner: what brings the notifications.
///
/// - Source: Apple's reference of `UNLocationNotificationTrigger`; LU-32.
public final class NotificationRegions {
  /// No script can name a monitor so.
  package static let monitorName = "\0notifications"

  private struct Watched {
    let region: MonitoredRegion
    let beacon: CLBeaconIdentity?
  }

  private let monitor: ConditionMonitor
  private weak var device: Device?
  private var watched: [String: Watched] = [:]
  private let onCrossing: (String) throws -> Void

  /// - Parameter onCrossing: called with the identifier of a notification, in a turn of its own that counts as the
  ///   callback of its region.
  /// - Errors: ``GeoError`` if the app has such an object already.
  public init(_ device: Device, onCrossing: @escaping (String) throws -> Void) throws(GeoError) {
    monitor = try device.openMonitor(NotificationRegions.monitorName)
    self.device = device
    self.onCrossing = onCrossing
    listen()
  }

  /// Watches a region for a notification. An equal one under the same identifier keeps its state.
  public func watch(_ region: CLRegion, identifier: String) {
    guard let device else { return }
    let beacons = region as? CLBeaconRegion
    var condition = beacons.map { CLCondition($0.identity) } ?? CLCondition(region)
    condition.region?.buffer = device.profile.minimumRegionBuffer
    watched[identifier] = Watched(
      region: beacons?.reported(at: device.location) ?? region.monitored(desiredAccuracy: 0),
      beacon: beacons?.identity)
    // A region's first determination is no crossing; the first sighting of a beacon is one (RG-46).
    device.add(condition, identifier, assuming: beacons == nil ? .unknown : .unsatisfied, to: monitor)
  }

  /// Forgets the region of a notification; does nothing if there is none.
  public func forget(_ identifier: String) {
    watched[identifier] = nil
    monitor.remove(identifier)
  }

  private func listen() {
    monitor.receiver = { [weak self] event in
      guard let self else { return }
      handle(event)
      while let next = monitor.next() { handle(next) }
      listen()
    }
  }

  private func handle(_ event: CLMonitorEvent) {
    guard let device else { return }
    guard let watched = watched[event.identifier] else {
      // A notification of an earlier launch that this one has not asked for.
      return monitor.remove(event.identifier)
    }
    if let obstacle = event.obstacle { return device.report(obstacle, to: watched.region) }
    let before = monitor.visibleRecord(of: event.identifier)?.lastEvent.state
    let isEntry = event.state == .satisfied
    guard isEntry ? before == .unsatisfied : before == .satisfied && event.state == .unsatisfied,
      isEntry ? watched.region.notifyOnEntry : watched.region.notifyOnExit
    else { return }
    let crossing = RegionEvent(
      kind: isEntry ? .enter : .exit, state: isEntry ? .inside : .outside, slot: .max, visit: 0,
      timestamp: event.date, visitDuration: 0)
    let report = RegionReport(
      crossing, watched.region, time: device.clock.now, location: device.location, beacon: watched.beacon)
    _ = device.clock.after(0) { [weak self, weak device] in
      guard let self, let device else { return }
      device.currentRegionEvent = report
      defer { device.currentRegionEvent = nil }
      try onCrossing(event.identifier)
    }
  }
}

extension Device {
  /// Tells the user why a region of a notification is not watched.
  fileprivate func report(_ obstacle: CLMonitorObstacle, to region: MonitoredRegion) {
    let reason =
      switch obstacle {
      case .conditionLimitExceeded: "No room: this device watches \(profile.regionLimit ?? 0) at most."
      case .conditionUnsupported: "This device cannot watch such a region."
      }
    hooks.onNotice?(
      self, .monitoringFailed(region: region.identifier, reason: reason, isDenied: false))
  }
}
