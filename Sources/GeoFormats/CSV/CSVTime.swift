import Geo

/// Reads times as people write them into tables.
package struct CSVTime {
  /// The only form of times; nil for those of ``expected``.
  private let format: TimeFormat?
  private var dates = DateReader()

  init(format: TimeFormat? = nil) { self.format = format }

  package static let expected = "ISO 8601, YYYY/MM/DD hh:mm:ss, DD.MM.YYYY hh:mm:ss or seconds since 1970"

  /// What a message says of times that could be read.
  var expected: String {
    format.map { "the --time-format \($0.pattern)" } ?? "\(CSVTime.expected); or give --time-format"
  }

  /// Returns what `text` says, or nil if it is not a time.
  ///
  /// - Shapes: ISO 8601; the same with slashes or dots; day.month.year; digits alone as YYYYMMDDhhmmss; a number of
  ///   seconds, or from 10¹¹ on milliseconds, from 10¹⁴ on microseconds, from 10¹⁷ on nanoseconds.
  mutating func read(_ text: UnsafeBufferPointer<UInt8>) -> WrittenTime? {
    if let format { return format.read(String(decoding: text.prefix(128), as: UTF8.self)) }
    if let time = dates.read(text) { return time }
    if let time = CivilText.digits(text)?.withUnsafeBufferPointer({ dates.read($0) }) { return time }
    if let number = Decimal.parse(text) { return WrittenTime(seconds: Self.seconds(number), isLocal: false) }
    return CivilText.iso(text)?.withUnsafeBufferPointer { dates.read($0) }
  }

  /// Combines a column of dates and one of hours.
  mutating func read(
    _ date: UnsafeBufferPointer<UInt8>, _ hour: UnsafeBufferPointer<UInt8>
  ) -> WrittenTime? {
    let day = CivilText.trimmed(date).prefix(32)
    let clock = CivilText.trimmed(hour)
    if let format {
      let joined =
        "\(String(decoding: day, as: UTF8.self)) \(String(decoding: clock.prefix(64), as: UTF8.self))"
      return format.read(joined) ?? read(hour)
    }
    // The column of hours may well hold the whole date, too.
    guard clock.count < 10 || clock.prefix(10).contains(UInt8(ascii: ":")) else { return read(hour) }
    let time = CivilText.hours(clock.prefix(32))
    let joined = (CivilText.day(day) ?? Array(day)) + [UInt8(ascii: "T")] + time
    return joined.withUnsafeBufferPointer { text in
      dates.read(text) ?? CivilText.iso(text)?.withUnsafeBufferPointer { dates.read($0) }
    }
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
