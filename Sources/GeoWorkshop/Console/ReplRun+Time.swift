import Geo
import GeoHost

/// The times to which a console plays its events.
extension ReplRun {
  /// Plays up to a time of `:at`, and shows what happened.
  func play(to text: String) throws(GeoError) -> [String] {
    guard !text.isEmpty else { throw GeoError(.usage, "needs a time: :at 10:02") }
    // A group script has no device before its first event.
    let now = clock
    let time = try moment(text, "", from: now.isFinite ? now : try peek()?.time ?? 0)
    let shown = try moving { () throws(GeoError) in try play(upTo: time) }
    return shown + (try past(time))
  }

  /// The moment that a text means, not before `start`.
  ///
  /// - Parameter name: the option, with a blank behind it; empty in a console.
  /// - Errors: ``GeoError`` `usage` for what is not a time, and for one that has passed or is before the first event.
  /// - Source: HO-152.
  func moment(_ text: String, _ name: String, from start: TimeInterval) throws(GeoError) -> TimeInterval {
    let moment = try ClockTime.moment(text, name, from: start, in: zone) { () throws(GeoError) in
      try span()?.upperBound
    }
    guard moment.time + moment.length < start else { return moment.time }
    guard let span = try span(), moment.time + moment.length < span.lowerBound else {
      throw GeoError(
        .usage,
        "\(name)\(text) has passed: the clock stands at \(ISO8601.format(start, in: zone)); leave the console, and "
          + "start it with --at \(text)")
    }
    throw GeoError(
      .usage, "\(name)\(text) is outside the events: \(ClockTime.sentence(span, in: zone))")
  }

  /// What to say if the events have ended before a time.
  func past(_ time: TimeInterval) throws(GeoError) -> [String] {
    guard let replay, try peek() == nil, replay.latest < time else { return [] }
    return ["the last event is of \(ISO8601.format(replay.latest, in: zone))"]
  }
}
