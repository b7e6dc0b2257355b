import Geo

/// Dates of XML Schema that ISO 8601 with its hours does not have: years, months, and days with an offset.
///
/// - Source: XML Schema 1.1 part 2, `gYear`, `gYearMonth`, `date`; KML 2.3 (OGC 12-007r2, 16.21) allows them in `when`.
enum XMLDate {
  /// Returns the beginning of a year, a month or a day, in UTC without an offset; nil for other text.
  ///
  /// - Shapes: `1997`, `1997-07`, `1997-07-16`, each also with `Z` or `+02:00`.
  /// - Units: seconds since 1970.
  static func parse(_ text: UnsafeBufferPointer<UInt8>) -> TimeInterval? {
    var day = String(decoding: text.prefix(17), as: UTF8.self)
    var offset = ""
    if day.hasSuffix("Z") {
      offset = String(day.removeLast())
    } else if day.utf8.count > 6, day.dropLast(2).last == ":" {
      offset = String(day.suffix(6))
      day = String(day.dropLast(6))
    }
    guard [4, 7, 10].contains(day.utf8.count), text.count <= 16 else { return nil }
    let rest = "-01-01".suffix(10 - day.utf8.count)
    return ISO8601.parse("\(day)\(rest)T00:00:00\(offset)")
  }
}
