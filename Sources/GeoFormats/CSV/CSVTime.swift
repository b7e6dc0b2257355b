import Geo

/// Reads times as people write them into tables.
package struct CSVTime {
  /// The zone of times that have no offset; nil for UTC.
  private let zone: TimeZoneRules?
  /// The only form of times; nil for those of ``expected``.
  private let format: TimeFormat?
  private var dates = DateReader()

  init(zone: TimeZoneRules? = nil, format: TimeFormat? = nil) { (self.zone, self.format) = (zone, format) }

  package static let expected = "ISO 8601, YYYY/MM/DD hh:mm:ss, DD.MM.YYYY hh:mm:ss or seconds since 1970"

  /// What a message says of times that could be read.
  var expected: String {
    format.map { "the --time-format \($0.pattern)" } ?? "\(CSVTime.expected); or give --time-format"
  }

  /// Returns seconds since 1970, or nil if `text` is not a time.
  ///
  /// - Shapes: ISO 8601; the same with slashes or dots; day.month.year; digits alone as YYYYMMDDhhmmss; a number of
  ///   seconds, or from 10¹¹ on milliseconds, from 10¹⁴ on microseconds, from 10¹⁷ on nanoseconds. Without an offset it
  ///   is in the zone.
  mutating func parse(_ text: UnsafeBufferPointer<UInt8>) -> TimeInterval? {
    if let format { return format.parse(String(decoding: text.prefix(128), as: UTF8.self), in: zone) }
    if let time = instant(text) { return time }
    if let time = CivilText.digits(text)?.withUnsafeBufferPointer({ instant($0) }) { return time }
    if let number = Decimal.parse(text) { return Self.seconds(number) }
    return CivilText.iso(text)?.withUnsafeBufferPointer { instant($0) }
  }

  /// Combines a column of dates and one of hours.
  mutating func parse(
    _ date: UnsafeBufferPointer<UInt8>, _ hour: UnsafeBufferPointer<UInt8>
  ) -> TimeInterval? {
    let day = CivilText.trimmed(date).prefix(32)
    let clock = CivilText.trimmed(hour)
    if let format {
      let joined =
        "\(String(decoding: day, as: UTF8.self)) \(String(decoding: clock.prefix(64), as: UTF8.self))"
      return format.parse(joined, in: zone) ?? parse(hour)
    }
    // The column of hours may well hold the whole date, too.
    guard clock.count < 10 || clock.prefix(10).contains(UInt8(ascii: ":")) else { return parse(hour) }
    let time = CivilText.hours(clock.prefix(32))
    let joined = (CivilText.day(day) ?? Array(day)) + [UInt8(ascii: "T")] + time
    return joined.withUnsafeBufferPointer { text in
      instant(text) ?? CivilText.iso(text)?.withUnsafeBufferPointer { instant($0) }
    }
  }

  private mutating func instant(_ text: UnsafeBufferPointer<UInt8>) -> TimeInterval? {
    zone == nil ? dates.parse(text) : ISO8601.parse(text, in: zone)
  }

  private static func seconds(_ number: Double) -> TimeInterval {
    switch abs(number) {
    case 1e17...: number / 1e9
    case 1e14...: number / 1e6
    case 1e11...: number / 1e3
    default: number
    }
  }
}
