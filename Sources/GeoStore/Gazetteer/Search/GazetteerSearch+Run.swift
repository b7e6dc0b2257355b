import Geo

extension GazetteerSearch {
  /// A place, how well it answers, and why.
  struct Candidate {
    var place: SearchPlace
    /// The weight of the words that it explains, of all.
    var coverage: Double
    var score: Double
  }

  /// Where a text may be, the best first.
  func candidates(
    for text: String, near bias: GeocodeRequest.Bias?, limit: Int
  ) throws(GeoError) -> [Candidate] {
    let query = SearchQuery(text)
    guard query.weight > 0 else { return [] }
    let spans = try spans(of: query)
    var found: [Int64: Candidate] = [:]
    for span in spans {
      try look(at: span, among: spans, query, bias, &found)
    }
    return GazetteerSearch.best(found.values.map { $0 }, limit: limit)
  }

  private func look(
    at span: SearchSpan, among spans: [SearchSpan], _ query: SearchQuery, _ bias: GeocodeRequest.Bias?,
    _ found: inout [Int64: Candidate]
  ) throws(GeoError) {
    // Without other words the most important places are the best.
    let isAll = span.range.count == query.words.count
    for number in span.places.prefix(isAll ? 60 : GazetteerSearch.mostPlaces) {
      guard let place = try place(number) else { continue }
      let explained = try explained(by: place, named: span, among: spans, query)
      let coverage = explained / query.weight
      let score = score(place, coverage, span, bias)
      if let known = found[place.id], known.score >= score { continue }
      found[place.id] = Candidate(place: place, coverage: coverage, score: score)
    }
  }

  private func score(
    _ place: SearchPlace, _ coverage: Double, _ span: SearchSpan, _ bias: GeocodeRequest.Bias?
  ) -> Double {
    var score = 6 * coverage + place.importance
    if SearchWords(place.name).key == span.key { score += 0.1 }
    if let bias {
      let distance = Geodesic.distance(from: bias.center, to: place.coordinate)
      score += distance <= bias.radius ? 0.6 : 0.6 * max(bias.radius, 1000) / max(distance, 1000)
    }
    return score
  }

  /// The weight of the words that a place of that name explains.
  private func explained(
    by place: SearchPlace, named own: SearchSpan, among spans: [SearchSpan], _ query: SearchQuery
  ) throws(GeoError) -> Double {
    let count = query.words.count
    // What each word, as the last of a span that fits, adds; the best sum up to each word.
    var sums = [Double](repeating: 0, count: count + 1)
    var fitting: [(range: Range<Int>, value: Double)] = [(own.range, own.quality * query.weight(own.range))]
    if own.range.count < count {
      for span in spans where !span.range.overlaps(own.range) {
        let fit = try fit(of: span, to: place)
        if fit > 0 { fitting.append((span.range, fit * span.quality * query.weight(span.range))) }
      }
      for index in query.words.indices where !own.range.contains(index) {
        let text = query.words[index].text
        if text == place.country.lowercased() || text == place.regionCode.lowercased() {
          fitting.append((index..<index + 1, query.words[index].weight))
        }
      }
    }
    for end in 1...count {
      sums[end] = sums[end - 1]
      for each in fitting where each.range.upperBound == end {
        sums[end] = max(sums[end], sums[each.range.lowerBound] + each.value)
      }
    }
    return sums[count]
  }

  /// How well other words fit to a place, from 0 to 1: what it lies in, or another of its names.
  private func fit(of span: SearchSpan, to place: SearchPlace) throws(GeoError) -> Double {
    if span.areas.contains(where: place.isIn) { return 1 }
    if !place.locality.isEmpty, SearchWords(place.locality).key == span.key { return 1 }
    if span.places.contains(UInt32(truncatingIfNeeded: place.id)) { return 0.9 }
    for number in span.places.prefix(5) where Int64(number) < place.id {
      guard let other = try self.place(number), other.country == place.country else { continue }
      let reach = 10_000 + 7 * Double(other.population).squareRoot()
      if Geodesic.distance(from: other.coordinate, to: place.coordinate) <= reach { return 0.9 }
    }
    return 0
  }

  /// The best, without those that explain less than the best does.
  private static func best(_ candidates: [Candidate], limit: Int) -> [Candidate] {
    let sorted = candidates.sorted {
      $0.score != $1.score ? $0.score > $1.score : $0.place.id < $1.place.id
    }
    guard let first = sorted.first, first.coverage >= 0.55 else { return [] }
    return Array(sorted.prefix { $0.coverage > first.coverage - 0.1 }.prefix(limit))
  }
}
