import Geo
import Glibc
import LuaBridge

/// Dates on the clocks of a zone, as strftime writes them.
enum LocalTime {
  /// Returns the parts of a time on the clocks of a zone.
  ///
  /// - Errors: ``LuaMessage`` for a time that no calendar has.
  static func parts(_ time: Double, in zone: TimeZoneRules) throws -> tm {
    var moment = tm()
    guard time.isFinite, abs(time) < 1e15 else { throw LuaMessage("os.date: \(time) is out of range") }
    let offset = zone.offset(at: time)
    var seconds = time_t(time.rounded(.down)) + offset
    guard gmtime_r(&seconds, &moment) != nil else { throw LuaMessage("os.date: \(time) is out of range") }
    moment.tm_gmtoff = offset
    moment.tm_isdst = zone.summerOffset(at: time) > 0 ? 1 : 0
    return moment
  }

  /// Returns the time on the clocks of a zone by a strftime format.
  ///
  /// - Errors: ``LuaMessage`` for a wrong format or a time that no calendar has.
  static func text(_ format: String, _ time: Double, in zone: TimeZoneRules) throws -> String {
    var moment = try parts(time, in: zone)
    guard format.utf8.count < 1000 else { throw LuaMessage("os.date: the format is too long") }
    if let flaw = flaw(in: format) { throw LuaMessage(flaw) }
    let name =
      zone.isUTC
      ? "UTC" : zone.abbreviation(at: time) ?? TimeZoneRules.text(offset: moment.tm_gmtoff)
    // A format may contain a NUL, which ends a text of C.
    let parts = withSeconds(format, time).split(separator: "\0", omittingEmptySubsequences: false)
    return try parts.map { try text(String($0), &moment, name) }.joined(separator: "\0")
  }

  private static func text(_ format: String, _ moment: inout tm, _ zone: String) throws -> String {
    // The blank tells an empty result from a full buffer.
    var buffer = [CChar](repeating: 0, count: 16_384)
    let count = zone.withCString {
      moment.tm_zone = $0
      return strftime(&buffer, buffer.count, format + " ", &moment)
    }
    guard count > 0 else { throw LuaMessage("os.date: the result is too long") }
    return String(decoding: buffer[..<(count - 1)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The format with the seconds since 1970 in place of `%s`, for which C reads the parts in the machine's zone.
  private static func withSeconds(_ format: String, _ time: Double) -> String {
    guard format.contains("%s") else { return format }
    return format.split(separator: "%%", omittingEmptySubsequences: false)
      .map { $0.replacing("%s", with: String(Int(time.rounded(.down)))) }.joined(separator: "%%")
  }

  /// Returns what is wrong with a format: a conversion unknown to C, for which strftime is undefined; nil if nothing is.
  ///
  /// - Source: C99 7.23.3.5, as Lua's own loslib.c checks it; and `%s`, `%k`, `%l` and `%P` of strftime(3).
  static func flaw(in format: String) -> String? {
    let plain = Set("aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%")
    let modified = ["E": Set("cCxXyY"), "O": Set("deHImMSuUVwWy")]
    var rest = format[...]
    while let start = rest.firstIndex(of: "%") {
      rest = rest[start...].dropFirst()
      var conversion = String(rest.prefix(1))
      if let allowed = modified[conversion] {
        conversion = String(rest.prefix(2))
        if conversion.count == 2, conversion.last.map(allowed.contains) == true {
          rest = rest.dropFirst(2); continue
        }
      } else if conversion.first.map(plain.contains) == true {
        rest = rest.dropFirst()
        continue
      }
      return "bad argument #1 to 'date' (invalid conversion specifier '%\(conversion)')"
    }
    return nil
  }
}
