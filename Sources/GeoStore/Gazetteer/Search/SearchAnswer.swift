import Geo

/// What may be an answer, and how good it is.
struct SearchAnswer {
  enum What {
    case place(SearchPlace)
    case street(GeocodedPlace)
  }

  var what: What
  /// The weight of the words that it explains, of all.
  var coverage: Double
  var score: Double
  /// Decides between equals: the number of a place.
  var number: Int64

  init(_ candidate: GazetteerSearch.Candidate) {
    what = .place(candidate.place)
    (coverage, score, number) = (candidate.coverage, candidate.score, candidate.place.id)
  }

  init(_ street: GeocodedPlace, coverage: Double, score: Double, number: Int) {
    what = .street(street)
    (self.coverage, self.score, self.number) = (coverage, score, Int64(number))
  }

  /// An answer explains this part of the words at least: less would be a guess.
  private static let leastCoverage = 0.55
  /// Those that explain so much less than the best are none beside it.
  private static let coverageBand = 0.15
  /// What has one name within this distance is one place, in meters.
  private static let samePlace = 3_000.0

  /// The best, the same place once.
  static func best(_ answers: [SearchAnswer], limit: Int) -> [SearchAnswer] {
    let sorted = answers.sorted { $0.score != $1.score ? $0.score > $1.score : $0.number < $1.number }
    guard let first = sorted.first, first.coverage >= leastCoverage else { return [] }
    var best: [SearchAnswer] = []
    for answer in sorted where answer.coverage > first.coverage - coverageBand {
      guard best.count < limit else { break }
      if !best.contains(where: { $0.isSame(as: answer) }) { best.append(answer) }
    }
    return best
  }

  private var coordinate: CLLocationCoordinate2D {
    switch what {
    case .place(let place): place.coordinate
    case .street(let place): place.coordinate
    }
  }

  /// What it is called, or its address.
  private var name: String {
    switch what {
    case .place(let place):
      place.street.isEmpty ? place.name : "\(place.houseNumber) \(place.street)"
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
