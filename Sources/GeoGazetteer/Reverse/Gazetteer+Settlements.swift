package import Geo

/// A city, a town, a village, or a part of one.
package struct GazetteerSettlement: Equatable {
  package let name: String
  package let coordinate: CLLocationCoordinate2D
  /// 0 if unknown.
  package let population: Int
  /// The words of its source; empty if that asks for none.
  package let attribution: String
}

extension Gazetteer {
  /// The settlements within a distance of a place, in no order.
  ///
  /// - Parameter least: the population from which on settlements count.
  /// - Errors: ``GeoError`` `data` for a damaged file.
  package func settlements(
    within meters: CLLocationDistance, of coordinate: CLLocationCoordinate2D, population least: Int = 0
  ) throws(GeoError) -> [GazetteerSettlement] {
    guard CLLocationCoordinate2DIsValid(coordinate), meters > 0 else { return [] }
    let pack = try openPack()
    let layer = pack.settlements
    var collector = RangeCollector(
      SettlementFilter(places: layer.places, population: UInt32(clamping: least)),
      squared: Float(meters * meters))
    layer.tree.search(PackPosition(coordinate).point, &collector)
    return collector.found.compactMap { index, squared in
      // The search also passes some that are farther.
      guard squared <= collector.bound, let place = layer.places[index], let name = pack.text(place.name)
      else {
        return nil
      }
      var source = SourceList()
      source.add(place.source)
      return GazetteerSettlement(
        name: name, coordinate: place.coordinate, population: Int(place.population),
        attribution: pack.attribution(source))
    }
  }
}

/// Settlements and their parts, not the points of areas and waters.
private struct SettlementFilter: PackFilter {
  let places: PackList<PackPlace>
  let population: UInt32

  func accepts(_ index: Int) -> Bool {
    guard let place = places[index], place.population >= population else { return false }
    return place.kind == PlaceKind.settlement.rawValue || place.kind == PlaceKind.suburb.rawValue
  }
}
