import Geo

/// Gives days to times of day: few sentences have a date.
struct NMEADates {
  private static let day = 86_400_000_000

  /// Days since 1970 of the last time; nil before there was a date.
  private(set) var today: Int?
  private var last = -1

  /// Seconds since 1970 of a time of day in microseconds.
  ///
  /// Without a date of its own a time that goes back by more than half a day begins the next one.
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

  /// The day at which a time of day is nearest to an instant.
  static func day(of time: Int, near instant: TimeInterval) -> Int {
    Int(((instant - TimeInterval(time) / 1e6) / 86_400).rounded())
  }

  /// Days since 1970; nil for what is not a date.
  static func day(year: Int, month: Int, day: Int) -> Int? {
    let text = [
      digit(year / 1000), digit(year / 100), digit(year / 10), digit(year), 0x2d, digit(month / 10),
      digit(month), 0x2d, digit(day / 10), digit(day),
    ]
    let time = text.withUnsafeBufferPointer { ISO8601.parse($0) }
    return time.map { Int($0) / 86_400 - ($0 < 0 && Int($0) % 86_400 != 0 ? 1 : 0) }
  }

  private static func digit(_ number: Int) -> UInt8 { 0x30 + UInt8(number % 10) }

  /// An instant moved by as many times 1024 weeks as bring it to the time of arrival, where that is exact to a day.
  ///
  /// A receiver whose count of weeks has run over is behind by just that; one that is wrong otherwise stays so.
  ///
  /// - Source: IS-GPS-200, 20.3.3.3.1.1: the week's number has ten bits.
  static func rolledOver(_ time: TimeInterval, near arrival: TimeInterval) -> TimeInterval {
    let era = 1024.0 * 7 * 86_400
    let count = ((arrival - time) / era).rounded()
    guard count > 0, abs(time + count * era - arrival) < 86_400 else { return time }
    return time + count * era
  }
}

/// Learns which sentence a receiver ends its round with, so that a fix need not wait for the next round.
struct NMEACycle {
  private var last: (kind: NMEAEpoch.Kind, count: Int)?
  private var streak = 0

  /// A round is over, and ended so.
  mutating func ended(with sentence: (kind: NMEAEpoch.Kind, count: Int)?) {
    guard let sentence else { return }
    if let last, last == sentence {
      streak += 1
    } else {
      last = sentence
      streak = 1
    }
  }

  /// Whether a sentence is surely the last of its round: the last two ended with it.
  func isEnd(_ sentence: (kind: NMEAEpoch.Kind, count: Int)?) -> Bool {
    guard streak >= 2, let last, let sentence else { return false }
    return last == sentence
  }
}
