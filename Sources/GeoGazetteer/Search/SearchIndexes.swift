import Geo
import SQLite

/// Builds the indexes of places and areas by name from the complete tables.
enum SearchIndexes {
  /// A row of `search_words` has the number of its place and the words of its multi-word names.
  static let tables =
    NameList.tables
      + """
      CREATE VIRTUAL TABLE search_words USING fts5(words, content = '', columnsize = 0, detail = none,
        tokenize = 'ascii');
      """

  static func write(to database: Database) throws(GeoError) {
    try database.run(tables)
    try writePlaces(of: database)
    try writeAreas(of: database)
    try writeStreets(of: database)
  }

  private static func writePlaces(of database: Database) throws(GeoError) {
    var names = NameSorter()
    let places = try database.statement(
      "SELECT id, name, kind, locality, street, house_number FROM places ORDER BY id")
    let others = try database.statement("SELECT place, name FROM names ORDER BY place")
    defer {
      places.reset()
      others.reset()
    }
    try database.run("INSERT INTO search_words(search_words, rank) VALUES ('automerge', 0)")
    let insert = try database.statement("INSERT INTO search_words(rowid, words) VALUES (?, ?)")
    var hasOther = try others.step()
    var reader = SearchWords()
    var found = PlaceWords()
    while try places.step() {
      let place = places.integer(0)
      found.begin()
      reader.read(places.text(1))
      found.add(reader)
      while hasOther, others.integer(0) <= place {
        if others.integer(0) == place {
          reader.read(others.text(1))
          found.add(reader)
        }
        hasOther = try others.step()
      }
      // `Apple Inc, Cupertino`: people name a place that is not a city together with its city.
      if places.integer(2) == Int64(PlaceKind.interest.rawValue) {
        for column: Int32 in [3, 4, 5] {
          reader.read(places.text(column))
          found.addWords(reader)
        }
      }
      for key in found.keys { names.add(key, UInt32(truncatingIfNeeded: place)) }
      guard !found.words.isEmpty else { continue }
      for word in found.words { names.add(word, nil) }
      try insert.run([.integer(place), .text(found.words.joined(separator: " "))])
    }
    try names.write(.places, to: database)
    try database.run("INSERT INTO search_words(search_words) VALUES ('optimize')")
  }

  private static func writeAreas(of database: Database) throws(GeoError) {
    var names = NameSorter()
    let areas = try database.statement(
      """
      SELECT id, name FROM areas WHERE kind <= 2
      UNION ALL SELECT area, n.name FROM area_names n JOIN areas a ON a.id = n.area WHERE a.kind <= 2
      """)
    defer { areas.reset() }
    var reader = SearchWords()
    while try areas.step() {
      reader.read(areas.text(1))
      if !reader.words.isEmpty { names.add(reader.key, UInt32(truncatingIfNeeded: areas.integer(0))) }
    }
    try names.write(.areas, to: database)
  }

  /// - Note: `street_terms` has each street name once.
  private static func writeStreets(of database: Database) throws(GeoError) {
    var names = NameSorter()
    let terms = try database.statement("SELECT id, name FROM street_terms")
    defer { terms.reset() }
    var reader = SearchWords()
    while try terms.step() {
      reader.read(terms.text(1))
      if !reader.words.isEmpty { names.add(reader.key, UInt32(truncatingIfNeeded: terms.integer(0))) }
    }
    try names.write(.streets, to: database)
  }
}

/// The distinct names of one place, and the distinct words of its multi-word names.
private struct PlaceWords {
  private(set) var keys: [String] = []
  private(set) var words: [String] = []

  mutating func begin() {
    keys.removeAll(keepingCapacity: true)
    words.removeAll(keepingCapacity: true)
  }

  mutating func add(_ name: SearchWords) {
    guard !name.words.isEmpty else { return }
    let key = name.key
    if !keys.contains(key) { keys.append(key) }
    if name.written != name.words {
      let written = SearchWords.key(of: name.written)
      if !keys.contains(written) { keys.append(written) }
    }
    if name.words.count > 1 { addWords(name) }
  }

  mutating func addWords(_ name: SearchWords) {
    for word in name.words where !words.contains(word) { words.append(word) }
  }
}
