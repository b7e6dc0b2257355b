/// The parts of a date on a calendar; nil for parts that are not known.
public final class NSDateComponents: CustomStringConvertible {
  public var year: Int?
  public var month: Int?
  public var day: Int?
  public var hour: Int?
  public var minute: Int?
  public var second: Int?
  public var nanosecond: Int?
  /// 1 for Sunday … 7 for Saturday.
  public var weekday: Int?
  public var weekdayOrdinal: Int?
  public var weekOfMonth: Int?
  public var weekOfYear: Int?
  public var yearForWeekOfYear: Int?
  public var quarter: Int?

  public init() {}

  /// Reads and sets the part of a unit.
  public subscript(_ unit: NSCalendarUnit) -> Int? {
    get { self[keyPath: Self.part(unit)] }
    set { self[keyPath: Self.part(unit)] = newValue }
  }

  private static func part(_ unit: NSCalendarUnit) -> ReferenceWritableKeyPath<NSDateComponents, Int?> {
    switch unit {
    case .year: \.year
    case .month: \.month
    case .day: \.day
    case .hour: \.hour
    case .minute: \.minute
    case .second: \.second
    case .nanosecond: \.nanosecond
    case .weekday: \.weekday
    case .weekdayOrdinal: \.weekdayOrdinal
    case .weekOfMonth: \.weekOfMonth
    case .weekOfYear: \.weekOfYear
    case .yearForWeekOfYear: \.yearForWeekOfYear
    case .quarter: \.quarter
    }
  }

  public var description: String {
    let parts = NSCalendarUnit.allCases.compactMap { unit in self[unit].map { "\(unit) \($0)" } }
    return "<NSDateComponents: \(parts.joined(separator: ", "))>"
  }
}

/// The units of a calendar.
///
/// - Source: NSCalendar.h, whose numbers are bits.
public enum NSCalendarUnit: Int, ConstantGroup {
  case year = 4
  case month = 8
  case day = 16
  case hour = 32
  case minute = 64
  case second = 128
  case weekday = 512
  case weekdayOrdinal = 1024
  case quarter = 2048
  case weekOfMonth = 4096
  case weekOfYear = 8192
  case yearForWeekOfYear = 16384
  case nanosecond = 32768

  public static let constantPrefix = "NSCalendarUnit"
}
