public import Geo

/// Bytes in, device events out, in batches.
///
/// A source belongs to one thread; it holds its file open until it goes away. The same bytes and
/// options give the same events, so ``positions`` can be returned to.
public protocol EventSource: AnyObject {
  /// What this source is called in messages: a path, `-` or a URL.
  var name: String { get }

  /// What its form is called, such as `GPX`; it may show only while it is read.
  var form: String { get }

  /// Appends the next events to `batch` and returns false at the end of the input.
  ///
  /// A call may append nothing and return true. A record that cannot be used is counted in
  /// ``skips`` and passed over. Memory does not grow with the input.
  ///
  /// - Errors: ``GeoError`` when the input as a whole cannot be read; what was delivered before stands.
  func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool

  /// What was passed over so far, by kind.
  var skips: SkipCounts { get }

  /// How much of the input has been read, 0…1; nil when nobody can know.
  var fraction: Double? { get }

  /// What was guessed or left out, a sentence each, such as which column of a table is the time.
  var notes: [String] { get }

  /// What it would tell at the end of a run, a sentence each.
  var summary: [String] { get }

  /// At its end: how the run that it records left its clocks, where that was stopped.
  var stop: RecordedStop { get }

  /// Where each of its files stands after what was delivered; what cannot be returned to is left out.
  var positions: [SourcePosition] { get }

  /// Goes on at a position of an earlier run with the same options; called before anything is read.
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
  public func resume(at position: SourcePosition) throws(GeoError) {}
}
