import Geo

/// The street, and where it is known the house, that is nearest to a position.
struct StreetMatch {
  var coordinate: CLLocationCoordinate2D
  /// In meters from the position.
  var distance: CLLocationDistance
  var street: String?
  var number: String?
  var locality: String?
  var postalCode: String?
  /// The row of `sources`.
  var source: Int64 = 0
}

/// Finds streets and houses; asked only where a gazetteer holds any.
enum StreetFinder {
  static func match(
    at coordinate: CLLocationCoordinate2D, in database: Database, languages: [String]
  ) throws(GeoError) -> StreetMatch? { nil }
}
