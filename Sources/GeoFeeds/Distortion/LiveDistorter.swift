public import Geo
public import GeoFormats

/// Applies ``Distortion`` to events as they arrive, for a run of live sources; it delays nothing.
///
/// Belongs to one thread.
public final class LiveDistorter {
  private let distortion: Distortion
  private let directory: DeviceDirectory
  private var devices: [DeviceID: DeviceDistorter] = [:]
  private var counts = DistortionCounts()

  /// Nil if the distortion is inactive.
  public init?(_ distortion: Distortion, directory: DeviceDirectory) {
    guard distortion.isActive else { return nil }
    self.distortion = distortion
    self.directory = directory
  }

  /// Returns the distorted events.
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

  /// The counts as a sentence, for the end of a run.
  public var summary: String { counts.sentence(distortion, of: "all sources") }
}
