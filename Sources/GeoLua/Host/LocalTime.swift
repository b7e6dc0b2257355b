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
    try checkFormat(format)
    // The blank tells an empty result from a full buffer.
    var buffer = [CChar](repeating: 0, count: 16_384)
    let name = zone.isUTC ? "UTC" : TimeZoneRules.text(offset: moment.tm_gmtoff)
    let count = name.withCString {
      moment.tm_zone = $0
      return strftime(&buffer, buffer.count, format + " ", &moment)
    }
    guard count > 0 else { throw LuaMessage("os.date: the result is too long") }
    return String(decoding: buffer[..<(count - 1)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// - Errors: ``LuaMessage`` naming a conversion unknown to C, for which strftime is undefined.
  /// - Source: C99 7.23.3.5, as Lua's own loslib.c checks it.
  private static func checkFormat(_ format: String) throws {
    let plain = Set("aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYzZ%"),
      modified = ["E": Set("cCxXyY"), "O": Set("deHImMSuUVwWy")]
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
      throw LuaMessage("bad argument #1 to 'date' (invalid conversion specifier '%\(conversion)')")
    }
  }
}
