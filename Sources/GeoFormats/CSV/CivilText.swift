/// Turns dates of other forms into the text of ISO 8601; whether there is such a day is for its reader to say.
enum CivilText {
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  static func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var text = text
    while let first = text.first, first <= 0x20 { text = .init(rebasing: text.dropFirst()) }
    while let last = text.last, last <= 0x20 { text = .init(rebasing: text.dropLast()) }
    return text
  }

  /// `YYYYMMDDhhmmss`, with a fraction or without; nil for other numbers.
  static func digits(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let text = trimmed(text)
    let digits = text.prefix(while: isDigit)
    guard digits.count == 14, text.count == 14 || text[14] == UInt8(ascii: "."),
      let day = day(digits.prefix(8))
    else { return nil }
    return day + [UInt8(ascii: "T")] + hours(text[8...])
  }

  /// `YYYYMMDD` with its dashes; nil for other text.
  static func day(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
    guard text.count == 8, text.allSatisfy(isDigit) else { return nil }
    let dash = [UInt8(ascii: "-")]
    return text.prefix(4) + dash + text.dropFirst(4).prefix(2) + dash + text.suffix(2)
  }

  /// `hhmmss` with its colons, `h:mm` with two digits for the hour, anything else as it is.
  static func hours(_ text: some Collection<UInt8>) -> [UInt8] {
    let colon = [UInt8(ascii: ":")]
    var bytes = Array(text)
    let count = bytes.prefix(while: isDigit).count
    if count == 5 || count == 1 { bytes.insert(UInt8(ascii: "0"), at: 0) }
    guard count == 5 || count == 6 else { return bytes }
    return bytes[..<2] + colon + bytes[2..<4] + colon + bytes[4...]
  }

  /// `2026/1/31 …`, `2026.01.31 …`, `31.01.2026 …` and `31.1.2026`.
  static func iso(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let text = trimmed(text)
    guard text.count <= 64 else { return nil }
    let first = text.prefix(while: isDigit)
    guard let mark = text[first.endIndex...].first, [45, 46, 47].contains(mark) else { return nil }
    let second = text[(first.endIndex + 1)...].prefix(while: isDigit)
    guard second.endIndex < text.count, text[second.endIndex] == mark else { return nil }
    let third = text[(second.endIndex + 1)...].prefix(while: isDigit)
    let isYearFirst = first.count == 4
    let (year, day) = isYearFirst ? (first, third) : (third, first)
    guard year.count == 4, (1...2).contains(second.count), (1...2).contains(day.count),
      isYearFirst || mark == UInt8(ascii: ".")
    else { return nil }
    let dash = [UInt8(ascii: "-")]
    let date = year + dash + twoDigits(second) + dash + twoDigits(day)
    let rest = text[third.endIndex...]
    // A comma may stand between day and hour, as in German exports.
    let hour = rest.drop { $0 <= 0x20 || $0 | 0x20 == UInt8(ascii: "t") || $0 == UInt8(ascii: ",") }
    guard !hour.isEmpty else { return Array(date) }
    guard hour.startIndex > rest.startIndex else { return nil }
    return date + [UInt8(ascii: "T")] + hours(hour)
  }

  private static func twoDigits(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    digits.count == 1 ? [UInt8(ascii: "0")] + digits : Array(digits)
  }
}
