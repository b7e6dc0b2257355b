public import Geo
public import GeoFormats

/// What ``Distortion`` does to events as they come, for a run of live sources; nothing is delayed.
///
/// Belongs to one thread.
public final class LiveDistorter {
  private let distortion: Distortion
  private let directory: DeviceDirectory
  private var devices: [DeviceID: DeviceDistorter] = [:]
  private var counts = DistortionCounts()

  /// Nil where nothing is to be done.
  public init?(_ distortion: Distortion, directory: DeviceDirectory) {
    guard distortion.isActive else { return nil }
    self.distortion = distortion
    self.directory = directory
  }

  /// Returns what becomes of events.
  public func distort(_ events: [DeviceEvent]) -> [DeviceEvent] {
    var distorted: [DeviceEvent] = []
    distorted.reserveCapacity(events.count)
    for event in events {
      let device = event.device
      if devices[device] == nil {
        devices[device] = DeviceDistorter(distortion, device: directory.name(of: device), source: 0)
      }
      devices[device]?.ingest(event, into: &distorted, &counts)
    }
    return distorted
  }

  /// What was done, for the end of a run.
  public var summary: String { counts.sentence(distortion, of: "all sources") }
}
