public import Geo
import SQLite

extension Gazetteer {
  /// The places with a name that begins with a text, best first; if there are none, those that the text may mean.
  ///
  /// - Errors: ``GeoError`` `data` for a damaged file.
  public func places(
    beginning text: String, near bias: GeocodeRequest.Bias? = nil, limit: Int = 10, languages: [String] = []
  ) throws(GeoError) -> [GeocodedPlace] {
    let query = SearchQuery(text)
    guard limit > 0, query.weight > 0 else { return [] }
    let found = try search.candidates(beginning: query, near: bias).map(SearchAnswer.init)
    let best = SearchAnswer.best(found, of: query, limit: limit)
    guard !best.isEmpty else {
      return try places(named: text, near: bias, limit: limit, languages: languages)
    }
    let names = ChosenNames(database, languages)
    var places: [GeocodedPlace] = []
    for case .place(let candidate) in best.map(\.what) {
      places.append(try answer(candidate.place, named: "", names))
    }
    return places
  }
}

extension GazetteerSearch {
  /// The most important places of which a name begins with all the words, or has them in it.
  ///
  /// - Source: MV-49.
  func candidates(
    beginning query: SearchQuery, near bias: GeocodeRequest.Bias?
  ) throws(GeoError) -> [Candidate] {
    let (key, written) = (SearchWords.key(of: query.words.map(\.text)), query.key(0..<query.words.count))
    let list = try list(.places)
    var numbers = try list.numbers(beginning: key, limit: GazetteerSearch.mostBeginnings)
    if written != key {
      numbers += try list.numbers(beginning: written, limit: GazetteerSearch.mostBeginnings)
    }
    let whole = Set(numbers)
    // One or two letters begin too many words.
    if query.words.last.map({ $0.text.unicodeScalars.count > 2 || $0.isLetter }) == true {
      numbers += try places(withBeginnings: query.words.map(\.text), limit: GazetteerSearch.mostInside)
    }
    var found: [Candidate] = []
    for number in numbers where found.last?.place.id != Int64(number) {
      guard let place = try place(number) else { continue }
      let words = SearchWords(place.name)
      var score = place.importance + GazetteerSearch.nearness(place.coordinate, bias)
      if words.key.hasPrefix(key) || words.key.hasPrefix(written) { score += GazetteerSearch.ownBeginning }
      if !whole.contains(number) { score -= GazetteerSearch.insideName }
      found.append(
        Candidate(
          place: place, words: query.all, coverage: 1, score: score,
          span: SearchSpan(words: query.all, key: "")))
    }
    return found
  }

  /// Places that have these words in their names, the last one as the beginning of a word.
  private func places(withBeginnings words: [String], limit: Int) throws(GeoError) -> [UInt32] {
    let rows = try database.statement(
      "SELECT rowid FROM search_words WHERE search_words MATCH ? ORDER BY rowid LIMIT ?")
    defer { rows.reset() }
    let match = words.map { "\"\($0)\"" }.joined(separator: " ") + " *"
    rows.bind([.text(match), .integer(Int64(limit))])
    var found: [UInt32] = []
    while try rows.step() { found.append(UInt32(truncatingIfNeeded: rows.integer(0))) }
    return found
  }

  private static let mostBeginnings = 300
  private static let mostInside = 60
  /// Its own name is more than another of its names; the beginning of the name is more than a word inside.
  private static let ownBeginning = 0.17
  private static let insideName = 0.3
}

extension NameList {
  /// The numbers of the most important places with a name that begins so, the most important first.
  func numbers(beginning text: String, limit: Int) throws(GeoError) -> [UInt32] {
    let beginning = Array(text.utf8)
    guard !beginning.isEmpty, blockCount > 0 else { return [] }
    var found: [UInt32] = []
    var block = block(of: beginning)
    var isOver = false
    while block < blockCount, !isOver {
      try bytes(block).withUnsafeBufferPointer { bytes in
        isOver = NameList.collect(beginning, NameCursor(bytes), limit, &found)
      }
      block += 1
      if found.count > NameList.mostCollected { found = NameList.smallest(found, limit) }
    }
    return NameList.smallest(found, limit)
  }

  /// Adds the numbers of the names of a block that begin so; returns whether later names cannot.
  private static func collect(
    _ beginning: [UInt8], _ names: NameCursor, _ limit: Int, _ found: inout [UInt32]
  ) -> Bool {
    var cursor = names
    var name: [UInt8] = []
    while cursor.advance() {
      // Only a damaged block shares more than the name has.
      name.removeLast(name.count - min(cursor.shared, name.count))
      name += cursor.rest
      if name.starts(with: beginning) {
        found += cursor.numbers(limit: limit)
      } else if beginning.lexicographicallyPrecedes(name) {
        return true
      }
    }
    return false
  }

  private static let mostCollected = 1 << 14

  /// Places have their numbers by importance.
  private static func smallest(_ numbers: [UInt32], _ limit: Int) -> [UInt32] {
    Array(Set(numbers).sorted().prefix(limit))
  }
}
