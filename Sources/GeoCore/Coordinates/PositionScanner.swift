/// A piece of a written position.
enum PositionToken: Equatable {
  enum Letter { case north, south, east, west }
  /// Degree, minute, second: the raw value is how many come before it.
  enum Mark: Int { case degree, minute, second }

  case number(PositionNumber)
  case mark(Mark)
  case letter(Letter)
  case separator
}

struct PositionNumber: Equatable {
  /// The signed value.
  var value: Double
  var hasFraction: Bool
  var hasSign: Bool
  /// True for −0 too.
  var isNegative: Bool
}

/// Cuts a text into the pieces of a position.
enum PositionScanner {
  /// The text with full-width characters narrowed, letters lowercased and one kind of minus.
  static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      // Full width, in the order of ASCII.
      case 0xff01...0xff5e: plain.append(Unicode.Scalar(UInt8(scalar.value - 0xff01 + 0x21)))
      case 0x3000, 0xa0, 0x2007, 0x2009, 0x202f, 0x09: plain.append(" ")
      case 0x2212, 0x2010...0x2013: plain.append("-")
      case 0x3001: plain.append(",")
      default: plain.append(scalar)
      }
    }
    let lower = String(plain).lowercased()
    let start = lower.drop { $0 == " " }
    guard let end = start.lastIndex(where: { $0 != " " }) else { return "" }
    return withPoints(String(start[...end]))
  }

  /// The pieces of the text; nil if it contains anything else.
  static func tokens(_ text: String) -> [PositionToken]? {
    let scalars = Array(text.unicodeScalars)
    var tokens: [PositionToken] = []
    var at = 0
    while at < scalars.count {
      let scalar = scalars[at]
      if scalar == " " {
        at += 1
      } else if isDigit(scalar) || scalar == "-" || scalar == "+" || scalar == "." {
        guard let (number, next) = number(scalars, from: at) else { return nil }
        tokens.append(.number(number))
        at = next
      } else if let (token, count) = word(scalars, at, tokens) {
        tokens.append(token)
        at += count
      } else {
        return nil
      }
      guard tokens.count <= 20 else { return nil }
    }
    return tokens
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { 0x30...0x39 ~= scalar.value }

  private static func number(_ scalars: [Unicode.Scalar], from start: Int) -> (PositionNumber, Int)? {
    var at = start
    let hasSign = scalars[at] == "-" || scalars[at] == "+"
    if hasSign { at += 1 }
    let first = at
    while at < scalars.count, isDigit(scalars[at]) { at += 1 }
    var hasFraction = false
    if at < scalars.count, scalars[at] == "." {
      hasFraction = true
      at += 1
      while at < scalars.count, isDigit(scalars[at]) { at += 1 }
    }
    let text = String(String.UnicodeScalarView(scalars[first..<at]))
    guard let value = Double(text.hasSuffix(".") ? String(text.dropLast()) : text) else { return nil }
    let isNegative = scalars[start] == "-"
    return (
      PositionNumber(
        value: isNegative ? -value : value, hasFraction: hasFraction, hasSign: hasSign, isNegative: isNegative
      ),
      at
    )
  }

  /// Words and signs beside numbers, longer ones first.
  private static let spellings: [(text: String, token: PositionToken)] = [
    ("''", .mark(.second)), ("’’", .mark(.second)), ("deg", .mark(.degree)), ("min", .mark(.minute)),
    ("sec", .mark(.second)), ("北緯", .letter(.north)), ("南緯", .letter(.south)), ("東経", .letter(.east)),
    ("西経", .letter(.west)), ("度", .mark(.degree)), ("分", .mark(.minute)), ("秒", .mark(.second)),
    ("°", .mark(.degree)), ("º", .mark(.degree)), ("˚", .mark(.degree)), ("d", .mark(.degree)),
    ("'", .mark(.minute)), ("′", .mark(.minute)), ("’", .mark(.minute)), ("m", .mark(.minute)),
    ("\"", .mark(.second)), ("″", .mark(.second)), ("”", .mark(.second)), ("n", .letter(.north)),
    ("s", .letter(.south)), ("e", .letter(.east)), ("w", .letter(.west)), (",", .separator),
    (";", .separator),
  ]

  private static let words: [(text: [Unicode.Scalar], token: PositionToken)] = spellings.map { spelling in
    (Array(spelling.text.unicodeScalars), spelling.token)
  }

  private static func word(
    _ scalars: [Unicode.Scalar], _ at: Int, _ tokens: [PositionToken]
  ) -> (PositionToken, Int)? {
    if scalars[at] == ":" {
      // Behind degrees, then behind minutes.
      let isMinute = tokens.count > 1 && tokens[tokens.count - 2] == .mark(.degree)
      return (.mark(isMinute ? .minute : .degree), 1)
    }
    for (text, token) in words where scalars[at...].starts(with: text) {
      // The s of 48s: it marks seconds when the minutes before it are marked m.
      if text == ["s"], tokens.count > 1, case .number = tokens[tokens.count - 1],
        tokens[tokens.count - 2] == .mark(.minute), at > 0, isDigit(scalars[at - 1])
      {
        return (.mark(.second), 1)
      }
      return (token, text.count)
    }
    return nil
  }

  /// Replaces the decimal commas of `35,68; 139,77` by points if something else separates the two numbers.
  private static func withPoints(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let isPart: (Int) -> Bool = { $0 >= 0 && $0 < bytes.count && 0x30...0x39 ~= bytes[$0] }
    let commas = bytes.indices.filter { bytes[$0] == 0x2c && isPart($0 - 1) && isPart($0 + 1) }
    guard commas.count == 2, !bytes.contains(0x2e) else { return text }
    let isSplit = bytes[(commas[0] + 1)..<commas[1]].contains { !(0x30...0x39 ~= $0) }
    guard isSplit else { return text }
    var changed = bytes
    for comma in commas { changed[comma] = 0x2e }
    return String(decoding: changed, as: UTF8.self)
  }
}

/// Positions with signs, run together: `+35.68+139.77/`, `+354048+1394612/`.
///
/// - Source: ISO 6709:2008, annex H.
enum ISO6709 {
  static func parse(_ text: String) throws(GeoError) -> CLLocationCoordinate2D? {
    guard text.hasSuffix("/"), let first = text.first, first == "+" || first == "-" else { return nil }
    var body = text.dropLast()
    if let system = body.range(of: "crs") {
      guard body[system.upperBound...].hasPrefix("wgs") else {
        throw GeoError(.data, "\"\(excerpt(text))\" is not in WGS 84, the only supported coordinate system")
      }
      body = body[..<system.lowerBound]
    }
    var parts: [Substring] = []
    var start = body.startIndex
    for index in body.indices.dropFirst() where body[index] == "+" || body[index] == "-" {
      parts.append(body[start..<index])
      start = index
    }
    parts.append(body[start...])
    guard 2...3 ~= parts.count, let latitude = degrees(parts[0], digits: 2),
      let longitude = degrees(parts[1], digits: 3)
    else { return nil }
    return CLLocationCoordinate2DMake(latitude, longitude)
  }

  /// - Parameter digits: the number of digits of whole degrees; two more are minutes, two more seconds.
  private static func degrees(_ text: Substring, digits: Int) -> CLLocationDegrees? {
    let whole = text.dropFirst().prefix { $0 != "." }
    let fraction = text.dropFirst(1 + whole.count)
    guard whole.allSatisfy(\.isASCII), whole.allSatisfy(\.isNumber) else { return nil }
    let numbers: [Double?]
    switch whole.count {
    case digits: numbers = [Double(whole + fraction)]
    case digits + 2: numbers = [Double(whole.prefix(digits)), Double(whole.dropFirst(digits) + fraction)]
    case digits + 4:
      numbers = [
        Double(whole.prefix(digits)), Double(whole.dropFirst(digits).prefix(2)),
        Double(whole.dropFirst(digits + 2) + fraction),
      ]
    default: return nil
    }
    var size = 0.0
    for (index, number) in numbers.enumerated() {
      guard let number, index == 0 || number < 60 else { return nil }
      size += index == 0 ? number : 0
    }
    let minutes = numbers.count > 1 ? numbers[1] ?? 0 : 0
    let seconds = numbers.count > 2 ? numbers[2] ?? 0 : 0
    if numbers.count > 1 { size += (minutes * 60 + seconds) / 3600 }
    return text.first == "-" ? -size : size
  }
}

extension Substring {
  /// The index where `text` begins, found without Foundation.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
