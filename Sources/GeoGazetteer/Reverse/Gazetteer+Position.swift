public import Geo

extension Gazetteer {
  /// The places at a position, best first: the place with its house, street, city and areas, then its
  /// surroundings.
  ///
  /// On open water the result has the name of the sea, or of the lake with its country. It is empty if
  /// nothing is known or the position is invalid.
  ///
  /// - Errors: ``GeoError`` `data` for a damaged file.
  public func places(
    at coordinate: CLLocationCoordinate2D, limit: Int = 1, languages: [String] = []
  ) throws(GeoError) -> [GeocodedPlace] {
    guard CLLocationCoordinate2DIsValid(coordinate), limit > 0 else { return [] }
    let pack = try openPack()
    let position = PackPosition(coordinate)
    let answer = PositionAnswer(gazetteer: self, pack: pack, languages: languages, position: position)
    guard let surroundings = Surroundings(of: position, in: pack) else {
      return try answer.streetAlone().map { [$0] } ?? []
    }
    var places = [try answer.best(surroundings)]
    guard limit > 1 else { return places }
    let layer = pack.settlements
    let near = layer.tree.nearest(limit, to: position, layer.places, AnyPlace())
    for (index, distance) in near where places.count < limit && index != surroundings.place?.index {
      guard distance <= Double(Surroundings.nameReach), let record = layer.places[index] else { continue }
      places.append(try answer.neighbor(record, at: distance))
    }
    return places
  }

  /// The nearest settlement on the ellipsoid, ignoring borders, with its distance in meters; nil if there is
  /// none.
  ///
  /// - Errors: ``GeoError`` `data` for a damaged file.
  package func nearestSettlement(
    to coordinate: CLLocationCoordinate2D
  ) throws(GeoError) -> (number: Int, coordinate: CLLocationCoordinate2D)? {
    guard CLLocationCoordinate2DIsValid(coordinate) else { return nil }
    let layer = try openPack().settlements
    guard let found = layer.tree.nearest(to: PackPosition(coordinate), layer.places, AnyPlace()),
      let record = layer.places[found.index]
    else { return nil }
    return (Int(record.number), record.coordinate)
  }
}
