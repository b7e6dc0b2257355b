import Geo
import GeoLua

/// What the automatic picture shows of a device.
struct DeviceTrack: Sendable {
  let device: DeviceID
  let name: String
  var track: Track
  var alerts: [Alert] = []
  /// Alerts beyond those.
  var moreAlerts = 0
  /// The regions whose alerts are among those.
  var regions: [MonitoredRegion] = []
  /// What it watched at the end.
  var watched = RegionSet.empty

  struct Alert: Sendable {
    var time: TimeInterval
    var title: String
    var coordinate: CLLocationCoordinate2D
  }
}

/// Keeps the ways of a worker's devices while they run.
///
/// How much is kept of a device depends on its number alone, so that the picture does not depend on `--jobs`.
final class TrackRecorder {
  /// Of more devices no way is kept.
  static let mostDevices = 5_000
  /// Alerts that are kept of a device.
  static let mostAlerts = 200

  private var records: [UInt32: TrackRecord] = [:]

  /// Places that are kept of a device.
  private static func limit(_ device: DeviceID) -> Int {
    switch device.index {
    case ..<100: 16_384
    case ..<1_000: 1_024
    default: 256
    }
  }

  /// Returns what keeps the way of a device; nil for one too many.
  func record(of device: DeviceID) -> TrackRecord? {
    if let known = records[device.index] { return known }
    guard device.index < TrackRecorder.mostDevices else { return nil }
    let record = TrackRecord(Track(limit: TrackRecorder.limit(device)))
    records[device.index] = record
    return record
  }
}

/// One device's.
final class TrackRecord: TrackObserver {
  private var track: Track
  private var alerts: [DeviceTrack.Alert] = []
  private var moreAlerts = 0
  private var regions: [MonitoredRegion] = []
  private var regionNames: Set<String> = []

  init(_ track: Track) { self.track = track }

  func moved(to coordinate: CLLocationCoordinate2D, at time: TimeInterval) { track.add(coordinate, at: time) }
  func lostSignal() { track.interrupt() }

  /// Notes an alert, and the region that it is about: that may not be watched any more at the end.
  func add(_ alert: Alert, on device: Device) {
    guard alerts.count < TrackRecorder.mostAlerts, let coordinate = alert.location?.coordinate else {
      moreAlerts += 1
      return
    }
    alerts.append(.init(time: alert.time, title: alert.title, coordinate: coordinate))
    guard let name = alert.region, !regionNames.contains(name) else { return }
    let set = device.monitoredSet
    guard let slot = set.slot(of: name) else { return }
    regionNames.insert(name)
    regions.append(set.region(at: slot))
  }

  func summary(_ device: Device) -> DeviceTrack {
    var summary = DeviceTrack(device: device.id, name: device.name, track: track)
    summary.alerts = alerts
    summary.moreAlerts = moreAlerts
    summary.regions = regions
    summary.watched = device.monitoredSet
    return summary
  }
}

extension Worker {
  /// What the automatic picture is made of, by device.
  func tracks() -> [DeviceTrack] {
    instances.compactMap { instance in
      guard let instance else { return nil }
      return recorder?.record(of: instance.device.id)?.summary(instance.device)
    }
  }
}
