/// Reads the fields of a date from a text, one after the other.
struct DateTextReader {
  var rest: Substring
  var year: Int
  private var month = 1
  private var day = 1
  private var dayOfYear: Int?
  private var hour = 0
  private var isAfternoon: Bool?
  private var minute = 0
  private var second = 0
  private var fraction = 0.0
  private var offset: Int?

  init(rest: Substring, year: Int) { (self.rest, self.year) = (rest, year) }

  static func isNumber(_ letter: Character, _ count: Int) -> Bool {
    "yuYdDFwWhHKkmsSA".contains(letter) || "MLQqec".contains(letter) && count < 3
  }

  mutating func read(_ part: NSDateFormatter.PatternPart, beforeNumber: Bool) -> Bool {
    switch part {
    case .text(let text):
      guard rest.hasPrefix(text) else { return false }
      rest = rest.dropFirst(text.count)
      return true
    case .field(let letter, let count):
      if Self.isNumber(letter, count) {
        guard let digits = digits(beforeNumber || letter == "S" ? count : 12) else { return false }
        return set(letter, count, digits)
      }
      return readName(letter, count)
    }
  }

  private mutating func digits(_ most: Int) -> Substring? {
    let digits = rest.prefix(most).prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, digits.count <= 12 else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits
  }

  private mutating func set(_ letter: Character, _ count: Int, _ digits: Substring) -> Bool {
    guard let number = Int(digits) else { return false }
    func fits(_ range: ClosedRange<Int>) -> Bool { range.contains(number) }
    switch letter {
    case "y", "u":
      // As Foundation has it by default: the years 1950 to 2049.
      year = count == 2 && digits.count == 2 ? number + (number < 50 ? 2000 : 1900) : number
      return fits(0...9999)
    case "M", "L": month = number; return fits(1...12)
    case "d": day = number; return fits(1...31)
    case "D": dayOfYear = number; return fits(1...366)
    case "H": hour = number; return fits(0...23)
    case "k": hour = number % 24; return fits(1...24)
    case "h": hour = number % 12; return fits(1...12)
    case "K": hour = number; return fits(0...11)
    case "m": minute = number; return fits(0...59)
    case "s": second = number; return fits(0...59)
    case "S":
      fraction = Double("0." + digits) ?? 0
      return true
    default: return true
    }
  }

  private mutating func readName(_ letter: Character, _ count: Int) -> Bool {
    switch letter {
    case "M", "L":
      guard let index = name(EnglishDates.months) else { return false }
      month = index + 1
      return true
    case "E", "e", "c": return name(EnglishDates.weekdays) != nil
    case "a":
      guard let index = word(["AM", "PM"]) else { return false }
      isAfternoon = index == 1
      return true
    case "G": return word(["Anno Domini", "AD"]) != nil
    case "Q", "q": return word(["Q1", "Q2", "Q3", "Q4"]) != nil
    default: return readOffset()
    }
  }

  /// A whole name, or its first three letters, in any case.
  private mutating func name(_ names: [String]) -> Int? {
    word(names) ?? word(names.map { String($0.prefix(3)) })
  }

  private mutating func word(_ words: [String]) -> Int? {
    let index = words.firstIndex { rest.prefix($0.count).lowercased() == $0.lowercased() }
    if let index { rest = rest.dropFirst(words[index].count) }
    return index
  }

  private mutating func readOffset() -> Bool {
    if rest.first == "Z" {
      rest = rest.dropFirst()
      offset = 0
      return true
    }
    let isGMT = word(["GMT", "UTC"]) != nil
    guard let sign = rest.first, sign == "+" || sign == "-" else {
      if isGMT { offset = 0 }
      return isGMT
    }
    let text = rest.dropFirst().prefix { $0 == ":" || ($0.isASCII && $0.isNumber) }
    guard let zone = TimeZoneRules.fixed("\(sign)\(text)") else { return false }
    rest = rest.dropFirst(1 + text.count)
    offset = zone.offset(at: 0)
    return true
  }

  func date(in zone: TimeZoneRules) -> NSDate? {
    let parts = NSDateComponents()
    guard dayOfYear != nil || day <= daysInMonth(month, year: year) else { return nil }
    (parts.year, parts.month, parts.day) = (year, dayOfYear == nil ? month : 1, dayOfYear ?? day)
    (parts.hour, parts.minute, parts.second) = (
      isAfternoon == true && hour < 12 ? hour + 12 : hour, minute, second
    )
    let calendar = NSCalendar(timeZone: offset.map { TimeZoneRules(name: "", offset: $0) } ?? zone)
    return calendar.date(from: parts)?.addingTimeInterval(fraction)
  }
}
