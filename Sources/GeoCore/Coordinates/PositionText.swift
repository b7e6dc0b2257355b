/// Positions as people and programs write them.
///
/// - Shapes: `35.68,139.77`; `35.68 139.77`; `35,68; 139,77`; `35.68N 139.77E`, `E139.77 N35.68`; degrees
///   with minutes and seconds as `35°40′48″N 139°46′12″E`, `35 40 48 N, 139 46 12 E`, `35:40:48N …`,
///   `35d40m48s N …`, `北緯35度40分48秒 東経139度46分12秒`; `geo:35.68,139.77;u=10`; `+35.68+139.77/` and
///   `+354048+1394612/`. Digits may be full-width. Latitude comes first unless a letter says otherwise.
/// - Source: RFC 5870 for `geo:`; ISO 6709 annex H for signed numbers that end with a slash.
public enum PositionText {
  /// Longer texts are not read.
  private static let limit = 200

  /// The position that a text stands for; nil if the text is not meant as a position.
  ///
  /// - Errors: ``GeoError`` (`data`) for a text written as a position that is not on the earth.
  public static func parse(_ text: String) throws(GeoError) -> CLLocationCoordinate2D? {
    guard text.utf8.count <= limit else { return nil }
    let plain = PositionScanner.plain(text)
    if plain.hasPrefix("geo:") { return try geo(String(plain.dropFirst(4)), text) }
    if let signed = try ISO6709.parse(plain) { return try checked(signed, text) }
    guard let tokens = PositionScanner.tokens(plain), let halves = halves(tokens) else { return nil }
    guard let first = try Angle(halves.0, text), let second = try Angle(halves.1, text) else { return nil }
    switch (first.axis, second.axis) {
    case (.latitude, .latitude), (.longitude, .longitude): return nil
    case (.longitude, _), (_, .latitude):
      return try checked(CLLocationCoordinate2DMake(second.degrees, first.degrees), text)
    default: return try checked(CLLocationCoordinate2DMake(first.degrees, second.degrees), text)
    }
  }

  /// - Source: RFC 5870 §3.3. Android appends a query after a question mark; it is not part of the position.
  private static func geo(_ rest: String, _ text: String) throws(GeoError) -> CLLocationCoordinate2D {
    let parts = rest.prefix { $0 != "?" }.split(separator: ";", omittingEmptySubsequences: false)
    let numbers = (parts.first ?? "").split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0)
    }
    for parameter in parts.dropFirst() where parameter.hasPrefix("crs=") && parameter != "crs=wgs84" {
      throw GeoError(.data, "\"\(excerpt(text))\" is not in WGS 84, the only supported coordinate system")
    }
    guard 2...3 ~= numbers.count, let latitude = numbers[0], let longitude = numbers[1],
      numbers.allSatisfy({ $0?.isFinite == true })
    else {
      throw GeoError(.data, "\"\(excerpt(text))\" is not a geo URI: write geo:35.68,139.77")
    }
    return try checked(CLLocationCoordinate2DMake(latitude, longitude), text)
  }

  private static func checked(
    _ place: CLLocationCoordinate2D, _ text: String
  ) throws(GeoError) -> CLLocationCoordinate2D {
    if CLLocationCoordinate2DIsValid(place) { return place }
    let isTurned = abs(place.longitude) <= 90 && abs(place.latitude) <= 180
    throw GeoError(
      .data,
      "\"\(excerpt(text))\" is not a place on the earth (write latitude -90 to 90, then longitude -180 to 180"
        + (isTurned ? "; these two look swapped)" : ")"))
  }

  /// The tokens of the first angle and of the second; nil if the text does not show which is which.
  private static func halves(
    _ tokens: [PositionToken]
  ) -> (ArraySlice<PositionToken>, ArraySlice<PositionToken>)? {
    let separators = tokens.indices.filter { tokens[$0] == .separator }
    if let separator = separators.first {
      guard separators.count == 1 else { return nil }
      return (tokens[..<separator], tokens[(separator + 1)...])
    }
    let letters = tokens.indices.filter { if case .letter = tokens[$0] { true } else { false } }
    if letters.count == 2 {
      let split = letters[0] == 0 ? letters[1] : letters[0] + 1
      return (tokens[..<split], tokens[split...])
    }
    let degrees = tokens.indices.filter { tokens[$0] == .mark(.degree) }
    if letters.isEmpty, degrees.count == 2, degrees[1] > 0 {
      return (tokens[..<(degrees[1] - 1)], tokens[(degrees[1] - 1)...])
    }
    // Two bare numbers are a position only with their fractions: "12 34" may be anything.
    guard tokens.count == 2, case .number(let a) = tokens[0], case .number(let b) = tokens[1], a.hasFraction,
      b.hasFraction
    else { return nil }
    return (tokens[..<1], tokens[1...])
  }
}

/// One angle of a position.
private struct Angle {
  enum Axis { case latitude, longitude }

  var degrees: CLLocationDegrees
  var axis: Axis?

  /// - Errors: ``GeoError`` for minutes or seconds of 60 or more.
  init?(_ tokens: ArraySlice<PositionToken>, _ text: String) throws(GeoError) {
    var numbers: [PositionNumber] = []
    var next = 0
    var sign = 1.0
    for (index, token) in zip(tokens.indices, tokens) {
      switch token {
      case .letter(let letter):
        guard axis == nil, index == tokens.startIndex || index == tokens.endIndex - 1 else { return nil }
        axis = letter == .north || letter == .south ? .latitude : .longitude
        if letter == .south || letter == .west { sign = -1 }
      case .mark(let mark):
        // Each mark follows its number; degrees may go unmarked.
        guard numbers.count == mark.rawValue + 1, next <= mark.rawValue else { return nil }
        next = mark.rawValue + 1
      case .number(let number):
        guard numbers.count < 3, numbers.last?.hasFraction != true else { return nil }
        guard numbers.isEmpty || !number.hasSign else { return nil }
        numbers.append(number)
      case .separator: return nil
      }
    }
    guard let first = numbers.first, !(first.hasSign && axis != nil) else { return nil }
    for part in numbers.dropFirst() where part.value >= 60 {
      let title = part == numbers[1] ? "minutes" : "seconds"
      throw GeoError(
        .data, "\"\(excerpt(text))\": \(title) must be from 0 to 59 (got \(part.value))")
    }
    let minutes = numbers.count > 1 ? numbers[1].value : 0
    let seconds = numbers.count > 2 ? numbers[2].value : 0
    // Adding the integers before dividing rounds only once.
    let size = numbers.count == 1 ? abs(first.value) : abs(first.value) + (minutes * 60 + seconds) / 3600
    degrees = size * sign * (first.isNegative ? -1 : 1)
  }
}
