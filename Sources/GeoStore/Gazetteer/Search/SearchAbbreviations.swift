/// Words that people shorten in names of places and streets, in the one spelling that all become.
///
/// - Source: USPS Publication 28, appendices C1 (street suffixes) and C2; OpenStreetMap wiki, "Name finder:
///   Abbreviations", for the other languages.
enum SearchAbbreviations {
  /// The short spelling, then those that become it.
  private static let table = """
    st saint street sankt strasse str straat
    ste sainte
    sta santa
    sto santo
    mt mount
    mtn mountain
    ft fort
    pt point port
    n north
    s south
    e east
    w west
    ne northeast
    nw northwest
    se southeast
    sw southwest
    ave avenue av avda avenida aven
    blvd boulevard bd bvd boul bulevar
    rd road
    dr drive
    ln lane
    ct court
    pl place platz plac plaza plads plass
    sq square
    pkwy parkway pky
    hwy highway
    fwy freeway
    expy expressway
    ter terrace
    cir circle
    cres crescent
    aly alley
    brg bridge
    hts heights
    jct junction
    ctr center centre
    bldg building
    apt apartment
    fl floor
    rte route
    c calle carrer
    cd ciudad
    pza piazza
    pr prospekt prospect
    ul ulica ulitsa ulice
    ул улица
    пр проспект просп
    пл площадь
    пер переулок
    наб набережная
    ш шоссе
    1st first
    2nd second
    3rd third
    4th fourth
    5th fifth
    6th sixth
    7th seventh
    8th eighth
    9th ninth
    10th tenth
    """

  private static let shortByLong: [String: String] = {
    var words: [String: String] = [:]
    for line in table.split(separator: "\n") {
      let spellings = line.split(separator: " ").map(String.init)
      for long in spellings.dropFirst() { words[long] = spellings[0] }
    }
    return words
  }()

  /// Kinds of streets, in their one spelling.
  private static let streets: Set<String> = [
    "st", "ave", "blvd", "rd", "dr", "ln", "ct", "pl", "sq", "pkwy", "hwy", "fwy", "expy", "ter", "cir",
    "cres",
    "aly", "rte", "way", "rue", "c", "via", "pza", "ul", "ул", "пр", "пл", "пер", "наб", "ш", "loop", "quai",
  ]

  /// Whether a word says that it is a street whose name is beside it.
  static func isStreet(_ word: String) -> Bool { streets.contains(word) }

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
