package import Geo

/// The position of a source after its delivered events, so that a later run can continue there.
public struct SourcePosition: Sendable, Hashable {
  /// The source's name: its path.
  public var source: String
  /// The byte of the unpacked input where reading continues; 0 if a run must count events instead, as in XML.
  public var byte: UInt64
  /// The number of the line at that byte, for messages; 0 if lines are not counted.
  public var line: Int
  /// How many events after that byte were delivered already.
  public var events: Int

  public init(source: String, byte: UInt64 = 0, line: Int = 0, events: Int = 0) {
    self.source = source
    self.byte = byte
    self.line = line
    self.events = events
  }
}

/// The events that a resumed source delivered in an earlier run and now skips.
package struct EventsToSkip {
  package private(set) var count = 0

  package init() {}

  package mutating func skip(_ count: Int) { self.count = count }

  /// Drops the events from `first` on that are still to be skipped.
  package mutating func drop(_ batch: inout [DeviceEvent], from first: Int) {
    guard count > 0 else { return }
    let dropped = min(count, batch.count - first)
    batch.removeSubrange(first..<first + dropped)
    count -= dropped
  }
}
