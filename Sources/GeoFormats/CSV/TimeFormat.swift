public import Geo

/// How times are written, as `--time-format` says it: `%d/%m/%Y %H:%M:%S`.
///
/// - Source: the conversions of POSIX.1-2017 `strptime` for numbers and English months, `%f` for a fraction and `%z` for
///   an offset as Python has them.
public struct TimeFormat: Sendable, Hashable {
  private enum Part: Hashable {
    case field(Character)
    case text(Character)
    /// Any run of spaces, also none.
    case space
  }

  public let pattern: String
  private let parts: [Part]

  private static let fields: Set<Character> = [
    "Y", "y", "m", "b", "B", "h", "d", "e", "H", "I", "M", "S", "f", "p", "z", "s", "a", "A",
  ]
  private static let shorthands: [Character: String] = [
    "T": "%H:%M:%S", "R": "%H:%M", "D": "%m/%d/%y", "F": "%Y-%m-%d",
  ]
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// - Errors: ``GeoError`` (`usage`) for a conversion that is not known, or without a day.
  public init(_ pattern: String) throws(GeoError) {
    var parts: [Part] = []
    var rest = pattern[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts.append(character.isWhitespace ? .space : .text(character))
        continue
      }
      guard let code = rest.popFirst() else {
        throw GeoError(.usage, "a time format may not end with % (write %% for a percent sign)")
      }
      if code == "%" {
        parts.append(.text("%"))
      } else if let long = Self.shorthands[code] {
        rest = long + rest
      } else if Self.fields.contains(code) {
        parts.append(.field(code))
      } else {
        throw GeoError(
          .usage,
          "%\(code) is unknown in a time format (expected such as %Y-%m-%d %H:%M:%S or %d/%m/%y %I:%M %p)")
      }
    }
    let codes = parts.compactMap { if case .field(let code) = $0 { code } else { nil } }
    let hasDay =
      codes.contains { "Yy".contains($0) } && codes.contains { "mbBh".contains($0) }
      && codes.contains { "de".contains($0) }
    guard hasDay || codes.contains("s") else {
      throw GeoError(
        .usage, "a time format needs a year, a month and a day, such as %d/%m/%Y %H:%M:%S; or %s")
    }
    self.pattern = pattern
    self.parts = parts
  }

  /// Returns the time that `text` names, nil where it is not of this form; without an offset in `zone`, else in UTC.
  ///
  /// - Units: seconds since 1970.
  public func parse(_ text: String, in zone: TimeZoneRules?) -> TimeInterval? {
    read(text)?.time(in: zone)
  }

  /// Returns what `text` says, nil where it is not of this form.
  public func read(_ text: String) -> WrittenTime? {
    var reading = Reading(rest: text[...])
    reading.skipSpace()
    for part in parts {
      switch part {
      case .space: reading.skipSpace()
      case .text(let character): guard reading.rest.popFirst() == character else { return nil }
      case .field(let code): guard reading.read(code) else { return nil }
      }
    }
    reading.skipSpace()
    return reading.rest.isEmpty ? reading.time() : nil
  }

  /// What has been read of one text.
  private struct Reading {
    var rest: Substring
    var values: [Character: Int] = [:]
    var fraction = ""
    var offset = ""
    var isAfternoon: Bool?

    mutating func skipSpace() { rest = rest.drop { $0.isWhitespace } }

    mutating func read(_ code: Character) -> Bool {
      switch code {
      case "b", "B", "h": return readMonth()
      case "a", "A":
        let name = rest.prefix { $0.isLetter }
        rest = rest.dropFirst(name.count)
        return !name.isEmpty
      case "p": return readHalf()
      case "z": return readOffset()
      case "f":
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        fraction = String(digits.prefix(9))
        rest = rest.dropFirst(digits.count)
        return !digits.isEmpty
      case "s": return readNumber("s", atMost: 12)
      case "Y": return readNumber("Y", atMost: 4)
      case "e": return readNumber("d", atMost: 2)
      default: return readNumber(code, atMost: 2)
      }
    }

    private mutating func readNumber(_ code: Character, atMost width: Int) -> Bool {
      if code != "s" { rest = rest.drop { $0 == " " } }
      let digits = rest.prefix(width).prefix { $0.isASCII && $0.isNumber }
      guard let value = Int(digits) else { return false }
      rest = rest.dropFirst(digits.count)
      values[code] = value
      return true
    }

    private mutating func readMonth() -> Bool {
      let name = rest.prefix { $0.isLetter }
      guard let index = TimeFormat.months.firstIndex(of: String(name.lowercased().prefix(3))) else {
        return false
      }
      rest = rest.dropFirst(name.count)
      values["m"] = index + 1
      return true
    }

    private mutating func readHalf() -> Bool {
      let word = rest.prefix { $0.isLetter || $0 == "." }
      switch word.lowercased().filter({ $0 != "." }) {
      case "am": isAfternoon = false
      case "pm": isAfternoon = true
      default: return false
      }
      rest = rest.dropFirst(word.count)
      return true
    }

    private mutating func readOffset() -> Bool {
      if ["Z", "z"].contains(rest.first) {
        rest = rest.dropFirst()
        offset = "Z"
        return true
      }
      guard rest.first == "+" || rest.first == "-" else { return false }
      offset = String(rest.prefix(1) + rest.dropFirst().prefix { $0.isASCII && $0.isNumber || $0 == ":" })
      rest = rest.dropFirst(offset.count)
      return true
    }

    func time() -> WrittenTime? {
      if let seconds = values["s"] {
        return WrittenTime(seconds: TimeInterval(seconds) + (Double("0.\(fraction)") ?? 0), isLocal: false)
      }
      // Source: POSIX has 69 to 99 in the twentieth century.
      let year = values["Y"] ?? values["y"].map { $0 < 69 ? 2000 + $0 : 1900 + $0 }
      guard let year, let month = values["m"], let day = values["d"] else { return nil }
      var hour = values["H"] ?? 0
      if let twelve = values["I"] {
        guard (1...12).contains(twelve) else { return nil }
        hour = twelve % 12 + (isAfternoon == true ? 12 : 0)
      }
      func digits(_ value: Int, _ width: Int) -> String {
        String(repeating: "0", count: max(0, width - "\(value)".count)) + "\(value)"
      }
      let date = "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
      let clock = [hour, values["M"] ?? 0, values["S"] ?? 0].map { digits($0, 2) }.joined(separator: ":")
      var text = "\(date)T\(clock)\(fraction.isEmpty ? "" : ".\(fraction)")\(offset)"
      return text.withUTF8 { ISO8601.read($0) }
    }
  }
}
