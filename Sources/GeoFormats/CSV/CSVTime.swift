import Geo

/// Reads times as people write them into tables.
package struct CSVTime {
  /// The zone of times that have no offset; nil for UTC.
  private let zone: TimeZoneRules?
  private var dates = DateReader()
  private var joined: [UInt8] = []

  init(zone: TimeZoneRules? = nil) { self.zone = zone }

  package static let expected = "ISO 8601, YYYY/MM/DD hh:mm:ss, DD.MM.YYYY hh:mm:ss or seconds since 1970"

  /// Returns seconds since 1970, or nil if `text` is not a time.
  ///
  /// - Shapes: ISO 8601; the same with slashes; day.month.year; a number of seconds, or from 10¹¹ on
  ///   milliseconds, from 10¹⁴ on microseconds, from 10¹⁷ on nanoseconds. Without an offset it is in the zone.
  mutating func parse(_ text: UnsafeBufferPointer<UInt8>) -> TimeInterval? {
    if let time = instant(text) { return time }
    if let number = Decimal.parse(text) { return Self.seconds(number) }
    return other(text)
  }

  /// Combines a column of dates and one of hours.
  mutating func parse(
    _ date: UnsafeBufferPointer<UInt8>, _ hour: UnsafeBufferPointer<UInt8>
  ) -> TimeInterval? {
    // The column of hours may hold the whole date.
    guard hour.count < 10 || hour.prefix(10).contains(UInt8(ascii: ":")) else { return parse(hour) }
    joined.removeAll(keepingCapacity: true)
    joined.append(contentsOf: date.prefix(32))
    joined.append(UInt8(ascii: "T"))
    joined.append(contentsOf: hour.prefix(32))
    let text = joined
    return text.withUnsafeBufferPointer { instant($0) ?? other($0) }
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

  /// `2026/01/31 …` and `31.01.2026 …`, with the day turned into ISO 8601.
  private func other(_ text: UnsafeBufferPointer<UInt8>) -> TimeInterval? {
    guard (10...64).contains(text.count) else { return nil }
    var iso = Array(text)
    if iso[4] == UInt8(ascii: "/"), iso[7] == UInt8(ascii: "/") {
      iso[4] = UInt8(ascii: "-")
      iso[7] = UInt8(ascii: "-")
    } else if iso[2] == UInt8(ascii: "."), iso[5] == UInt8(ascii: ".") {
      let dash = UInt8(ascii: "-")
      iso.replaceSubrange(0..<10, with: Array(iso[6..<10]) + [dash, iso[3], iso[4], dash, iso[0], iso[1]])
    } else {
      return nil
    }
    return iso.withUnsafeBufferPointer { ISO8601.parse($0, in: zone) }
  }
}
