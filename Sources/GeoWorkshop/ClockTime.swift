package import Geo
import GeoFormats

/// Times as people write them beside a script: `10:02`, `10:02:30`, or a date of ISO 8601.
package enum ClockTime {
  /// The next such time of a clock after `mark`, or a date; how long it lasts, and whether every day has it. Nil for
  /// other texts.
  ///
  /// - Shapes: `10:02` lasts a minute, `10:02:30` a second; a date lasts a second.
  static func moment(
    _ text: String, after mark: TimeInterval, in zone: TimeZoneRules, near tolerance: TimeInterval
  ) -> (time: TimeInterval, length: TimeInterval, isOfDay: Bool)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count),
      parts.allSatisfy({ $0.count <= 2 && !$0.isEmpty && $0.allSatisfy(\.isNumber) })
    else { return (try? FeedOptions.time(text, in: zone)).map { ($0, 1, false) } }
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
    return (time - TimeInterval(zone.offset(at: guess)), length, true)
  }

  /// Such a time, or a date, among the events of files; how long it lasts.
  ///
  /// - Parameters:
  ///   - name: the option, with a blank behind it; a console names its command itself.
  ///   - start: of the times of a clock the first is meant that is not before it.
  ///   - margin: seconds before `start` that still count.
  ///   - last: the time of the last event, asked only if the day of `start` has no such time any more: if that of the
  ///     next day comes too late, it is the one on the day of `start`. Nil for one that is not known.
  /// - Errors: ``GeoError`` `usage` for anything else.
  /// - Source: HO-152.
  package static func moment(
    _ text: String, _ name: String = "--at ", from start: TimeInterval, in zone: TimeZoneRules,
    margin: TimeInterval = 0, last: () throws(GeoError) -> TimeInterval?
  ) throws(GeoError) -> (time: TimeInterval, length: TimeInterval) {
    guard let own = moment(text, after: start, in: zone, near: .infinity),
      let next = moment(text, after: start, in: zone, near: margin)
    else {
      throw GeoError(
        .usage, "\(name)takes a time such as 10:02, 10:02:30 or 2026-05-04T10:02:00Z, got '\(text)'")
    }
    guard next.time > own.time, let last = try last(), next.time > last else {
      return (next.time, next.length)
    }
    return (own.time, own.length)
  }

  /// - Errors: ``GeoError`` `usage` for what is not a time.
  static func check(_ text: String, in zone: TimeZoneRules) throws(GeoError) {
    _ = try moment(text, from: 0, in: zone) { nil }
  }

  /// The span of events as a sentence.
  static func sentence(_ span: ClosedRange<TimeInterval>, in zone: TimeZoneRules) -> String {
    "the events begin at \(ISO8601.format(span.lowerBound, in: zone)) and end at "
      + ISO8601.format(span.upperBound, in: zone)
  }
}
