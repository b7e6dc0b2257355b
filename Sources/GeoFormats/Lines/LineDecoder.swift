package import Geo

/// Whole lines that arrived together, each with its newline.
package struct LineRun {
  /// The last line may lack its newline; `GEO_LOG_PADDING` readable bytes follow.
  package var bytes: UnsafeRawBufferPointer
  /// The number of the first line, for messages.
  package var firstLine: Int
  /// Their arrival in a live source, which is the `time` of their events; nil in a replay, whose times are
  /// those of measurement.
  package var arrival: TimeInterval?

  package init(bytes: UnsafeRawBufferPointer, firstLine: Int, arrival: TimeInterval? = nil) {
    (self.bytes, self.firstLine, self.arrival) = (bytes, firstLine, arrival)
  }
}

/// Reads the lines of one format in one stream.
///
/// Belongs to the thread that reads the stream. An unusable line is counted and skipped.
package protocol LineDecoder: AnyObject {
  /// Appends the events of lines; events that need several lines may be held.
  func decode(_ run: LineRun, into events: inout [DeviceEvent])

  /// Appends held events, because the stream has ended or has paused for ``patience``.
  func flush(at arrival: TimeInterval?, into events: inout [DeviceEvent])

  /// How many seconds after the last line ``flush(at:into:)`` is due; nil if nothing is held.
  var patience: TimeInterval? { get }

  /// How many lines were good, of any kind.
  var goodCount: Int { get }

  /// Skipped records so far, by kind.
  var skips: SkipCounts { get }

  /// Notes about guesses, a sentence each.
  var notes: [String] { get }
}

extension LineDecoder {
  package func flush(at arrival: TimeInterval?, into events: inout [DeviceEvent]) {}
  package var patience: TimeInterval? { nil }
  package var notes: [String] { [] }
}

/// A decoder's context: the stream that it reads.
package struct LineContext {
  /// The name of the stream in messages.
  package var name: String
  /// The device of lines that name none.
  package var device: String
  package var directory: DeviceDirectory
  package var options: FeedOptions

  package init(name: String, device: String, directory: DeviceDirectory, options: FeedOptions) {
    (self.name, self.device, self.directory, self.options) = (name, device, directory, options)
  }
}
