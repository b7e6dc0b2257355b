/// Names as they are looked up: each word in the one spelling that all that people shorten become.
enum SearchAbbreviations {
  private static let shortByLong: [String: String] = {
    var words: [String: String] = [:]
    for spellings in Abbreviations.directions + Abbreviations.streets + Abbreviations.others {
      for long in spellings.dropFirst() { words[long] = spellings[0] }
    }
    return words
  }()

  /// Kinds of streets, in their one spelling.
  private static let streets: Set<String> = [
    "st", "ave", "blvd", "rd", "dr", "ln", "ct", "pl", "sq", "pkwy", "hwy", "fwy", "expy", "ter", "cir",
    "cres", "aly", "rte", "way", "rue", "c", "via", "pza", "ul", "ул", "пр", "пл", "пер", "наб", "ш", "loop",
    "quai",
  ]

  /// Whether a word says that it is a street whose name is beside it.
  static func isStreet(_ word: String) -> Bool { streets.contains(word) }

  private static let directions = Set(Abbreviations.directions.map { $0[0] })

  /// Whether a word is a direction, as behind streets.
  static func isDirection(_ word: String) -> Bool { directions.contains(word) }

  /// Words of German and Dutch that end in the kind of street.
  private static let endings: [(long: String, short: String)] = [
    ("strasse", "st"), ("straat", "st"), ("str", "st"),
  ]

  /// Returns the one spelling of a folded word.
  static func short(_ word: String) -> String {
    // Nothing in the table is longer.
    let count = word.utf8.count
    if count <= 20, let short = shortByLong[word] { return short }
    // `Hauptstraße`, `Hauptstr.`: what is left has to be a name still.
    guard count >= 6 else { return word }
    for ending in endings where word.hasSuffix(ending.long) && count >= ending.long.utf8.count + 3 {
      return word.dropLast(ending.long.count) + ending.short
    }
    return word
  }
}
