public import Geo

/// Bytes in, device events out, in batches.
public protocol EventSource: AnyObject {
  /// What this source is called in messages: a path, `-` or a URL.
  var name: String { get }

  /// Appends the next events to `batch` and returns false at the end of the input.
  ///
  /// A record that cannot be used is counted in ``skips`` and passed over.
  ///
  /// - Errors: ``GeoError`` when the input as a whole cannot be read; what was delivered before stands.
  func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool

  /// What was passed over so far, by kind.
  var skips: SkipCounts { get }
}

/// Counts of records that were passed over, by kind, with the first place of each.
public struct SkipCounts: Sendable {
  public struct Entry: Sendable {
    public var count: Int
    /// The first record of this kind, as a message with its place.
    public var first: String
  }

  /// In order of first appearance.
  public private(set) var kinds: [(kind: String, entry: Entry)] = []

  public init() {}

  public var total: Int { kinds.reduce(0) { $0 + $1.entry.count } }

  /// Counts one record; `message` is asked for only for the first of its kind.
  public mutating func count(_ kind: String, _ message: @autoclosure () -> String) {
    if let index = kinds.firstIndex(where: { $0.kind == kind }) {
      kinds[index].entry.count += 1
    } else {
      kinds.append((kind, Entry(count: 1, first: message())))
    }
  }
}
