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

  /// Returns the seconds from `other` to this date; negative if this date is earlier.
  @inlinable
  public func timeIntervalSince(_ other: NSDate) -> TimeInterval {
    timeIntervalSince1970 - other.timeIntervalSince1970
  }

  /// Returns the date that many seconds later.
  @inlinable
  public func addingTimeInterval(_ seconds: TimeInterval) -> NSDate {
    NSDate(timeIntervalSince1970: timeIntervalSince1970 + seconds)
  }

  @inlinable
  public static func < (a: NSDate, b: NSDate) -> Bool {
    a.timeIntervalSince1970 < b.timeIntervalSince1970
  }

  /// ISO 8601 in UTC, `2026-11-21T04:05:06Z`, with milliseconds if not whole. The two "unknown" dates print
  /// their names.
  public var description: String {
    if self == .distantPast { return "distantPast" }
    return self == .distantFuture ? "distantFuture" : ISO8601.format(timeIntervalSince1970)
  }

  /// Stands for an unknown beginning.
  ///
  /// - Source: Foundation, 63,114,076,800 s before its reference date, 978,307,200 s after 1970.
  public static let distantPast = NSDate(timeIntervalSince1970: -62_135_769_600)
  /// Stands for an end that has not come: the year 4001.
  public static let distantFuture = NSDate(timeIntervalSince1970: 64_092_211_200)
}
