import Geo

/// Whole lines that came together, each with its newline.
package struct LineRun {
  /// The last line may lack its newline; `GEO_LOG_PADDING` readable bytes follow.
  package var bytes: UnsafeRawBufferPointer
  /// The number of the first line, for messages.
  package var firstLine: Int
  /// When they came, for what is live: the `time` of their events; nil where lines are replayed, whose times are
  /// those they were measured at.
  package var arrival: TimeInterval?

  package init(bytes: UnsafeRawBufferPointer, firstLine: Int, arrival: TimeInterval? = nil) {
    (self.bytes, self.firstLine, self.arrival) = (bytes, firstLine, arrival)
  }
}

/// Reads the lines of one form that come in one stream.
///
/// Belongs to the thread that reads the stream. A line that cannot be used is counted and passed over.
package protocol LineDecoder: AnyObject {
  /// Appends what the lines say; what takes several lines to say may be held.
  func decode(_ run: LineRun, into events: inout [DeviceEvent])

  /// Appends what is held: the stream has ended, or has paused for ``patience``.
  func flush(at arrival: TimeInterval?, into events: inout [DeviceEvent])

  /// How many seconds after the last line ``flush(at:into:)`` is due; nil where nothing is held.
  var patience: TimeInterval? { get }

  /// How many lines were good, of whatever kind.
  var goodCount: Int { get }

  /// What was passed over so far, by kind.
  var skips: SkipCounts { get }

  /// What was guessed, a sentence each.
  var notes: [String] { get }
}

extension LineDecoder {
  func flush(at arrival: TimeInterval?, into events: inout [DeviceEvent]) {}
  var patience: TimeInterval? { nil }
  var notes: [String] { [] }
}

/// What a decoder has to know of the stream that it reads.
package struct LineContext {
  /// What messages call the stream.
  package var name: String
  /// The device of lines that name none.
  package var device: String
  package var directory: DeviceDirectory
  package var options: FeedOptions

  package init(name: String, device: String, directory: DeviceDirectory, options: FeedOptions) {
    (self.name, self.device, self.directory, self.options) = (name, device, directory, options)
  }
}
