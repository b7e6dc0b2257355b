/// Where postal areas lie, so that of those at one point of a country one is kept.
///
/// Thousands of a city may lie at its middle when nobody knows better: which of them a position is in cannot be said.
struct PostalPoints {
  private struct Point: Hashable {
    var latitude: Int32
    var longitude: Int32
    var country: UInt16
  }

  private var known: [Point: (index: Int, code: String)] = [:]

  /// Where the area of a point is, among those that are kept: a new one behind them, or the one whose code it must lose
  /// because this one has another; nil where it says the same.
  mutating func index(of place: PackPlace, _ code: String) -> Int? {
    let point = Point(latitude: place.latitude, longitude: place.longitude, country: place.country)
    guard let found = known[point] else {
      known[point] = (known.count, code)
      return known.count - 1
    }
    return found.code == code ? nil : found.index
  }
}
