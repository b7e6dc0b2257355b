package import Geo
package import GeoFormats

extension Distortion {
  /// Returns events as they come through the distortion, in order of `time`.
  ///
  /// - Parameter number: the number of the source in the run: the same device in another source has other errors.
  package func applied(
    to events: [DeviceEvent], source number: Int, in directory: DeviceDirectory
  ) throws(GeoError) -> [DeviceEvent] {
    guard isActive else { return events }
    let source = DistortedSource(EventList(events), self, number: number, directory: directory)
    var distorted: [DeviceEvent] = []
    while try source.read(into: &distorted) {}
    return distorted
  }
}

/// Events in memory as a source.
private final class EventList: EventSource {
  let name = "events"
  let skips = SkipCounts()
  private let events: [DeviceEvent]

  init(_ events: [DeviceEvent]) { self.events = events }

  func read(into batch: inout [DeviceEvent]) -> Bool {
    batch += events
    return false
  }
}
