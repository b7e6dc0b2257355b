import CSimdJSON
package import Geo
package import GeoFormats

/// Turns the messages of one partition into events.
package final class StreamLines {
  private let reader: NDJSONReader
  /// A message with the bytes behind it that simdjson reads.
  private var padded = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 12, alignment: 64)

  /// - Parameter name: of the partition, in messages about lines that cannot be used.
  package init(_ name: String, _ directory: DeviceDirectory, _ options: FeedOptions) {
    reader = NDJSONReader(LineContext(name: name, device: name, directory: directory, options: options))
  }

  deinit { padded.deallocate() }

  package var skips: SkipCounts { reader.skips }

  /// Appends the events of a message, which happen at `time`.
  package func decode(
    _ message: UnsafeRawBufferPointer, at time: TimeInterval, into events: inout [DeviceEvent]
  ) {
    let room = message.count + Int(GEO_LOG_PADDING)
    if padded.count < room {
      padded.deallocate()
      padded = .allocate(byteCount: room * 2, alignment: 64)
    }
    padded.copyMemory(from: message)
    let lines = UnsafeRawBufferPointer(rebasing: padded[..<message.count])
    reader.decode(LineRun(bytes: lines, firstLine: 1, arrival: time), into: &events)
  }
}
