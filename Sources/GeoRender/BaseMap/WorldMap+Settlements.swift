import Geo
import Glibc

/// Towns, villages and suburbs of the host at the levels of streets, beyond those in the program.
///
/// - Source: PI-15.
extension WorldMap {
  /// The first level with them.
  static let firstSettlements = 10.0
  /// Farther from the middle of the picture none are asked for.
  ///
  /// - Units: meters.
  private static let greatestReach = 100_000.0
  /// Two records this near are one place.
  private static let same = 250.0
  /// Of one name, records this near are one place, such as a city's and its center's.
  private static let sameName = 8_000.0

  /// The settlements of the host in sight that the program itself does not name there.
  func settlements(_ scene: MapScene) -> [Settlement] {
    guard let source = settlementSource, scene.level >= WorldMap.firstSettlements, scene.mapType.hasLabels
    else {
      return []
    }
    let rect = scene.visibleRect
    if let known = knownSettlements, known.rect == rect, known.level == scene.level { return known.found }
    let middle = MKCoordinateForMapPoint(scene.center)
    let meters = hypot(rect.width, rect.height) / 2 / MKMapPointsPerMeterAtLatitude(middle.latitude)
    // Twice as many people for each half level farther out.
    let least = scene.level >= 12 ? 0 : Int(500 * exp2(2 * (12 - scene.level)))
    let reach = min(meters * 1.05, WorldMap.greatestReach)
    var own: [(name: String, place: MKMapPoint)] = []
    let box = scene.seen(margin: 50)
    for copy in scene.copies(of: box) {
      places.forEach(within: box.moved(by: -copy), level: scene.level + 0.01) {
        own.append(($0.name, $0.point))
      }
    }
    let found = source.settlements(within: reach, of: middle, population: least).filter { settlement in
      let point = MKMapPointForCoordinate(settlement.coordinate)
      let scale = MKMapPointsPerMeterAtLatitude(settlement.coordinate.latitude)
      return rect.containsAroundWorld(point)
        && !own.contains { name, place in
          let distance = hypot(place.x - point.x, place.y - point.y) / scale
          return distance < (name == settlement.name ? WorldMap.sameName : WorldMap.same)
        }
    }
    knownSettlements = (rect, scene.level, found)
    return found
  }

  /// What the sources of the settlements in sight ask for, without those of the program's own names.
  func settlementCredits(_ scene: MapScene) -> [String] {
    Set(settlements(scene).map(\.attribution)).filter { !$0.isEmpty && !$0.contains("GeoNames") }.sorted()
  }
}

extension PlaceFile.Place {
  init(_ settlement: Settlement) {
    self.init(
      kind: .city, name: settlement.name, localName: "",
      point: MKMapPointForCoordinate(settlement.coordinate),
      size: Int(10 * log2(Double(max(settlement.population, 1)))), isCapital: false, number: 0)
  }
}

extension MKMapRect {
  fileprivate func containsAroundWorld(_ point: MKMapPoint) -> Bool {
    [-1.0, 0, 1].contains { contains(MKMapPoint(x: point.x + $0 * MKMapSizeWorld.width, y: point.y)) }
  }
}
