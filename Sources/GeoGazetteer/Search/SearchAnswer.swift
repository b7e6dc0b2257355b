import Geo

/// A candidate answer and its score.
struct SearchAnswer {
  enum What {
    case place(GazetteerSearch.Candidate)
    case street(GeocodedPlace)
  }

  var what: What
  /// The words that it explains; 0 if not needed.
  var words: UInt64 = 0
  /// Whether its name is spelled exactly.
  var isExact = true
  /// Their share of the total weight.
  var coverage: Double
  var score: Double
  /// The tie-breaker: the number of a place.
  var number: Int64

  init(_ candidate: GazetteerSearch.Candidate) {
    what = .place(candidate)
    (words, coverage, isExact) = (candidate.words, candidate.coverage, candidate.span.quality == 1)
    (score, number) = (candidate.score, candidate.place.id)
  }

  init(_ street: GeocodedPlace, coverage: Double, score: Double, number: Int) {
    what = .street(street)
    (self.coverage, self.score, self.number) = (coverage, score, Int64(number))
  }

  /// An answer must explain at least this share of the words; less would be a guess.
  private static let leastCoverage = 0.55
  /// Candidates this far below the best score are dropped.
  private static let coverageBand = 0.15
  /// Results with one name within this distance are one place, in meters.
  private static let samePlace = 3_000.0
  private static let sameTown = 30_000.0

  /// The city of an address whose street is in no list.
  private static let leastOfAddress = 0.15

  /// The best candidates, without duplicates.
  static func best(_ answers: [SearchAnswer], of query: SearchQuery, limit: Int) -> [SearchAnswer] {
    let sorted = answers.filter { $0.isEnough(for: query) }.sorted {
      $0.score != $1.score ? $0.score > $1.score : $0.number < $1.number
    }
    guard let first = sorted.first else { return [] }
    var best: [SearchAnswer] = []
    for answer in sorted where answer.coverage > first.coverage - coverageBand {
      guard best.count < limit else { break }
      if !best.contains(where: { $0.isSame(as: answer) || $0.isTown(of: answer) }) { best.append(answer) }
    }
    return best
  }

  private func isEnough(for query: SearchQuery) -> Bool {
    if coverage >= SearchAnswer.leastCoverage { return true }
    guard coverage >= SearchAnswer.leastOfAddress, isCity, query.isAtEnd(words) else { return false }
    // Scripts without spaces write the city first, then its parts.
    if query.isWithoutSpaces { return isExact && words & 1 == 1 && words.nonzeroBitCount > 1 }
    guard query.isAddress else { return false }
    // The first words of a street often resemble the name of some village.
    return isExact || words & 1 == 0
  }

  private var isCity: Bool {
    guard case .place(let candidate) = what else { return false }
    return candidate.place.kind == .settlement
  }

  /// Whether it is the town of the other's postal area: a question with the town's name does not mean the
  /// code.
  private func isTown(of other: SearchAnswer) -> Bool {
    guard isCity, case .place(let area) = other.what, area.place.kind == .postalArea else { return false }
    return coordinate.distance(to: other.coordinate) < SearchAnswer.sameTown
  }

  private var coordinate: CLLocationCoordinate2D {
    switch what {
    case .place(let candidate): candidate.place.coordinate
    case .street(let place): place.coordinate
    }
  }

  /// Its name or its address.
  private var name: String {
    switch what {
    case .place(let candidate):
      candidate.place.street.isEmpty
        ? candidate.place.name : "\(candidate.place.houseNumber) \(candidate.place.street)"
    case .street(let place): place.address.street ?? ""
    }
  }

  private func isSame(as other: SearchAnswer) -> Bool {
    guard abs(coordinate.latitude - other.coordinate.latitude) < 0.1,
      coordinate.distance(to: other.coordinate) < SearchAnswer.samePlace
    else { return false }
    return SearchWords(name).key == SearchWords(other.name).key
  }
}
