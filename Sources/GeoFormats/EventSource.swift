public import Geo

/// Bytes in, device events out, in batches.
///
/// A source belongs to one thread; it keeps its file open for its lifetime. The same bytes and
/// options give the same events, so ``positions`` can be returned to.
public protocol EventSource: AnyObject {
  /// Its name in messages: a path, `-` or a URL.
  var name: String { get }

  /// The name of its format, such as `GPX`; it may be known only during reading.
  var form: String { get }

  /// Appends the next events to `batch` and returns false at the end of the input.
  ///
  /// A call may append nothing and return true. An unusable record is counted in
  /// ``skips`` and skipped. Memory does not grow with the input.
  ///
  /// - Errors: ``GeoError`` if the input as a whole cannot be read; events delivered before remain valid.
  func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool

  /// Skipped records so far, by kind.
  var skips: SkipCounts { get }

  /// How much of the input has been read, 0…1; nil if unknown.
  var fraction: Double? { get }

  /// Notes about guesses and omissions, a sentence each, such as which column of a table is the time.
  var notes: [String] { get }

  /// What it would tell at the end of a run, a sentence each.
  var summary: [String] { get }

  /// At its end: the state of the clocks, if it records a stopped run.
  var stop: RecordedStop { get }

  /// The position of each of its files after the delivered events; files that cannot be resumed are omitted.
  var positions: [SourcePosition] { get }

  /// At its end: whether it ended before the position at which it was to continue.
  var isShort: Bool { get }

  /// Continues at a position of an earlier run with the same options; called before any read.
  ///
  /// - Errors: as ``read(into:)``.
  func resume(at position: SourcePosition) throws(GeoError)
}

extension EventSource {
  public var form: String { "events" }
  public var notes: [String] { [] }
  public var summary: [String] { [] }
  public var fraction: Double? { nil }
  public var stop: RecordedStop { RecordedStop() }
  public var positions: [SourcePosition] { [] }
  public var isShort: Bool { false }
  public func resume(at position: SourcePosition) throws(GeoError) {}
}
