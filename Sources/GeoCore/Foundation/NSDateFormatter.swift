/// Writes dates in a pattern or a style, and reads them.
///
/// - Shapes: names are English, as in the locale `en_US`.
/// - Source: the patterns are those of Unicode TS 35, part 4, table «Date Field Symbol»; the styles those of CLDR's `en`.
public final class NSDateFormatter {
  /// - Source: NSDateFormatter.h.
  public enum Style: Int, ConstantGroup {
    case noStyle, shortStyle, mediumStyle, longStyle, fullStyle

    public static let constantPrefix = "NSDateFormatter"
  }

  public var timeZone: TimeZoneRules
  public var dateStyle = Style.noStyle { didSet { usePatternOfStyles() } }
  public var timeStyle = Style.noStyle { didSet { usePatternOfStyles() } }
  /// The pattern, such as `yyyy-MM-dd HH:mm`; that of the styles unless it was set.
  public private(set) var dateFormat = ""
  private(set) var parts: [PatternPart] = []

  public init(timeZone: TimeZoneRules) { self.timeZone = timeZone }

  /// - Errors: ``GeoError`` (`usage`) naming a letter that is no field, or a quote without an end.
  public func setDateFormat(_ pattern: String) throws(GeoError) {
    (parts, dateFormat) = (try PatternPart.parse(pattern), pattern)
  }

  private func usePatternOfStyles() {
    dateFormat = stylePattern
    parts = (try? PatternPart.parse(dateFormat)) ?? []
  }

  private var stylePattern: String {
    let date = ["", "M/d/yy", "MMM d, y", "MMMM d, y", "EEEE, MMMM d, y"][dateStyle.rawValue]
    let time = ["", "h:mm a", "h:mm:ss a", "h:mm:ss a z", "h:mm:ss a zzzz"][timeStyle.rawValue]
    guard !date.isEmpty, !time.isEmpty else { return date + time }
    return date + (dateStyle == .longStyle || dateStyle == .fullStyle ? " 'at' " : ", ") + time
  }

  public func string(from date: NSDate) -> String {
    let calendar = NSCalendar(timeZone: timeZone)
    let parts = calendar.components(of: date)
    let offset = timeZone.offset(at: date.timeIntervalSince1970)
    return self.parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let letter, let count): Self.field(letter, count, parts, offset)
      }
    }.joined()
  }

  private static func field(_ letter: Character, _ count: Int, _ parts: NSDateComponents, _ offset: Int)
    -> String
  {
    let (hour, weekday) = (parts.hour ?? 0, (parts.weekday ?? 1) - 1)
    switch letter {
    case "G": return count == 4 ? "Anno Domini" : "AD"
    case "y", "u": return year(parts.year ?? 0, count)
    case "Y": return year(parts.yearForWeekOfYear ?? 0, count)
    case "Q", "q": return count < 3 ? padded(parts.quarter ?? 0, count) : "Q\(parts.quarter ?? 0)"
    case "M", "L":
      return name(EnglishDates.months, (parts.month ?? 1) - 1, count) ?? padded(parts.month ?? 0, count)
    case "w": return padded(parts.weekOfYear ?? 0, count)
    case "W": return padded(parts.weekOfMonth ?? 0, count)
    case "d": return padded(parts.day ?? 0, count)
    case "D": return padded(dayOfYear(parts), count)
    case "F": return padded(parts.weekdayOrdinal ?? 0, count)
    case "E": return name(EnglishDates.weekdays, weekday, max(3, count)) ?? ""
    case "e", "c": return name(EnglishDates.weekdays, weekday, count) ?? padded(weekday + 1, count)
    case "a": return hour < 12 ? "AM" : "PM"
    case "h": return padded((hour + 11) % 12 + 1, count)
    case "H": return padded(hour, count)
    case "K": return padded(hour % 12, count)
    case "k": return padded((hour + 23) % 24 + 1, count)
    case "m": return padded(parts.minute ?? 0, count)
    case "s": return padded(parts.second ?? 0, count)
    case "S":
      let digits = padded(parts.nanosecond ?? 0, 9)
      return String((digits + String(repeating: "0", count: count)).prefix(count))
    case "A":
      return padded(
        (hour * 3600 + (parts.minute ?? 0) * 60 + (parts.second ?? 0)) * 1000
          + (parts.nanosecond ?? 0) / 1_000_000, count)
    default: return OffsetPattern.text(letter, count, offset)
    }
  }

  private static func dayOfYear(_ parts: NSDateComponents) -> Int {
    let year = parts.year ?? 1
    return daysFromCivil(year: year, month: parts.month ?? 1, day: parts.day ?? 1)
      - daysFromCivil(year: year, month: 1, day: 1) + 1
  }

  private static func year(_ year: Int, _ count: Int) -> String {
    count == 2 ? padded(year % 100, 2) : padded(year, count)
  }

  private static func name(_ names: [String], _ index: Int, _ count: Int) -> String? {
    guard names.indices.contains(index), count >= 3 else { return nil }
    switch count {
    case 3: return String(names[index].prefix(3))
    case 4: return names[index]
    case 5: return String(names[index].prefix(1))
    default: return String(names[index].prefix(2))
    }
  }

  static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

enum EnglishDates {
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November",
    "December",
  ]
  static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}

extension TimeZoneRules {
  /// Returns the short form of the offset at `time`, as the pattern `z` writes it: `GMT+2`.
  public func abbreviation(at time: TimeInterval) -> String { OffsetPattern.text("z", 1, offset(at: time)) }
}

/// The fields of a pattern that show a zone.
enum OffsetPattern {
  static func text(_ letter: Character, _ count: Int, _ offset: Int) -> String {
    let colon = TimeZoneRules.text(offset: offset)
    let plain = String(colon.filter { $0 != ":" })
    switch (letter, count) {
    case ("X", _) where offset == 0, ("Z", 5) where offset == 0: return "Z"
    case ("X", 1), ("x", 1): return colon.hasSuffix(":00") ? String(colon.prefix(3)) : plain
    case ("X", 2), ("x", 2), ("X", 4), ("x", 4), ("Z", ...3): return plain
    case ("Z", 4), ("O", 4), ("z", 4), ("v", 4), ("V", 4): return offset == 0 ? "GMT" : "GMT" + colon
    case ("z", _), ("O", _), ("v", _):
      guard offset != 0 else { return "GMT" }
      let hour = "GMT\(offset < 0 ? "-" : "+")\(abs(offset) / 3600)"
      return offset % 3600 == 0 ? hour : "\(hour):\(NSDateFormatter.padded(abs(offset) / 60 % 60, 2))"
    default: return colon
    }
  }
}
