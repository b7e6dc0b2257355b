import Geo
import SQLite

/// Finds what the words of a question may name.
extension GazetteerSearch {
  /// Finds names in the words as written.
  func spans(of query: SearchQuery) throws(GeoError) -> [SearchSpan] {
    var spans: [SearchSpan] = []
    for first in query.words.indices {
      var key = ""
      for last in first..<query.words.count {
        key += query.words[last].text
        let (span, isBeginning) = try self.span(key, SearchSpan.words(first..<last + 1))
        if let span { spans.append(span) }
        guard isBeginning else { break }
      }
    }
    return spans + officialSpans(of: query, besides: spans)
  }

  /// Finds the names of countries that only standards use, which lists of places do not have.
  private func officialSpans(of query: SearchQuery, besides known: [SearchSpan]) -> [SearchSpan] {
    var spans: [SearchSpan] = []
    for first in query.words.indices {
      var key = ""
      for last in first..<min(first + SearchCodes.mostOfficialWords, query.words.count) {
        key += query.words[last].text
        let words = SearchSpan.words(first..<last + 1)
        let areas = SearchCodes.officialAreas(key)
        guard !areas.isEmpty, !known.contains(where: { $0.words == words && $0.areas == areas }) else {
          continue
        }
        spans.append(SearchSpan(words: words, key: key, areas: areas))
      }
    }
    return spans
  }

  /// Finds names with the suffix for the kind of area, which people omit in Chinese, Japanese and Korean: 千代田
  /// for 千代田区.
  func unitSpans(of query: SearchQuery) throws(GeoError) -> [SearchSpan] {
    guard query.words.count > 1, query.words.count <= 8, query.words.allSatisfy(\.isLetter) else { return [] }
    let key = query.key(0..<query.words.count)
    guard let last = key.unicodeScalars.last, !GazetteerSearch.units.contains(last) else { return [] }
    var spans: [SearchSpan] = []
    for unit in GazetteerSearch.units {
      guard var span = try span(key + String(unit), query.all).0 else { continue }
      span.quality = 0.97
      spans.append(span)
    }
    return spans
  }

  /// The areas for a code that is the whole question: `UK`, `NSW`.
  func codeSpans(of query: SearchQuery) throws(GeoError) -> [SearchSpan] {
    let key = SearchWords.key(of: query.words.lazy.map(\.text))
    var found = SearchSpan(words: query.all, key: key)
    for area in SearchCodes.areas(key) + SearchCodes.officialAreas(key) {
      guard let name = try name(of: area.kind, area.code, ChosenNames(database, [])) else { continue }
      let called = try list(.places).entry(SearchWords(name).key, limit: GazetteerSearch.mostMended)
      for number in called.numbers {
        guard let place = try place(number), place.kind == (area.kind == .country ? .country : .region),
          place.isIn(area)
        else { continue }
        found.places.append(number)
      }
    }
    return found.places.isEmpty ? [] : [found]
  }

  private static let units = Array("区區市町村県縣都府道州省县郡구시군도".unicodeScalars)

  /// The bearers of the name `key`, and whether longer names begin with it.
  private func span(_ key: String, _ words: UInt64) throws(GeoError) -> (SearchSpan?, isBeginning: Bool) {
    let place = try list(.places).entry(key, limit: GazetteerSearch.mostPlaces)
    let area = try list(.areas).entry(key, limit: 20)
    let street = try list(.streets).entry(key, limit: 4)
    let isBeginning = place.isBeginning || area.isBeginning || street.isBeginning
    var span = SearchSpan(words: words, key: key, places: place.numbers, streets: street.numbers)
    for row in area.numbers { if let area = try self.area(row) { span.areas.append(area) } }
    span.areas += SearchCodes.areas(key)
    let isAny = !span.places.isEmpty || !span.areas.isEmpty || !span.streets.isEmpty
    return (isAny ? span : nil, isBeginning)
  }

  /// Looks up words without results again, allowing for misspellings.
  ///
  /// - Parameter open: the words not explained yet; each span has one of them.
  func misspelt(
    _ query: SearchQuery, open: UInt64, _ corrections: inout [SearchCorrection]
  ) throws(GeoError) -> [SearchSpan] {
    var spans: [SearchSpan] = []
    var left = GazetteerSearch.mostMisspelt
    for count in 1...GazetteerSearch.mostLength {
      for first in query.words.indices where first + count <= query.words.count {
        let words = SearchSpan.words(first..<first + count)
        let asked = query.words[first..<first + count]
        guard words & open != 0, left > 0, !asked.allSatisfy(\.isNumber) else { continue }
        // A street and its city do not form one name.
        if asked.contains(where: \.isStreet), !asked.allSatisfy(\.isStreet) { continue }
        let key = query.key(first..<first + count)
        guard NameList.scanSlips(letters: key.unicodeScalars.count) > 0 else { continue }
        left -= 1
        let near = try mend(
          key, words, &spans, among: asked[first].isStreet ? [.streets] : [.places, .areas, .streets])
        guard count == 1 else { continue }
        corrections += near.map { SearchCorrection(index: first, word: $0) }
      }
    }
    return spans
  }

  /// Finds names of places that nearly equal all words together.
  func nearlyAll(of query: SearchQuery, slips: Int) throws(GeoError) -> [SearchSpan] {
    guard query.words.count <= GazetteerSearch.mostLength, !query.words.allSatisfy(\.isNumber) else {
      return []
    }
    var spans: [SearchSpan] = []
    _ = try mend(query.key(0..<query.words.count), query.all, &spans, among: [.places], slips: slips)
    return spans
  }

  /// Adds the names that the words nearly spell; returns the first ones, including words of longer names.
  private func mend(
    _ key: String, _ words: UInt64, _ spans: inout [SearchSpan],
    among kinds: [NameList.Kind], slips: Int = 2
  ) throws(GeoError) -> [String] {
    var mended: [SearchSpan] = []
    var near: [String] = []
    let digits = key.filter(\.isNumber)
    for kind in kinds {
      guard let backwards = kind.backwards else { continue }
      let found = try list(kind).neighbors(of: key, backwards: list(backwards), most: slips)
      for neighbor in found.prefix(GazetteerSearch.mostNeighbors) where neighbor.slips > 0 {
        if mended.contains(where: { $0.key == neighbor.name }) { continue }
        // A different number is not a misspelling.
        guard neighbor.name.filter(\.isNumber) == digits else { continue }
        if kind == .places, near.count < GazetteerSearch.mostCorrections { near.append(neighbor.name) }
        guard var span = try self.span(neighbor.name, words).0 else { continue }
        span.isMended = true
        // A misspelling in a long name costs less.
        span.quality = 1 - Double(neighbor.slips) * 0.6 / Double(max(5, key.unicodeScalars.count))
        span.places = Array(span.places.prefix(GazetteerSearch.mostMended))
        mended.append(span)
      }
    }
    spans += mended
    return near
  }

  /// Places that have all of these words in their names, in any order.
  func places(withWords words: [String], limit: Int) throws(GeoError) -> [UInt32] {
    // FTS5 takes quoted text as words; folded words contain no quotes.
    let match = words.map { "\"\($0)\"" }
    let rows = try database.statement(
      "SELECT rowid FROM search_words WHERE search_words MATCH ? ORDER BY rowid LIMIT ?")
    defer { rows.reset() }
    rows.bind([.text(match.joined(separator: " ")), .integer(Int64(limit))])
    var found: [UInt32] = []
    while try rows.step() { found.append(UInt32(truncatingIfNeeded: rows.integer(0))) }
    return found
  }

  /// Limits for misspellings: spans looked up, words in one, and names and places taken of each.
  private static let mostMisspelt = 16
  static let mostLength = 4
  private static let mostNeighbors = 400
  private static let mostCorrections = 12
  private static let mostMended = 10
}
