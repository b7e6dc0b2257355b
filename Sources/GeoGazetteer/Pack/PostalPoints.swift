/// Keeps one postal area for each point of a country.
///
/// Thousands of a city's areas may lie at its center if the data has no better position, and then a position
/// cannot be assigned to one of them.
struct PostalPoints {
  private struct Point: Hashable {
    var latitude: Int32
    var longitude: Int32
    var country: UInt16
  }

  private var known: [Point: (index: Int, code: String)] = [:]

  /// The index of the area of a point among those kept: a new one at the end, or an existing one that must
  /// lose its code because this one differs; nil if the codes are equal.
  mutating func index(of place: PackPlace, _ code: String) -> Int? {
    let point = Point(latitude: place.latitude, longitude: place.longitude, country: place.country)
    guard let found = known[point] else {
      known[point] = (known.count, code)
      return known.count - 1
    }
    return found.code == code ? nil : found.index
  }
}
