import Geo

extension GazetteerSearch {
  /// A place, how well it answers, and why.
  struct Candidate {
    var place: SearchPlace
    /// The words that it explains, and their weight of all.
    var words: UInt64
    var coverage: Double
    var score: Double
    /// Whether its name is written as it is.
    var isExact = true
  }

  /// What is known while a question is answered.
  struct Context {
    let query: SearchQuery
    let bias: GeocodeRequest.Bias?
    var spans: [SearchSpan] = []
    var found: [Int64: Candidate] = [:]
    /// Places that were read.
    var places: [UInt32: SearchPlace] = [:]

    /// The best so far.
    var best: Candidate? {
      found.values.min { $0.score != $1.score ? $0.score > $1.score : $0.place.id < $1.place.id }
    }
  }

  /// All places that a text may mean.
  func context(_ query: SearchQuery, near bias: GeocodeRequest.Bias?) throws(GeoError) -> Context {
    var context = Context(query: query, bias: bias)
    guard query.weight > 0 else { return context }
    context.spans = try spans(of: query) + unitSpans(of: query) + codeSpans(of: query)
    for span in context.spans { try examine(at: span, &context) }
    if let water = try water(query, hasAnswer: isEnough(context.best)) {
      let span = SearchSpan(words: query.all, key: SearchWords(water.name).key)
      try examine(at: water, span, &context)
    }
    if isEnough(context.best) {
      try examineMisspellings(&context)
      return context
    }
    try examineWords(&context)
    let explained = (context.best?.words ?? 0) | streetWords(context)
    if isEnough(context.best) || query.all & ~explained == 0 { return context }
    // Where all is the name of one place with slips, its words need not be looked up one by one.
    if query.words.count > 1, query.words.count <= GazetteerSearch.mostLength {
      for span in try nearlyAll(of: query, slips: 2) { try examine(at: span, &context) }
      if let best = context.best, best.coverage > GazetteerSearch.nearlyEnough { return context }
    }
    var corrections: [SearchCorrection] = []
    let mended = try misspelt(query, open: query.all & ~explained, &corrections)
    context.spans += mended
    for span in mended { try examine(at: span, &context) }
    // What was found has more to be explained by now.
    for span in context.spans.dropLast(mended.count) where span.words != query.all {
      try examine(at: span, &context)
    }
    try examineWords(corrections, &context)
    return context
  }

  /// Where all that is asked for is the name of a village: a city whose name is nearly that may be meant.
  private func examineMisspellings(_ context: inout Context) throws(GeoError) {
    guard let best = context.best, best.place.importance < GazetteerSearch.cityImportance,
      context.spans.contains(where: { $0.words == context.query.all && !$0.places.isEmpty })
    else { return }
    for span in try nearlyAll(of: context.query, slips: 1) {
      for number in span.places {
        guard let place = try place(number, &context),
          place.importance > best.place.importance + GazetteerSearch.muchMoreImportant
        else { break }
        try examine(at: number, span, &context)
      }
    }
  }

  /// Of some 180,000 people; and by how many times more that is a slip of it, 30.
  private static let cityImportance = 0.75
  private static let muchMoreImportant = 0.21

  /// The words of streets and their numbers.
  private func streetWords(_ context: Context) -> UInt64 {
    context.spans.reduce(0) {
      $0 | ($1.streets.isEmpty ? 0 : $1.words | context.query.number(beside: $1.words))
    }
  }

  /// Two slips in a name of ten letters.
  private static let nearlyEnough = 0.85

  private func isEnough(_ candidate: Candidate?) -> Bool { (candidate?.coverage ?? 0) > 0.999 }

  private func examine(at span: SearchSpan, _ context: inout Context) throws(GeoError) {
    // Without other words the most important places are the best.
    let most = span.words == context.query.all ? 60 : GazetteerSearch.mostPlaces
    for number in span.places.prefix(most) { try examine(at: number, span, &context) }
  }

  private func examine(
    at number: UInt32, _ span: SearchSpan, _ context: inout Context
  ) throws(GeoError) {
    if let place = try place(number, &context) { try examine(at: place, span, &context) }
  }

  private func examine(
    at place: SearchPlace, _ span: SearchSpan, _ context: inout Context
  ) throws(GeoError) {
    let (words, explained) = try explained(by: place, named: span, &context)
    let coverage = explained / context.query.weight
    let score = score(place, words, coverage, span, context.bias)
    if let known = context.found[place.id], known.score >= score { return }
    context.found[place.id] = Candidate(
      place: place, words: words, coverage: coverage, score: score, isExact: span.quality == 1)
  }

  func place(_ number: UInt32, _ context: inout Context) throws(GeoError) -> SearchPlace? {
    if let known = context.places[number] { return known }
    let place = try place(number)
    context.places[number] = place
    return place
  }

  /// Looks for names that have more words than the question says.
  private func examineWords(_ context: inout Context) throws(GeoError) {
    let query = context.query
    guard query.words.count <= GazetteerSearch.mostPartWords else { return }
    let open = query.all & ~(context.best?.words ?? 0)
    let areas = context.spans.filter { !$0.areas.isEmpty }.reduce(UInt64(0)) { $0 | $1.words }
    var sets: [UInt64] = []
    for set in [query.all, query.all & ~areas, open] where set != 0 && !sets.contains(set) {
      sets.append(set)
    }
    for set in sets {
      let asked = query.words.indices.filter { set >> UInt64($0) & 1 == 1 }.map { query.words[$0].text }
      try examineNames(with: asked, set, quality: 0.75, limit: 40, &context)
    }
  }

  /// Looks for names that have all words, one of them mended, and more: `Frankfrt Main`.
  private func examineWords(_ corrections: [SearchCorrection], _ context: inout Context) throws(GeoError) {
    let query = context.query
    guard query.words.count > 1, query.words.count <= GazetteerSearch.mostLength,
      (context.best?.coverage ?? 0) < GazetteerSearch.nearlyEnough
    else { return }
    for correction in corrections {
      var asked = query.words.map(\.text)
      asked[correction.index] = correction.word
      try examineNames(with: asked, query.all, quality: 0.65, limit: 10, &context)
    }
  }

  /// - Parameter quality: of a name that has nothing but other words; one that has only these has 0.2 more.
  private func examineNames(
    with asked: [String], _ set: UInt64, quality: Double, limit: Int, _ context: inout Context
  ) throws(GeoError) {
    for number in try places(withWords: asked, limit: limit) {
      guard let place = try place(number, &context) else { continue }
      let names = SearchWords(place.name).words
      let known = names.filter { asked.contains($0) }.count
      let part = Double(known) / Double(max(1, names.count))
      try examine(at: number, SearchSpan(words: set, key: "", quality: quality + 0.2 * part), &context)
    }
  }

  private static let mostPartWords = 12

  private func score(
    _ place: SearchPlace, _ words: UInt64, _ coverage: Double, _ span: SearchSpan,
    _ bias: GeocodeRequest.Bias?
  ) -> Double {
    var score = 6 * coverage + place.importance
    // `New York City` is New York by its own name.
    if !span.key.isEmpty, SearchWords(place.name).key.hasPrefix(span.key) { score += GazetteerSearch.ownName }
    // A code says more exactly where it is than the city that is written with it.
    if place.kind == .postalArea, span.isCode, words != span.words { score += GazetteerSearch.codeInCity }
    return score + GazetteerSearch.nearness(place.coordinate, bias)
  }

  /// What is called so itself comes before a greater one that some call so.
  private static let ownName = 0.17
  private static let codeInCity = 1.1

  /// What a place gains that is in the circle that is preferred, or near to it.
  static func nearness(_ coordinate: CLLocationCoordinate2D, _ bias: GeocodeRequest.Bias?) -> Double {
    guard let bias else { return 0 }
    let distance = Geodesic.distance(from: bias.center, to: coordinate)
    return distance <= bias.radius ? 0.6 : 0.6 * max(bias.radius, 1000) / max(distance, 1000)
  }

  /// The words that a place of that name explains, and their weight.
  private func explained(
    by place: SearchPlace, named own: SearchSpan, _ context: inout Context
  ) throws(GeoError) -> (words: UInt64, weight: Double) {
    let query = context.query
    var sum = (words: own.words, weight: own.quality * query.weight(own.words))
    guard own.words != query.all else { return sum }
    // Those that explain most first: names overlap seldom.
    var fitting: [(words: UInt64, weight: Double)] = []
    for span in context.spans where span.words & own.words == 0 {
      let fit = try fit(of: span, to: place, &context)
      if fit > 0 { fitting.append((span.words, fit * span.quality * query.weight(span.words))) }
    }
    for index in query.words.indices where own.words >> UInt64(index) & 1 == 0 {
      let text = query.words[index].text
      if text == place.country.lowercased() || text == place.regionCode.lowercased() {
        fitting.append((1 << UInt64(index), query.words[index].weight))
      }
    }
    fitting.sort { $0.weight != $1.weight ? $0.weight > $1.weight : $0.words < $1.words }
    for each in fitting where each.words & sum.words == 0 {
      sum.words |= each.words
      sum.weight += each.weight
    }
    return sum
  }

  /// How well other words fit to a place, from 0 to 1: what it lies in, or another of its names.
  private func fit(
    of span: SearchSpan, to place: SearchPlace, _ context: inout Context
  ) throws(GeoError) -> Double {
    if span.areas.contains(where: place.isIn) { return 1 }
    if !place.locality.isEmpty, SearchWords(place.locality).key == span.key { return 1 }
    for number in span.places.prefix(5) {
      if Int64(number) == place.id { return 0.9 }
      guard let other = try self.place(number, &context), other.country == place.country else { continue }
      switch other.kind {
      case .country: return 1
      case .region: if other.region == place.region { return 1 }
      case .county: if other.county == place.county { return 1 }
      case .postalArea where !span.isCode: continue
      case .postalArea:
        if Geodesic.distance(from: other.coordinate, to: place.coordinate) <= 30_000 { return 0.95 }
      case .settlement, .suburb, .interest, .water, .terrain:
        guard other.id < place.id else { continue }
        let reach = 10_000 + 7 * Double(other.population).squareRoot()
        if Geodesic.distance(from: other.coordinate, to: place.coordinate) <= reach { return 0.9 }
      }
    }
    return 0
  }
}
