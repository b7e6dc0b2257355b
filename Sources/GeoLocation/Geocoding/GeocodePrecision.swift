import GeoCore

/// How exact a found place is, the most exact first.
public enum GeocodePrecision: String, Sendable, Comparable, CaseIterable {
  case house, street, place, region

  public static func < (one: GeocodePrecision, other: GeocodePrecision) -> Bool {
    allCases.firstIndex(of: one) ?? 0 < allCases.firstIndex(of: other) ?? 0
  }
}

extension PlacemarkAddress {
  public var precision: GeocodePrecision {
    if subThoroughfare != nil { return .house }
    if thoroughfare != nil { return .street }
    return locality != nil || subLocality != nil || !areasOfInterest.isEmpty ? .place : .region
  }
}

extension GeocodeRequest {
  /// Whether a place is less exact than what was asked: a city where a street was, a street where a house was, or a
  /// name that only resembles the one that was asked for.
  ///
  /// - Source: Apple's `kCLErrorGeocodeFoundPartialResult`; GC-45.
  public func isPartial(_ place: GeocodedPlace) -> Bool {
    if case .position = query { return false }
    return place.matched != nil || isLessExact(place)
  }

  /// What a place is instead of what was asked; nil if it is what was asked.
  public func partialReason(_ place: GeocodedPlace) -> String? {
    guard isPartial(place) else { return nil }
    if isLessExact(place) {
      let name = place.matched.map { " " + excerpt($0) } ?? ""
      return
        "only a part was found: the \(place.address.precision.rawValue)\(name), not the street or house asked for"
    }
    let asked = if case .text(let text) = query { "\"\(excerpt(text))\"" } else { "the address" }
    return "\(asked) was not found as such: this is \"\(excerpt(place.matched ?? ""))\""
  }

  private func isLessExact(_ place: GeocodedPlace) -> Bool {
    switch query {
    case .position: return false
    case .address(let address):
      guard let street = address.thoroughfare else { return false }
      let hasNumber = address.subThoroughfare != nil || StreetWords.number(in: street) != nil
      return place.address.precision > (hasNumber ? .house : .street)
    case .text(let text):
      guard let wanted = StreetWords.precision(of: text), place.address.precision > wanted else {
        return false
      }
      // A place may be called like a street, or have a number in its name.
      let asked = StreetWords.words(text.prefix { $0 != "," })
      let named = Set(
        [place.address.name, place.address.subLocality].flatMap { StreetWords.words($0 ?? "") })
      return !asked.allSatisfy { word in named.contains { StreetWords.areSame(word, $0) } }
    }
  }
}

/// What shows that a text asks for a street or a house.
private enum StreetWords {
  private static let alone: Set<String> = [
    "street", "st", "road", "rd", "avenue", "ave", "lane", "ln", "drive", "boulevard", "blvd", "highway",
    "court",
    "terrace", "crescent", "loop", "rue", "allée", "chemin", "quai", "via", "viale", "corso", "calle",
    "avenida",
    "paseo", "rua", "ulica", "ul", "cesta", "straße", "strasse", "str", "weg", "allee", "gasse", "laan",
    "straat",
    "gata", "gatan", "vej", "katu", "tie", "utca", "út",
  ]
  private static let endings = ["straße", "strasse", "str", "gasse", "straat", "laan", "gatan", "katu"]

  static func words(_ text: some StringProtocol) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Whether people write one word for the other: `etienne` for `étienne`, `st` for `saint`.
  static func areSame(_ asked: String, _ named: String) -> Bool {
    if asked == "st" { return ["st", "saint", "sainte", "sankt", "sint", "sveti"].contains(named) }
    return asked == named
      || asked.count == named.count && zip(asked, named).allSatisfy { $0 == $1 || !$1.isASCII }
  }

  /// A house number: up to four digits, maybe with a letter. Postal codes are mostly longer.
  static func number(in text: some StringProtocol) -> String? {
    words(text).first { word in
      let digits = word.prefix { $0.isASCII && $0.isNumber }
      let rest = word.dropFirst(digits.count)
      return (1...4).contains(digits.count)
        && (rest.isEmpty || (rest.count == 1 && rest.first?.isLetter == true))
    }
  }

  /// What a text asks for; nil for anything but a street or a house.
  static func precision(of text: String) -> GeocodePrecision? {
    let words = words(text)
    let hasStreet = words.contains { word in
      alone.contains(word) || endings.contains { word.count > $0.count + 2 && word.hasSuffix($0) }
    }
    // Where a number stands in the first part, with a name beside it.
    let first = text.prefix { $0 != "," }
    let hasNumber = number(in: first) != nil && Self.words(first).count > 1
    if hasNumber, hasStreet || text.contains(",") { return .house }
    return hasStreet ? .street : nil
  }
}
