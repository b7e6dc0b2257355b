import Geo
import GeoLua

/// What the automatic picture shows of a device.
struct DeviceWay: Sendable {
  let device: DeviceID
  let name: String
  var way: Way
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
final class WayRecorder {
  /// Of more devices no way is kept.
  static let mostDevices = 5_000
  /// Alerts that are kept of a device.
  static let mostAlerts = 200

  private var records: [UInt32: WayRecord] = [:]

  /// Places that are kept of a device.
  private static func limit(_ device: DeviceID) -> Int {
    switch device.index {
    case ..<100: 16_384
    case ..<1_000: 1_024
    default: 256
    }
  }

  /// Returns what keeps the way of a device; nil for one too many.
  func record(of device: DeviceID) -> WayRecord? {
    if let known = records[device.index] { return known }
    guard device.index < WayRecorder.mostDevices else { return nil }
    let record = WayRecord(Way(limit: WayRecorder.limit(device)))
    records[device.index] = record
    return record
  }
}

/// One device's.
final class WayRecord: WayKeeper {
  private var way: Way
  private var alerts: [DeviceWay.Alert] = []
  private var moreAlerts = 0
  private var regions: [MonitoredRegion] = []
  private var regionNames: Set<String> = []

  init(_ way: Way) { self.way = way }

  func moved(to coordinate: CLLocationCoordinate2D, at time: TimeInterval) { way.add(coordinate, at: time) }
  func lostSignal() { way.interrupt() }

  /// Notes an alert, and the region that it is about: that may not be watched any more at the end.
  func add(_ alert: Alert, on device: Device) {
    guard alerts.count < WayRecorder.mostAlerts, let coordinate = alert.location?.coordinate else {
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

  func summary(_ device: Device) -> DeviceWay {
    var summary = DeviceWay(device: device.id, name: device.name, way: way)
    summary.alerts = alerts
    summary.moreAlerts = moreAlerts
    summary.regions = regions
    summary.watched = device.monitoredSet
    return summary
  }
}

extension Worker {
  /// What the automatic picture is made of, by device.
  func ways() -> [DeviceWay] {
    copies.compactMap { copy in
      guard let copy else { return nil }
      return recorder?.record(of: copy.device.id)?.summary(copy.device)
    }
  }
}
