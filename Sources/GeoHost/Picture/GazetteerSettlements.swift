package import Geo
import GeoGazetteer
package import GeoRender

/// The towns, villages and suburbs of the user's gazetteer, for the names of pictures.
///
/// It opens with the first picture that needs it, and is for one thread.
final class GazetteerSettlements: SettlementSource {
  private let path: String
  private let advise: (String) -> Void
  private var opened: Result<Gazetteer, GeoError>?

  /// - Parameters:
  ///   - path: of the gazetteer; nil makes no source.
  ///   - advise: gets a sentence about one that cannot be read, once.
  init?(_ path: String? = GazetteerCache.standardPath, advise: @escaping (String) -> Void) {
    guard let path else { return nil }
    (self.path, self.advise) = (path, advise)
  }

  func settlements(
    within meters: CLLocationDistance, of coordinate: CLLocationCoordinate2D, population least: Int
  ) -> [Settlement] {
    let path = path
    let gazetteer = opened ?? Result { () throws(GeoError) in try Gazetteer(path: path) }
    opened = gazetteer
    do throws(GeoError) {
      return try gazetteer.get().settlements(within: meters, of: coordinate, population: least).map {
        Settlement(
          name: $0.name, coordinate: $0.coordinate, population: $0.population, attribution: $0.attribution)
      }
    } catch {
      if case .success = gazetteer { opened = .failure(error) }
      if !isAdvised { advise("\(path): \(error.message); pictures lack the names of its places") }
      isAdvised = true
      return []
    }
  }

  private var isAdvised = false
}

extension WorldMap {
  /// The map with what the user has installed: the finer coast, and the places of the gazetteer.
  ///
  /// - Parameter advise: gets a sentence about what cannot be read.
  /// - Errors: those of `installed`.
  package static func ofUser(advise: @escaping (String) -> Void) throws(GeoError) -> WorldMap {
    let map = try installed(advise: advise)
    map.settlementSource = GazetteerSettlements(advise: advise)
    return map
  }
}
