/// A permanent rule: an offset, and a second one between two moments of each year;
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// - Units: seconds east of Greenwich (the text counts west).
/// - Source: POSIX.1-2017, 8.3, TZ, with the hours up to 167 of RFC 8536, 3.3.1.
struct PosixTimeZone: Sendable, Hashable {
  private var standard = 0
  private var standardName = ""
  private var summerName = ""
  private var summer: Summer?

  private struct Summer: Hashable {
    var offset: Int
    var start: Moment
    var end: Moment
  }

  /// A moment of each year, on the clock in force before it.
  private struct Moment: Hashable {
    enum Day: Hashable {
      /// 1…365; the 29th of February is never counted.
      case julian(Int)
      /// 0…365.
      case ordinal(Int)
      /// The nth of that weekday in a month, Sunday 0; 5 is the last.
      case weekday(month: Int, week: Int, day: Int)
    }

    var day: Day
    var time = 7200

    /// Seconds since 1970 on the local clock.
    func seconds(inYear year: Int) -> Int {
      let january = daysFromCivil(year: year, month: 1, day: 1)
      let days: Int
      switch day {
      case .ordinal(let number): days = january + number
      case .julian(let number):
        days = january + number - 1 + (daysInMonth(2, year: year) == 29 && number >= 60 ? 1 : 0)
      case .weekday(let month, let week, let day):
        let first = daysFromCivil(year: year, month: month, day: 1)
        // 1970-01-01 was a Thursday.
        let weekday = (first + 4).flooredQuotientAndRemainder(dividingBy: 7).remainder
        let offset = (day - weekday + 7) % 7 + (week - 1) * 7
        days = first + (offset < daysInMonth(month, year: year) ? offset : offset - 7)
      }
      return days * 86400 + time
    }
  }

  /// Returns the offset at a time in seconds since 1970 UTC.
  func offset(at time: Int64) -> Int {
    guard let summer else { return standard }
    let days = (Int(time) + standard).flooredQuotientAndRemainder(dividingBy: 86400).quotient
    let year = civilFromDays(days).year
    let start = summer.start.seconds(inYear: year) - standard
    let end = summer.end.seconds(inYear: year) - summer.offset
    let isSummer = start < end ? (start..<end).contains(Int(time)) : !(end..<start).contains(Int(time))
    return isSummer ? summer.offset : standard
  }

  /// Returns what the clocks are called at a time: `CET`, `CEST`.
  func abbreviation(at time: Int64) -> String {
    summer != nil && offset(at: time) != standard ? summerName : standardName
  }

  /// Returns nil if the text is not a rule.
  init?(_ text: String) {
    var scanner = Scanner(rest: Substring(text))
    guard let name = scanner.name(), let west = scanner.time(limit: 24) else { return nil }
    (standard, standardName) = (-west, name)
    guard !scanner.rest.isEmpty else { return }
    guard let name = scanner.name() else { return nil }
    summerName = name
    var offset = standard + 3600
    if !scanner.rest.hasPrefix(",") {
      guard let west = scanner.time(limit: 24) else { return nil }
      offset = -west
    }
    guard let start = scanner.moment(), let end = scanner.moment(), scanner.rest.isEmpty else { return nil }
    summer = Summer(offset: offset, start: start, end: end)
  }

  private struct Scanner {
    var rest: Substring

    /// A name of at least three letters, or any text in angle brackets.
    mutating func name() -> String? {
      if rest.hasPrefix("<") {
        guard let end = rest.firstIndex(of: ">") else { return nil }
        defer { rest = rest[rest.index(after: end)...] }
        return String(rest[..<end].dropFirst())
      }
      let letters = rest.prefix { $0.isASCII && $0.isLetter }
      rest = rest.dropFirst(letters.count)
      return letters.count >= 3 ? String(letters) : nil
    }

    private mutating func number(in range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let value = Int(digits), range.contains(value) else { return nil }
      rest = rest.dropFirst(digits.count)
      return value
    }

    private mutating func skip(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest = rest.dropFirst()
      return true
    }

    /// `hh[:mm[:ss]]` with a sign.
    mutating func time(limit: Int) -> Int? {
      let isNegative = skip("-")
      if !isNegative { _ = skip("+") }
      guard let hours = number(in: 0...limit) else { return nil }
      var seconds = hours * 3600
      if skip(":") {
        guard let minutes = number(in: 0...59) else { return nil }
        seconds += minutes * 60
        if skip(":") {
          guard let rest = number(in: 0...59) else { return nil }
          seconds += rest
        }
      }
      return isNegative ? -seconds : seconds
    }

    mutating func moment() -> Moment? {
      guard skip(","), let day = day() else { return nil }
      guard skip("/") else { return Moment(day: day) }
      return time(limit: 167).map { Moment(day: day, time: $0) }
    }

    private mutating func day() -> Moment.Day? {
      if skip("J") { return number(in: 1...365).map { .julian($0) } }
      guard skip("M") else { return number(in: 0...365).map { .ordinal($0) } }
      guard let month = number(in: 1...12), skip("."), let week = number(in: 1...5), skip("."),
        let day = number(in: 0...6)
      else { return nil }
      return .weekday(month: month, week: week, day: day)
    }
  }
}
