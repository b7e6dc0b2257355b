/// Dates as ISO 8601 text, read from bytes and written, without a calendar library.
///
/// - Units: seconds since 1970-01-01 UTC, proleptic Gregorian calendar, no leap seconds.
public enum ISO8601 {
  /// Returns the instant that `text` names, or nil when it is not a date.
  ///
  /// - Shapes: `2026-11-21T04:05:06.123Z`, `2026-11-21 04:05+09:00` (also `+0900`, `+09`), `2026-11-21`;
  ///   `T`, `t` or a space between date and time, seconds and fraction may be missing, space around is ignored.
  ///   Without an offset the time is that of `zone`, UTC without one.
  /// - Errors: nil for impossible days and times (`25:61`); second 60, a leap second, counts as the next minute.
  public static func parse(_ text: UnsafeBufferPointer<UInt8>, in zone: TimeZoneRules? = nil)
    -> TimeInterval?
  {
    read(text)?.time(in: zone)
  }

  /// Returns what `text` says, before anybody knows the zone of a time that has no offset; see the form with a zone.
  public static func read(_ text: UnsafeBufferPointer<UInt8>) -> WrittenTime? {
    var cursor = Cursor(text: text)
    cursor.skipSpace()
    guard let year = cursor.number(digits: 4), cursor.consume(.dash),
      let month = cursor.number(digits: 2), cursor.consume(.dash),
      let day = cursor.number(digits: 2),
      (1...12).contains(month), day >= 1, day <= daysInMonth(month, year: year)
    else { return nil }
    let midnight = Double(daysFromCivil(year: year, month: month, day: day) * 86_400)

    guard cursor.consumeDateTimeSeparator() else {
      cursor.skipSpace()
      return cursor.isAtEnd ? WrittenTime(seconds: midnight, isLocal: true) : nil
    }
    guard let hour = cursor.number(digits: 2), cursor.consume(.colon),
      let minute = cursor.number(digits: 2), hour < 24, minute < 60
    else { return nil }
    var second = 0
    var fraction = 0.0
    if cursor.consume(.colon) {
      guard let whole = cursor.number(digits: 2), whole <= 60 else { return nil }
      second = whole
      if cursor.consume(.dot) || cursor.consume(.comma) {
        guard let part = cursor.fraction() else { return nil }
        fraction = part
      }
    }
    let start = cursor.index
    guard let offset = cursor.offset() else { return nil }
    let hasOffset = cursor.index > start
    cursor.skipSpace()
    guard cursor.isAtEnd else { return nil }
    let time = midnight + Double(hour * 3600 + minute * 60 + second - offset) + fraction
    return WrittenTime(seconds: time, isLocal: !hasOffset)
  }

  /// Returns the instant that `text` names, or nil when it is not a date; see the form over bytes.
  public static func parse(_ text: String) -> TimeInterval? {
    var text = text
    return text.withUTF8 { parse($0) }
  }

  /// Returns `time` as `2026-11-21T04:05:06Z`, with milliseconds when it is not a whole second.
  ///
  /// - Errors: a time without a four-digit year (NaN, infinity, far away) is written as a plain number of
  ///   seconds.
  public static func format(_ time: TimeInterval) -> String {
    // 0000-01-01 … 9999-12-31, where a year has four digits.
    guard time >= -62_167_219_200, time < 253_402_300_799.9995 else { return "\(time) s" }
    let milliseconds = Int((time * 1000).rounded())
    let (seconds, millisecond) = milliseconds.flooredQuotientAndRemainder(dividingBy: 1000)
    let (days, second) = seconds.flooredQuotientAndRemainder(dividingBy: 86_400)
    let date = civilFromDays(days)
    return String(unsafeUninitializedCapacity: 24) { bytes in
      var length = 0
      func put(_ byte: UInt8) {
        bytes[length] = byte
        length += 1
      }
      func put(_ value: Int, digits: Int) {
        var unit = digits == 4 ? 1000 : digits == 3 ? 100 : 10
        while unit > 0 {
          put(.zero + UInt8(value / unit % 10))
          unit /= 10
        }
      }
      put(date.year, digits: 4)
      put(.dash)
      put(date.month, digits: 2)
      put(.dash)
      put(date.day, digits: 2)
      put(UInt8(ascii: "T"))
      put(second / 3600, digits: 2)
      put(.colon)
      put(second / 60 % 60, digits: 2)
      put(.colon)
      put(second % 60, digits: 2)
      if millisecond != 0 {
        put(.dot)
        put(millisecond, digits: 3)
      }
      put(UInt8(ascii: "Z"))
      return length
    }
  }
}

/// A time as a text says it.
public struct WrittenTime: Hashable, Sendable {
  /// Seconds since 1970-01-01 UTC; of a local time as if the clocks showed UTC.
  public var seconds: TimeInterval
  /// Whether the text has no offset.
  public var isLocal: Bool

  public init(seconds: TimeInterval, isLocal: Bool) { (self.seconds, self.isLocal) = (seconds, isLocal) }

  /// Returns the time that is meant; of a local time that of `zone`, UTC without one.
  public func time(in zone: TimeZoneRules?) -> TimeInterval {
    isLocal ? zone?.time(ofLocal: seconds) ?? seconds : seconds
  }
}

/// A position in the bytes of one date.
private struct Cursor {
  let text: UnsafeBufferPointer<UInt8>
  var index = 0

  var isAtEnd: Bool { index == text.count }

  mutating func consume(_ byte: UInt8) -> Bool {
    guard index < text.count, text[index] == byte else { return false }
    index += 1
    return true
  }

  mutating func skipSpace() {
    while index < text.count, text[index] == 0x20 || (0x09...0x0D).contains(text[index]) { index += 1 }
  }

  /// A space is a separator only if a digit follows; otherwise it is trailing space.
  mutating func consumeDateTimeSeparator() -> Bool {
    guard index + 1 < text.count, (0x30...0x39).contains(text[index + 1]) else { return false }
    return consume(UInt8(ascii: "T")) || consume(UInt8(ascii: "t")) || consume(UInt8(ascii: " "))
  }

  /// Exactly `digits` digits.
  mutating func number(digits: Int) -> Int? {
    guard index + digits <= text.count else { return nil }
    var value = 0
    for place in index..<index + digits {
      let digit = text[place] &- .zero
      guard digit < 10 else { return nil }
      value = value * 10 + Int(digit)
    }
    index += digits
    return value
  }

  /// The digits after the point; those beyond the ninth are skipped.
  mutating func fraction() -> Double? {
    var value = 0.0
    var unit = 1.0
    let start = index
    while index < text.count, case let digit = text[index] &- .zero, digit < 10 {
      if index - start < 9 {
        value = value * 10 + Double(digit)
        unit *= 10
      }
      index += 1
    }
    return index > start ? value / unit : nil
  }

  /// Seconds east of UTC; 0 without an offset.
  mutating func offset() -> Int? {
    if consume(UInt8(ascii: "Z")) || consume(UInt8(ascii: "z")) { return 0 }
    let east = consume(UInt8(ascii: "+"))
    guard east || consume(.dash) else { return 0 }
    guard let hours = number(digits: 2), hours < 24 else { return nil }
    var minutes = 0
    let hasColon = consume(.colon)
    if hasColon || (index < text.count && text[index] &- .zero < 10) {
      guard let value = number(digits: 2), value < 60 else { return nil }
      minutes = value
    }
    let seconds = hours * 3600 + minutes * 60
    return east ? seconds : -seconds
  }
}

extension UInt8 {
  fileprivate static let zero = UInt8(ascii: "0")
  fileprivate static let dash = UInt8(ascii: "-")
  fileprivate static let colon = UInt8(ascii: ":")
  fileprivate static let dot = UInt8(ascii: ".")
  fileprivate static let comma = UInt8(ascii: ",")
}
