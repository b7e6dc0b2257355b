import Geo
import SQLite

/// Streets and houses among the words of a question.
extension Gazetteer {
  /// Finds the streets that a question may mean, near the cities that it names.
  func streetAnswers(
    _ context: GazetteerSearch.Context, _ languages: [String]
  ) throws(GeoError) -> [SearchAnswer] {
    guard !streets.isEmpty else { return [] }
    let query = context.query
    let spans = context.spans.filter { !$0.streets.isEmpty }.sorted {
      let (one, other) = ($0.quality * query.weight($0.words), $1.quality * query.weight($1.words))
      return one != other ? one > other : $0.key < $1.key
    }
    var answers: [SearchAnswer] = []
    for span in spans.prefix(Gazetteer.mostStreetNames) {
      let number = query.number(beside: span.words)
      let house = number == 0 ? "" : query.words[number.trailingZeroBitCount].text
      let rest = query.all & ~(span.words | number)
      let cities = Gazetteer.cities(context, rest)
      var centers = cities.map(\.center)
      if centers.isEmpty, let bias = context.bias { centers = [bias] }
      for term in span.streets {
        let name = try streetName(term)
        guard !name.isEmpty else { continue }
        var found = try places(street: name, number: house, around: centers, languages: languages)
        // A preferred circle does not exclude places.
        if found.isEmpty, cities.isEmpty, !centers.isEmpty {
          found = try places(street: name, number: house, languages: languages)
        }
        for (place, accuracy) in found {
          var place = place
          let city = cities.first { $0.holds(place.coordinate) }
          var weight = span.quality * query.weight(span.words) + (city?.weight ?? 0)
          weight += query.weight(number) * (accuracy == .street ? 0.3 : 1)
          let coverage = weight / query.weight
          var score = 6 * coverage + (accuracy == .street ? 0.5 : 0.7) + 0.2 * (city?.importance ?? 0)
          score += GazetteerSearch.nearness(place.coordinate, context.bias)
          let isWhole = query.isExplained(
            by: span.words | number | (city?.words ?? 0) | query.words(of: place.address))
          if span.isMended || !isWhole || (number != 0 && accuracy == .street) {
            place.matched = [place.address.street ?? name, city?.name].compactMap { $0 }.joined(
              separator: ", ")
          }
          answers.append(SearchAnswer(place, coverage: coverage, score: score, number: answers.count))
        }
      }
    }
    return answers
  }

  private static let mostStreetNames = 4
  private static let mostCities = 6

  /// A place that some words name, as a center for streets.
  private struct City {
    var center: GeocodeRequest.Bias
    /// The words that it explains, and their weight.
    var words: UInt64
    var weight: Double
    var importance: Double
    var name: String

    func holds(_ coordinate: CLLocationCoordinate2D) -> Bool {
      center.center.distance(to: coordinate) <= center.radius
    }
  }

  /// The places that explain the most words outside the street's name, best first.
  private static func cities(_ context: GazetteerSearch.Context, _ words: UInt64) -> [City] {
    let found = context.found.values.compactMap { candidate -> (City, Int64)? in
      let explained = candidate.words & words
      // A place named like the street itself does not help.
      guard explained != 0, candidate.words & ~words == 0, candidate.place.kind != .interest else {
        return nil
      }
      // Areas are larger than the search radius: their cities stand for them.
      let reach = 15_000 + 10 * Double(candidate.place.population).squareRoot()
      let center = GeocodeRequest.Bias(center: candidate.place.coordinate, radius: min(reach, 100_000))
      let city = City(
        center: center, words: candidate.words, weight: candidate.coverage * context.query.weight,
        importance: candidate.place.importance, name: candidate.place.name)
      return (city, candidate.place.id)
    }
    return found.sorted { one, other in
      let (a, b) = (one.0.weight + one.0.importance, other.0.weight + other.0.importance)
      return a != b ? a > b : one.1 < other.1
    }.prefix(mostCities).map(\.0)
  }

  private func streetName(_ term: UInt32) throws(GeoError) -> String {
    let row = try database.statement("SELECT name FROM street_terms WHERE id = ?")
    defer { row.reset() }
    row.bind([.integer(Int64(term))])
    return try row.step() ? row.text(0) : ""
  }
}
