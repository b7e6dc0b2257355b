public import Geo

/// Places, borders and streets of the world in a file: answers what is here, and where something is.
///
/// One thread at a time; several may each open the same file, whose pages they share.
public final class Gazetteer {
  let database: Database
  /// Finds places by name.
  private(set) lazy var search = GazetteerSearch(database)

  /// Opens a gazetteer file.
  ///
  /// - Errors: ``GeoError``: `noInput` for a file that is not there, `data` for one that is damaged, newer than this
  ///   program, or no gazetteer.
  public init(path: String) throws(GeoError) {
    database = try GazetteerSchema.open(path)
  }

  /// What is at a position, best first: the place with its house, street, city and areas, then what lies around it.
  ///
  /// - Errors: ``GeoError`` `data` for a damaged file.
  public func places(
    at coordinate: CLLocationCoordinate2D, limit: Int = 1, languages: [String] = []
  ) throws(GeoError) -> [GeocodedPlace] { [] }

  /// Where a text may be, best first.
  ///
  /// - Errors: ``GeoError`` `data` for a damaged file.
  public func places(
    named text: String, near bias: GeocodeRequest.Bias? = nil, limit: Int = 10, languages: [String] = []
  ) throws(GeoError) -> [GeocodedPlace] {
    try search.places(named: text, near: bias, limit: limit, languages: languages)
  }

  /// Where an address may be whose parts are known, best first.
  ///
  /// - Errors: ``GeoError`` `data` for a damaged file.
  public func places(
    address: PlacemarkAddress, near bias: GeocodeRequest.Bias? = nil, limit: Int = 10,
    languages: [String] = []
  ) throws(GeoError) -> [GeocodedPlace] { [] }
}
