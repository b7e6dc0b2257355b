import Geo

/// Writes the event log, which has room for everything.
final class NDJSONWriter: TrackWriter {
  private let directory = DeviceDirectory()
  private let writer: EventLogWriter

  init() { writer = EventLogWriter(directory: directory) }

  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> StaticString? {
    var event = event
    event.device = directory.id(of: device)
    // The order of a recording is that of its processing, which this is none of.
    event.marks = []
    writer.append(event)
    text.write(writer.bytes)
    writer.removeAll()
    return nil
  }

  func finish(to text: inout TextBytes) {}
}
