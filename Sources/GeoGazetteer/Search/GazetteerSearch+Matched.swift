import Geo
import SQLite

/// What a question was taken for.
extension GazetteerSearch {
  /// Other words that fit a place.
  struct Fitting {
    var words: UInt64
    var weight: Double
    /// What they may name; nil for the code of its country or region.
    var span: Int?
  }

  /// The words beside a place's name that fit it. Those that explain the most come first: names rarely overlap.
  func fitting(
    _ place: SearchPlace, named own: SearchSpan, _ context: inout Context
  ) throws(GeoError) -> [Fitting] {
    let query = context.query
    var fitting: [Fitting] = []
    for (index, span) in context.spans.enumerated() where span.words & own.words == 0 {
      let fit = try fit(of: span, to: place, &context)
      guard fit > 0 else { continue }
      let weight = fit * span.quality * query.weight(span.words)
      fitting.append(Fitting(words: span.words, weight: weight, span: index))
    }
    for index in query.words.indices where own.words >> UInt64(index) & 1 == 0 {
      let text = query.words[index].text
      if text == place.country.lowercased() || text == place.regionCode.lowercased() {
        fitting.append(Fitting(words: 1 << UInt64(index), weight: query.words[index].weight))
      }
    }
    return fitting.sorted { $0.weight != $1.weight ? $0.weight > $1.weight : $0.words < $1.words }
  }

  /// What was found of a question, where a place answers only a part of it or only resembles it; nil if it is what was
  /// asked for.
  ///
  /// - Parameter address: that of the place.
  /// - Source: GC-45.
  func matched(
    _ candidate: Candidate, _ address: PlacemarkAddress, _ context: Context
  ) throws(GeoError) -> String? {
    var context = context
    context.comparisons = GazetteerSearch.mostPlaces
    let query = context.query
    var words = candidate.span.words
    var isExact = isExact(candidate, query)
    var names = [try name(of: candidate)]
    if words != query.all {
      for each in try fitting(candidate.place, named: candidate.span, &context) where each.words & words == 0
      {
        words |= each.words
        guard let span = each.span.map({ context.spans[$0] }) else { continue }
        isExact = isExact && !span.isMended
        if let name = try name(of: span, around: candidate.place), !names.contains(name) {
          names.append(name)
        }
      }
    }
    return isExact && query.isExplained(by: words | query.words(of: address))
      ? nil : names.joined(separator: ", ")
  }

  /// Whether the words are its name, or all but the little words of it.
  private func isExact(_ candidate: Candidate, _ query: SearchQuery) -> Bool {
    guard candidate.span.key.isEmpty else { return !candidate.span.isMended }
    let asked = Set(query.words.map(\.text))
    return SearchWords(candidate.place.name).words.allSatisfy {
      asked.contains($0) || SearchQuery.isFiller($0)
    }
  }

  /// The name that was found, as lists write it.
  private func name(of candidate: Candidate) throws(GeoError) -> String {
    let (place, key) = (candidate.place, candidate.span.key)
    if key.isEmpty || SearchWords(place.name).key == key { return place.name }
    return try name(of: place.id, spelled: key) ?? place.name
  }

  private func name(of span: SearchSpan, around place: SearchPlace) throws(GeoError) -> String? {
    if let area = span.areas.first(where: place.isIn) {
      return try name(of: area.kind, area.code, ChosenNames(database, []))
    }
    return try span.places.first.flatMap { (number) throws(GeoError) in try self.place(number)?.name }
  }

  /// The name of a place in lists that has a key.
  func name(of place: Int64, spelled key: String) throws(GeoError) -> String? {
    let rows = try database.statement("SELECT name FROM names WHERE place = ? ORDER BY language, name")
    defer { rows.reset() }
    rows.bind([.integer(place)])
    while try rows.step() {
      let name = rows.text(0)
      if SearchWords(name).key == key { return name }
    }
    return nil
  }
}
