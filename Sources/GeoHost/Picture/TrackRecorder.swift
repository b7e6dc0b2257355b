import Geo
import GeoDelivery
import GeoLua

/// What the automatic picture shows of a device.
struct DeviceTrack: Sendable {
  let device: DeviceID
  let name: String
  var track: Track
  var alerts: [Alert] = []
  /// The number of further alerts.
  var moreAlerts = 0
  /// The regions of these alerts.
  var regions: [MonitoredRegion] = []
  /// The regions that it watched at the end.
  var watched = RegionSet.empty

  struct Alert: Sendable {
    var time: TimeInterval
    var title: String
    var coordinate: CLLocationCoordinate2D
  }
}

/// Records the tracks of a worker's devices.
///
/// How much it keeps of a device depends only on the device's number, so that `--jobs` does not change the
/// picture.
final class TrackRecorder {
  /// Devices beyond this number have no track.
  static let mostDevices = 5_000
  /// The most alerts kept of a device.
  static let mostAlerts = 200

  private var records: [UInt32: TrackRecord] = [:]
  private let privacy: PrivacyZones?

  init(_ privacy: PrivacyZones? = nil) { self.privacy = privacy }

  /// The most places kept of a device.
  private static func limit(_ device: DeviceID) -> Int {
    switch device.index {
    case ..<100: 16_384
    case ..<1_000: 1_024
    default: 256
    }
  }

  /// Returns the record for a device's track; nil for a device beyond the limit.
  func record(of device: DeviceID) -> TrackRecord? {
    if let known = records[device.index] { return known }
    guard device.index < TrackRecorder.mostDevices else { return nil }
    let record = TrackRecord(Track(limit: TrackRecorder.limit(device)), privacy)
    records[device.index] = record
    return record
  }
}

/// The record of one device.
final class TrackRecord: TrackObserver {
  private var track: Track
  private var alerts: [DeviceTrack.Alert] = []
  private var moreAlerts = 0
  private var regions: [MonitoredRegion] = []
  private var regionNames: Set<String> = []
  private let privacy: PrivacyZones?

  init(_ track: Track, _ privacy: PrivacyZones? = nil) { (self.track, self.privacy) = (track, privacy) }

  func moved(to coordinate: CLLocationCoordinate2D, at time: TimeInterval) {
    track.add(privacy?.shown(coordinate) ?? coordinate, at: time)
  }
  func lostSignal() { track.interrupt() }

  /// Adds an alert and its region, which may no longer be watched at the end.
  func add(_ alert: Alert, on device: Device) {
    let place = alert.location?.coordinate ?? alert.zone.flatMap { privacy?.zone(called: $0)?.edge }
    guard alerts.count < TrackRecorder.mostAlerts, let coordinate = place else {
      moreAlerts += 1
      return
    }
    alerts.append(.init(time: alert.time, title: alert.title, coordinate: coordinate))
    guard let name = alert.region, !regionNames.contains(name) else { return }
    let set = device.monitoredSet
    guard let slot = set.slot(of: name) else { return }
    regionNames.insert(name)
    let region = set.region(at: slot)
    regions.append(privacy?.masked(region) ?? region)
  }

  func summary(_ device: Device) -> DeviceTrack {
    var summary = DeviceTrack(device: device.id, name: device.name, track: track)
    summary.alerts = alerts
    summary.moreAlerts = moreAlerts
    summary.regions = regions
    summary.watched = privacy?.masked(device.monitoredSet) ?? device.monitoredSet
    return summary
  }
}

extension DeviceTrack {
  /// The same device as another worker has recorded it, after or before it changed its group.
  func joined(with other: DeviceTrack) -> DeviceTrack {
    var joined = self
    joined.track = track.joined(with: other.track)
    let alerts = (alerts + other.alerts).sorted { $0.time < $1.time }
    joined.alerts = Array(alerts.prefix(TrackRecorder.mostAlerts))
    joined.moreAlerts += other.moreAlerts + alerts.count - joined.alerts.count
    joined.regions += other.regions
    joined.watched = watched.adding(contentsOf: other.watched)
    return joined
  }
}

extension Worker {
  /// The content of the automatic picture, by device.
  func tracks() -> [DeviceTrack] {
    guard let recorder else { return [] }
    var tracks: [UInt32: DeviceTrack] = [:]
    for device in instances.flatMap({ $0?.devices ?? [] }) {
      // A device that changes its group is in two of them, and has one record.
      let watched = tracks[device.id.index]?.watched ?? .empty
      guard var track = recorder.record(of: device.id)?.summary(device) else { continue }
      track.watched = watched.adding(contentsOf: track.watched)
      tracks[device.id.index] = track
    }
    return Array(tracks.values)
  }
}
