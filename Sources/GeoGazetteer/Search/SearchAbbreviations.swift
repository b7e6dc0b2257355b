/// Normalizes names for lookup: each abbreviation and its full form get one spelling.
enum SearchAbbreviations {
  private static let shortByLong: [String: String] = {
    var words: [String: String] = [:]
    for spellings in Abbreviations.directions + Abbreviations.streets + Abbreviations.others {
      for long in spellings.dropFirst() { words[long] = spellings[0] }
    }
    return words
  }()

  /// Kinds of streets, in normalized spelling.
  private static let streets: Set<String> = [
    "st", "ave", "blvd", "rd", "dr", "ln", "ct", "pl", "sq", "pkwy", "hwy", "fwy", "expy", "ter", "cir",
    "cres", "aly", "rte", "way", "rue", "c", "via", "pza", "ul", "ул", "пр", "пл", "пер", "наб", "ш", "loop",
    "quai",
  ]

  /// Whether a word is a kind of street next to the street's name.
  static func isStreet(_ word: String) -> Bool { streets.contains(word) }

  private static let directions = Set(Abbreviations.directions.map { $0[0] })

  /// Whether a word is a direction, as after street names.
  static func isDirection(_ word: String) -> Bool { directions.contains(word) }

  /// German and Dutch words that end in the kind of street.
  private static let endings: [(long: String, short: String)] = [
    ("strasse", "st"), ("straat", "st"), ("str", "st"),
  ]

  /// Returns the normalized spelling of a folded word.
  static func short(_ word: String) -> String {
    // No word in the table is longer.
    let count = word.utf8.count
    if count <= 20, let short = shortByLong[word] { return short }
    // `Hauptstraße`, `Hauptstr.`: the rest must still be a name.
    guard count >= 6 else { return word }
    for ending in endings where word.hasSuffix(ending.long) && count >= ending.long.utf8.count + 3 {
      return word.dropLast(ending.long.count) + ending.short
    }
    return word
  }
}
