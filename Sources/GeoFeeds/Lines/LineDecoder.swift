import Geo

/// Whole lines that came together, each with its newline.
struct LineRun {
  /// The last line may lack its newline; `GEO_LOG_PADDING` readable bytes follow.
  var bytes: UnsafeRawBufferPointer
  /// The number of the first line, for messages.
  var firstLine: Int
  /// When they came, for what is live: the `time` of their events; nil where lines are replayed, whose times are
  /// those they were measured at.
  var arrival: TimeInterval?
}

/// Reads the lines of one form that come in one stream.
///
/// Belongs to the thread that reads the stream. A line that cannot be used is counted and passed over.
protocol LineDecoder: AnyObject {
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
struct LineContext {
  /// What messages call the stream.
  var name: String
  /// The device of lines that name none.
  var device: String
  var directory: DeviceDirectory
  var options: FeedOptions
}
