public import GeoCore

/// When a region's events are reported: days of the week and hours of the day, in a time zone.
///
/// Outside the schedule the state is tracked silently; missed events are not replayed when it opens. Hours
/// that pass midnight belong to the day on which they begin.
public struct RegionSchedule: Sendable, Hashable {
  public struct Days: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let monday = Days(rawValue: 1)
    public static let tuesday = Days(rawValue: 2)
    public static let wednesday = Days(rawValue: 4)
    public static let thursday = Days(rawValue: 8)
    public static let friday = Days(rawValue: 16)
    public static let saturday = Days(rawValue: 32)
    public static let sunday = Days(rawValue: 64)
    public static let all = Days(rawValue: 127)

    /// The short names, Monday first.
    public static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    /// Returns the day of a name: `mon`, `Monday`; nil if the name is unknown.
    public static func named(_ name: String) -> Days? {
      let full = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
      let lower = name.lowercased()
      return (names.firstIndex(of: lower) ?? full.firstIndex(of: lower)).map {
        Days(rawValue: 1 << UInt8($0))
      }
    }

    /// The short names of these days, Monday first.
    public var names: [String] {
      Days.names.enumerated().filter { rawValue & 1 << UInt8($0.offset) != 0 }.map(\.element)
    }
  }

  public var days: Days
  /// Seconds after midnight, 0…86400.
  public var from: Int
  /// Seconds after midnight, 0…86400, exclusive; not after `from` if the hours pass midnight.
  public var to: Int
  public var timeZone: TimeZoneRules

  public init(
    days: Days = .all, from: Int = 0, to: Int = RegionSchedule.day, timeZone: TimeZoneRules = .utc
  ) {
    self.days = days
    self.from = from
    self.to = to
    self.timeZone = timeZone
  }

  /// The seconds of a day.
  public static let day = 86400

  /// Returns the seconds after midnight of `08:00` or `08:00:30`, up to `24:00`; nil for other texts.
  public static func secondOfDay(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0].count <= 2, parts.dropFirst().allSatisfy({ $0.count == 2 }),
      parts.joined().utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    let seconds = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    return seconds <= day ? seconds : nil
  }

  /// Returns `08:00`, or `08:00:30` if there are seconds.
  public static func text(_ second: Int) -> String {
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let minutes = two(second / 3600) + ":" + two(second / 60 % 60)
    return second % 60 == 0 ? minutes : minutes + ":" + two(second % 60)
  }

  /// Returns whether an event at `time`, in seconds since 1970 UTC, is reported.
  public func isOpen(at time: TimeInterval) -> Bool {
    guard time.isFinite, abs(time) < 1e15 else { return false }
    let local = Int(time.rounded(.down)) + timeZone.offset(at: time)
    let (day, second) = local.flooredQuotientAndRemainder(dividingBy: Self.day)
    // 1970-01-01 was a Thursday.
    let weekday = (day + 3).flooredQuotientAndRemainder(dividingBy: 7).remainder
    func has(_ weekday: Int) -> Bool { days.rawValue & 1 << UInt8(weekday) != 0 }
    if from < to { return has(weekday) && (from..<to).contains(second) }
    return (has(weekday) && second >= from) || (has((weekday + 6) % 7) && second < to)
  }

  /// Why the schedule makes no sense; nil if it does.
  var flaw: String? {
    guard !days.isEmpty else { return "has no day" }
    guard (0...Self.day).contains(from), (0...Self.day).contains(to) else {
      return "has an hour outside 00:00 to 24:00"
    }
    guard from < Self.day || to > 0 else { return "never opens: it runs from 24:00 to 00:00" }
    return nil
  }
}

extension RegionSchedule {
  /// What is wrong with an empty list of days.
  public static let noDay = "a schedule needs a day: write days = { \"mon\" }, or leave days out for all"

  /// As ``second(of:)``, for the beginning of the hours, which is before the end of a day.
  ///
  /// - Errors: ``GeoError`` (`data`).
  public static func second(ofStart text: String) throws(GeoError) -> Int {
    let second = try second(of: text)
    guard second < day else {
      throw GeoError(.data, "a schedule cannot begin at \(text): write 00:00, and the next day")
    }
    return second
  }

  /// Returns the days of names such as `mon` or `Monday`.
  ///
  /// - Errors: ``GeoError`` (`data`) for a name that is not a day.
  public static func days(of names: [String]) throws(GeoError) -> Days {
    var days: Days = []
    for name in names {
      guard let day = Days.named(name) else {
        throw GeoError(.data, "'\(name)' is not a day (expected \(Days.names.joined(separator: ", ")))")
      }
      days.insert(day)
    }
    return days
  }

  /// Returns the seconds after midnight of `08:00` or `08:00:30`, up to `24:00`.
  ///
  /// - Errors: ``GeoError`` (`data`) for a text that is not a time of day.
  public static func second(of text: String) throws(GeoError) -> Int {
    guard let second = secondOfDay(text) else {
      throw GeoError(.data, "'\(text)' is not a time of day (expected 00:00 to 24:00)")
    }
    return second
  }
}
