package import Geo
import Glibc

/// How a sink writes times and numbers for people.
package struct SinkStyle: Sendable, Hashable {
  /// Nil for the zone of the run.
  package var zone: TimeZoneRules?
  /// Nil for ISO 8601 and points.
  var locale: SinkLocale?

  /// A time on the clocks of the zone.
  func text(time: TimeInterval) -> String {
    let zone = zone ?? .utc
    return locale.flatMap { $0.text(time: time, in: zone) } ?? ISO8601.format(time, in: zone)
  }

  func text(_ number: Double, decimals: Int) -> String {
    let text = fixed(number.rounded(decimals: decimals), decimals)
    guard let mark = locale?.decimalMark, mark != "." else { return text }
    return text.replacing(".", with: mark)
  }
}

/// A locale of the system.
struct SinkLocale: Sendable, Hashable {
  /// As the system knows it: `de_DE.UTF-8`.
  let name: String
  let decimalMark: String
  /// What the locale decides: letters, numbers and dates.
  private static let categories = Int32(1 << LC_CTYPE | 1 << LC_NUMERIC | 1 << LC_TIME)

  /// - Parameter word: `de_DE`, `de-DE`, or a whole name of the system.
  /// - Errors: ``GeoError`` `usage` for one that is not installed.
  init(_ word: String) throws(GeoError) {
    let plain = String(word.map { $0 == "-" ? "_" : $0 })
    let forms = [plain + ".UTF-8", plain + ".utf8", plain]
    for form in word.contains(".") || ["C", "POSIX"].contains(word) ? [word] : forms {
      guard let locale = newlocale(SinkLocale.categories, form, nil) else { continue }
      defer { freelocale(locale) }
      name = form
      decimalMark = nl_langinfo_l(nl_item(__DECIMAL_POINT), locale).map { String(cString: $0) } ?? "."
      return
    }
    throw GeoError(
      .usage, "locale=\(word) is not installed here: 'locale -a' lists those that are, such as C.UTF-8")
  }

  /// The day and the time as the locale writes them; nil if no calendar has them.
  func text(time: TimeInterval, in zone: TimeZoneRules) -> String? {
    guard time.isFinite, abs(time) < 1e14, let locale = newlocale(SinkLocale.categories, name, nil) else {
      return nil
    }
    defer { freelocale(locale) }
    var moment = tm()
    var seconds = time_t(time.rounded(.down)) + zone.offset(at: time)
    guard gmtime_r(&seconds, &moment) != nil else { return nil }
    var buffer = [CChar](repeating: 0, count: 512)
    let count = strftime_l(&buffer, buffer.count, "%x %X", &moment, locale)
    return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
}
