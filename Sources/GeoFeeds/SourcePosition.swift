import Geo

/// Where a source stands after what it has delivered, so that a later run can go on there.
public struct SourcePosition: Sendable, Hashable {
  /// The source's name: its path.
  public var source: String
  /// The byte of the input, unpacked, where reading goes on; 0 where only counting leads there, as in XML.
  public var byte: UInt64
  /// The number of the line at that byte, for messages; 0 where lines are not counted.
  public var line: Int
  /// How many events from there on have been delivered already.
  public var events: Int

  public init(source: String, byte: UInt64 = 0, line: Int = 0, events: Int = 0) {
    self.source = source
    self.byte = byte
    self.line = line
    self.events = events
  }
}

/// The events that a resumed source delivered in an earlier run and now leaves out.
package struct EventsToSkip {
  package private(set) var count = 0

  package mutating func skip(_ count: Int) { self.count = count }

  /// Drops as many of the events from `first` on as are still to be left out.
  package mutating func drop(_ batch: inout [DeviceEvent], from first: Int) {
    guard count > 0 else { return }
    let dropped = min(count, batch.count - first)
    batch.removeSubrange(first..<first + dropped)
    count -= dropped
  }
}
