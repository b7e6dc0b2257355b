import Geo
import GeoFormats

/// Times as people write them beside a script: `10:02`, `10:02:30`, or a date of ISO 8601.
enum ClockTime {
  /// The next such time of a clock after `mark`, or a date; how long it lasts. Nil for other texts.
  ///
  /// - Shapes: `10:02` lasts a minute, `10:02:30` a second; a date lasts a second.
  static func moment(
    _ text: String, after mark: TimeInterval, in zone: TimeZoneRules, near tolerance: TimeInterval
  ) -> (time: TimeInterval, length: TimeInterval)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count),
      parts.allSatisfy({ $0.count <= 2 && !$0.isEmpty && $0.allSatisfy(\.isNumber) })
    else { return (try? FeedOptions.time(text, in: zone)).map { ($0, 1) } }
    let numbers = parts.compactMap { Double($0) }
    guard numbers.count == parts.count, numbers[0] < 24, numbers[1] < 60, numbers.count < 3 || numbers[2] < 60
    else { return nil }
    let length = numbers.count == 2 ? 59.999 : 0.999
    let clock = numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
    let local = mark + TimeInterval(zone.offset(at: mark))
    var time = (local / 86_400).rounded(.down) * 86_400 + clock
    if time + max(length, tolerance) < local { time += 86_400 }
    // The offset of the day itself, which may differ from that of the mark.
    let guess = time - TimeInterval(zone.offset(at: mark))
    return (time - TimeInterval(zone.offset(at: guess)), length)
  }

  /// - Errors: ``GeoError`` `usage` for anything else.
  static func moment(
    _ text: String, after mark: TimeInterval, in zone: TimeZoneRules
  ) throws(GeoError) -> TimeInterval {
    guard let moment = moment(text, after: mark, in: zone, near: 0) else {
      throw GeoError(
        .usage, "--at takes a time such as 10:02, 10:02:30 or 2026-05-04T10:02:00Z, got '\(text)'")
    }
    return moment.time
  }
}
