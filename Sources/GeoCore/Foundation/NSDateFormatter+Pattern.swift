extension NSDateFormatter {
  /// A part of a pattern: text as it is, or a letter so many times.
  enum PatternPart {
    case text(String)
    case field(Character, Int)

    private static let letters = Set("GyuYQqMLwWdDFEecahHKkmsSAzZOvXx")

    static func parse(_ pattern: String) throws(GeoError) -> [PatternPart] {
      var parts: [PatternPart] = []
      var text = ""
      var rest = Substring(pattern)
      while let letter = rest.first {
        if letter == "'" {
          text += try quoted(&rest)
        } else if letter.isASCII, letter.isLetter {
          guard letters.contains(letter) else {
            throw GeoError(
              .usage,
              "'\(letter)' is not a field of a date pattern: write text in quotes, as in yyyy-MM-dd'T'HH:mm:ss",
              at: nil)
          }
          if !text.isEmpty { parts.append(.text(text)) }
          text = ""
          let run = rest.prefix { $0 == letter }
          rest = rest.dropFirst(run.count)
          parts.append(.field(letter, run.count))
        } else {
          text.append(letter)
          rest = rest.dropFirst()
        }
      }
      return text.isEmpty ? parts : parts + [.text(text)]
    }

    /// Takes a quoted text; two quotes are one quote.
    private static func quoted(_ rest: inout Substring) throws(GeoError) -> String {
      rest = rest.dropFirst()
      if rest.first == "'" {
        rest = rest.dropFirst()
        return "'"
      }
      var text = ""
      while let letter = rest.first {
        rest = rest.dropFirst()
        guard letter == "'" else {
          text.append(letter)
          continue
        }
        guard rest.first == "'" else { return text }
        text.append("'")
        rest = rest.dropFirst()
      }
      throw GeoError(.usage, "the quote in a date pattern has no end: '\(text)", at: nil)
    }
  }

  /// Returns the date that a text shows; nil if it does not follow the pattern from its beginning to its end.
  ///
  /// - Shapes: a field of numbers takes one digit or more where something else follows, otherwise as many as it has
  ///   letters. Fields that the pattern lacks are those of 2000-01-01 00:00 in the zone of the formatter.
  public func date(from text: String) -> NSDate? {
    var reader = DateTextReader(rest: Substring(text), year: 2000)
    let parts = self.parts
    for (index, part) in parts.enumerated() {
      var isNext = false
      if index + 1 < parts.count, case .field(let letter, let count) = parts[index + 1] {
        isNext = DateTextReader.isNumber(letter, count)
      }
      guard reader.read(part, beforeNumber: isNext) else { return nil }
    }
    return reader.rest.isEmpty ? reader.date(in: timeZone) : nil
  }
}
