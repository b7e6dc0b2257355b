/// An instant.
///
/// There is no "now" here: ask a ``Device`` for the date on its clock.
///
/// - Units: seconds since 1970-01-01 UTC.
public struct NSDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let timeIntervalSince1970: TimeInterval

  @inlinable
  public init(timeIntervalSince1970: TimeInterval) {
    self.timeIntervalSince1970 = timeIntervalSince1970
  }

  /// Returns the seconds from `other` to this date, negative when this one is earlier.
  @inlinable
  public func timeIntervalSince(_ other: NSDate) -> TimeInterval {
    timeIntervalSince1970 - other.timeIntervalSince1970
  }

  /// Returns the date so many seconds later.
  @inlinable
  public func addingTimeInterval(_ seconds: TimeInterval) -> NSDate {
    NSDate(timeIntervalSince1970: timeIntervalSince1970 + seconds)
  }

  @inlinable
  public static func < (a: NSDate, b: NSDate) -> Bool {
    a.timeIntervalSince1970 < b.timeIntervalSince1970
  }

  /// ISO 8601 in UTC, `2026-11-21T04:05:06Z`, with milliseconds when not whole.
  public var description: String { ISO8601.format(timeIntervalSince1970) }
}
