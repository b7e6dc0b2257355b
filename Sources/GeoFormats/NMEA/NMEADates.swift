import Geo

/// Adds days to times of day, because few sentences have a date.
struct NMEADates {
  private static let day = 86_400_000_000

  /// Days since 1970 of the last time; nil before the first date.
  private(set) var today: Int?
  private var last = -1

  /// Seconds since 1970 of a time of day in microseconds.
  ///
  /// Without a date, a time that goes back by more than half a day begins the next day.
  mutating func time(_ time: Int, day: Int?) -> TimeInterval? {
    if let day {
      today = day
    } else if let known = today, last >= 0 {
      if time < last - NMEADates.day / 2 { today = known + 1 }
      if time > last + NMEADates.day / 2 { today = known - 1 }
    }
    last = time
    guard let today else { return nil }
    return TimeInterval(today) * 86_400 + TimeInterval(time) / 1e6
  }

  /// The day on which a time of day is nearest to an instant.
  static func day(of time: Int, near instant: TimeInterval) -> Int {
    Int(((instant - TimeInterval(time) / 1e6) / 86_400).rounded())
  }

  /// Days since 1970; nil for an invalid date.
  static func day(year: Int, month: Int, day: Int) -> Int? {
    let text = [
      digit(year / 1000), digit(year / 100), digit(year / 10), digit(year), 0x2d, digit(month / 10),
      digit(month), 0x2d, digit(day / 10), digit(day),
    ]
    let time = text.withUnsafeBufferPointer { ISO8601.parse($0) }
    return time.map { Int($0) / 86_400 - ($0 < 0 && Int($0) % 86_400 != 0 ? 1 : 0) }
  }

  private static func digit(_ number: Int) -> UInt8 { 0x30 + UInt8(number % 10) }

  /// An instant moved by multiples of 1024 weeks to the time of arrival, if that fits within a day.
  ///
  /// A receiver whose week number has rolled over is behind by exactly that; other errors remain.
  ///
  /// - Source: IS-GPS-200, 20.3.3.3.1.1: the week's number has ten bits.
  static func rolledOver(_ time: TimeInterval, near arrival: TimeInterval) -> TimeInterval {
    let era = 1024.0 * 7 * 86_400
    let count = ((arrival - time) / era).rounded()
    guard count > 0, abs(time + count * era - arrival) < 86_400 else { return time }
    return time + count * era
  }
}

/// Learns which sentence ends a receiver's round, so that a fix need not wait for the next round.
struct NMEACycle {
  private var last: (kind: NMEAEpoch.Kind, count: Int)?
  private var streak = 0

  /// Records the last sentence of a round.
  mutating func ended(with sentence: (kind: NMEAEpoch.Kind, count: Int)?) {
    guard let sentence else { return }
    if let last, last == sentence {
      streak += 1
    } else {
      last = sentence
      streak = 1
    }
  }

  /// Whether a sentence surely ends its round: the last two rounds ended with it.
  func isEnd(_ sentence: (kind: NMEAEpoch.Kind, count: Int)?) -> Bool {
    guard streak >= 2, let last, let sentence else { return false }
    return last == sentence
  }
}
