import Geo

extension Gazetteer {
  /// The streets of this name, or in them the houses of this number, as places with their city and areas.
  ///
  /// - Parameters: as those of ``StreetIndex/streets(named:number:around:limit:)``.
  /// - Returns: nearest first if there are centers, else from south to north.
  func places(
    street name: String, number: String = "", around centers: [GeocodeRequest.Bias] = [], limit: Int = 20,
    languages: [String] = []
  ) throws(GeoError) -> [(place: GeocodedPlace, accuracy: Street.Accuracy)] {
    try places(
      of: streets.streets(named: name, number: number, around: centers, limit: limit), languages: languages)
  }

  /// Streets and houses as places with their city and areas.
  func places(
    of found: [Street], languages: [String]
  ) throws(GeoError) -> [(place: GeocodedPlace, accuracy: Street.Accuracy)] {
    guard !found.isEmpty else { return [] }
    var places: [(GeocodedPlace, Street.Accuracy)] = []
    let names = ChosenNames(database, languages)
    let pack = try openPack()
    for var street in found {
      street.name = try streets.name(of: street, names)
      let position = PackPosition(street.coordinate)
      let answer = PositionAnswer(gazetteer: self, pack: pack, languages: languages, position: position)
      let place = try answer.place(of: street, in: Surroundings(of: position, in: pack))
      places.append((place, street.accuracy))
    }
    return places
  }
}
