import Geo

extension GazetteerSearch {
  /// A place, how well it answers, and why.
  struct Candidate {
    var place: SearchPlace
    /// The words that it explains, and their share of the total weight.
    var words: UInt64
    var coverage: Double
    var score: Double
    /// The words that are its name.
    var span: SearchSpan
  }

  /// The state of a search.
  struct Context {
    let query: SearchQuery
    let bias: GeocodeRequest.Bias?
    var spans: [SearchSpan] = []
    var found: [Int64: Candidate] = [:]
    /// Places already read.
    var places: [UInt32: SearchPlace] = [:]
    /// The comparisons of places with words that are left: a long text of common names would take seconds.
    var comparisons = 300_000

    /// The best so far.
    var best: Candidate? {
      found.values.min { $0.score != $1.score ? $0.score > $1.score : $0.place.id < $1.place.id }
    }
  }

  /// Returns all places that a text may mean.
  func context(_ query: SearchQuery, near bias: GeocodeRequest.Bias?) throws(GeoError) -> Context {
    var context = Context(query: query, bias: bias)
    guard query.weight > 0 else { return context }
    context.spans = try spans(of: query) + unitSpans(of: query) + codeSpans(of: query)
    for span in context.spans { try examine(at: span, &context) }
    if let water = try water(query, hasAnswer: isEnough(context.best)) {
      let span = SearchSpan(words: query.all, key: SearchWords(water.name).key)
      try examine(at: water, span, &context)
    }
    for (area, span) in try unplacedAreas(context) { try examine(at: area, span, &context) }
    if isEnough(context.best) {
      try examineMisspellings(&context)
      return context
    }
    try examineWords(&context)
    let explained = (context.best?.words ?? 0) | streetWords(context)
    if isEnough(context.best) || query.all & ~explained == 0 { return context }
    // If the whole text is a misspelled name of one place, its words need not be looked up separately.
    if query.words.count > 1, query.words.count <= GazetteerSearch.mostLength {
      for span in try nearlyAll(of: query, slips: 2) { try examine(at: span, &context) }
      if let best = context.best, best.coverage > GazetteerSearch.nearlyEnough { return context }
    }
    var corrections: [SearchCorrection] = []
    let mended = try misspelt(query, open: query.all & ~explained, &corrections)
    context.spans += mended
    for span in mended { try examine(at: span, &context) }
    // Earlier candidates can now explain more words.
    for span in context.spans.dropLast(mended.count) where span.words != query.all {
      try examine(at: span, &context)
    }
    try examineWords(corrections, &context)
    return context
  }

  /// If the whole question is the name of a village, a city with nearly that name may be meant.
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

  /// The importance of about 180,000 people, and the factor for a misspelling, 30.
  private static let cityImportance = 0.75
  private static let muchMoreImportant = 0.21

  /// The words of streets and house numbers.
  private func streetWords(_ context: Context) -> UInt64 {
    context.spans.reduce(0) {
      $0 | ($1.streets.isEmpty ? 0 : $1.words | context.query.number(beside: $1.words))
    }
  }

  /// Two misspelled letters in a name of ten.
  private static let nearlyEnough = 0.85
  private static let mostPartWords = 12

  private func isEnough(_ candidate: Candidate?) -> Bool { (candidate?.coverage ?? 0) > 0.999 }

  private func examine(at span: SearchSpan, _ context: inout Context) throws(GeoError) {
    // Without other words the most important places win.
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
    guard context.comparisons > 0 else { return }
    let (words, explained) = try explained(by: place, named: span, &context)
    let coverage = explained / context.query.weight
    let score = score(place, words, coverage, span, context)
    if let known = context.found[place.id], known.score >= score { return }
    context.found[place.id] = Candidate(
      place: place, words: words, coverage: coverage, score: score, span: span)
  }

  func place(_ number: UInt32, _ context: inout Context) throws(GeoError) -> SearchPlace? {
    if let known = context.places[number] { return known }
    let place = try place(number)
    context.places[number] = place
    return place
  }

  /// Looks for names with more words than the question.
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

  /// Looks for names with all words, one of them corrected, and more: `Frankfrt Main`.
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

  /// - Parameter quality: of a name that has other words too; a name with only these gets 0.2 more.
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

  private func score(
    _ place: SearchPlace, _ words: UInt64, _ coverage: Double, _ span: SearchSpan, _ context: Context
  ) -> Double {
    var score = 6 * coverage + place.importance
    // `New York City` is New York by its own name; Athens is not Ath.
    if !span.key.isEmpty {
      let own = SearchWords(place.name)
      if own.begins(with: span.key), isSpelled(own.words, in: span, of: context.query) {
        score += GazetteerSearch.ownName
      } else if place.kind == .settlement, span.isAirportCode {
        score -= GazetteerSearch.airportCode
      }
    }
    // A code is more precise than the city written with it.
    if place.kind == .postalArea, span.isCode, words != span.words { score += GazetteerSearch.codeInCity }
    return score + GazetteerSearch.nearness(place.coordinate, context.bias)
  }

  /// Whether a name begins with the words of a question, not only with their letters: Na Di is not Nadi.
  private func isSpelled(_ name: [String], in span: SearchSpan, of query: SearchQuery) -> Bool {
    let asked = query.words.indices.filter { span.words >> UInt64($0) & 1 == 1 }.map { query.words[$0] }
    return span.quality < 1 || asked.contains(where: \.isLetter) || name.starts(with: asked.map(\.text))
  }

  /// A place with exactly this name comes before a larger one with it as an alternative name.
  private static let ownName = 0.17
  private static let codeInCity = 1.1
  /// A town called Ath comes before Athens, whose airport's code it is: the importance of 300 times as many people.
  private static let airportCode = 0.35

  /// The bonus of a place in or near the preferred circle.
  static func nearness(_ coordinate: CLLocationCoordinate2D, _ bias: GeocodeRequest.Bias?) -> Double {
    guard let bias else { return 0 }
    let distance = Geodesic.distance(from: bias.center, to: coordinate)
    return distance <= bias.radius ? 0.6 : 0.6 * max(bias.radius, 1000) / max(distance, 1000)
  }

  /// The words that a place with that name explains, and their weight.
  private func explained(
    by place: SearchPlace, named own: SearchSpan, _ context: inout Context
  ) throws(GeoError) -> (words: UInt64, weight: Double) {
    let query = context.query
    var sum = (words: own.words, weight: own.quality * query.weight(own.words))
    guard own.words != query.all else { return sum }
    for each in try fitting(place, named: own, &context) where each.words & sum.words == 0 {
      sum.words |= each.words
      sum.weight += each.weight
    }
    return sum
  }

  /// How well other words fit a place, from 0 to 1: they name its area, or are another of its names.
  func fit(
    of span: SearchSpan, to place: SearchPlace, _ context: inout Context
  ) throws(GeoError) -> Double {
    context.comparisons -= 1 + min(span.places.count, 5)
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
