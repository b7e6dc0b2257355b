import Geo

/// Writes the event log, which has room for everything.
final class NDJSONWriter: TrackWriter {
  private let directory = DeviceDirectory()
  private let writer: EventLogWriter

  init() { writer = EventLogWriter(directory: directory) }

  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> [StaticString] {
    var event = event
    event.device = directory.id(of: device)
    // A recording has the order of its processing; this file does not.
    event.marks = []
    writer.append(event)
    text.write(writer.bytes)
    writer.removeAll()
    return []
  }

  func finish(to text: inout TextBytes) -> [StaticString] { [] }
}
