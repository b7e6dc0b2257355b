import Geo
import Glibc
import Testing

@testable import GeoGazetteer

@Suite struct AreaMapTests {
  /// A map, and the owner of its bytes.
  private struct Built {
    let map: AreaMap
    let bytes: [PackBytes]

    init(_ areas: [(AreaKind, [[[CLLocationCoordinate2D]]])]) {
      var builder = AreaMapBuilder()
      for (kind, polygons) in areas { builder.add(kind, polygons) }
      try! builder.build()
      bytes = [builder.cells.packed, builder.parts.packed, builder.lists, builder.points.packed]
        .map(PackBytes.init)
      map = AreaMap(
        cells: PackList(bytes[0].bytes), parts: PackList(bytes[1].bytes), lists: PackList(bytes[2].bytes),
        points: PackList(bytes[3].bytes))
    }
  }

  private static func ring(_ places: [(Double, Double)]) -> [CLLocationCoordinate2D] {
    places.map { CLLocationCoordinate2D(latitude: $0.1, longitude: $0.0) }
  }

  private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double)
    -> [CLLocationCoordinate2D]
  {
    ring([(west, south), (east, south), (east, north), (west, north), (west, south)])
  }

  /// A star with this many corners, which is not convex.
  private static func star(
    _ x: Double, _ y: Double, _ size: Double, _ corners: Int, _ random: inout SeededNumbers
  ) -> [CLLocationCoordinate2D] {
    var corners = (0..<corners).map { number -> (Double, Double) in
      let angle = 2 * Double.pi * Double(number) / Double(corners)
      let reach = size * random.number(0.4...1)
      return (
        (1e6 * (x + reach * cos(angle))).rounded() / 1e6, (1e6 * (y + reach * sin(angle))).rounded() / 1e6
      )
    }
    corners.append(corners[0])
    return ring(corners)
  }

  /// Whether a point is inside, by counting crossings along its parallel.
  ///
  /// - Source: M. Shimrat 1962, Algorithm 112.
  private static func contains(_ rings: [[CLLocationCoordinate2D]], _ point: CLLocationCoordinate2D) -> Bool {
    var isInside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst())
      where (a.latitude > point.latitude) != (b.latitude > point.latitude) {
        let share = (point.latitude - a.latitude) / (b.latitude - a.latitude)
        if point.longitude < a.longitude + share * (b.longitude - a.longitude) { isInside.toggle() }
      }
    }
    return isInside
  }

  @Test(arguments: [5, 40, 1000]) func starsWithHolesMatchCrossingCounts(_ corners: Int) {
    var random = SeededNumbers(UInt64(corners))
    for size in [0.3, 4, 40] {
      let rings = [
        AreaMapTests.star(20, 10, size, corners, &random),
        AreaMapTests.star(20, 10, size * 0.3, corners, &random),
      ]
      let built = Built([(.country, [rings])])
      for _ in 0..<1000 {
        var point = random.position(near: .init(latitude: 10, longitude: 20), within: min(size * 1.2, 75))
        // In the map's precision.
        point.latitude = (point.latitude * 1e6).rounded() / 1e6
        point.longitude = (point.longitude * 1e6).rounded() / 1e6
        #expect(
          (built.map.areas(at: point).country == 1) == AreaMapTests.contains(rings, point),
          "\(corners) corners, size \(size), \(point)")
      }
    }
  }

  @Test func cornersAtWholeDegreesAndPointsInLineWithThemDoNotMatter() {
    // Edges along the lines of the grid, and points exactly at the heights of corners.
    let built = Built([(.country, [[AreaMapTests.box(1, 1, 4, 4), AreaMapTests.box(2, 2, 3, 3)]])])
    for x in stride(from: 0.25, to: 5, by: 0.5) {
      for y in stride(from: 0.25, to: 5, by: 0.5) {
        let isInside = x > 1 && x < 4 && y > 1 && y < 4 && !(x > 2 && x < 3 && y > 2 && y < 3)
        #expect(built.map.areas(at: .init(latitude: y, longitude: x)).country == (isInside ? 1 : 0))
      }
    }
    for x in [0.5, 4.5] {
      for y in [1.0, 2, 3, 4] {
        #expect(built.map.areas(at: .init(latitude: y, longitude: x)).country == 0)
      }
    }
    for y in [2.0, 3] { #expect(built.map.areas(at: .init(latitude: y, longitude: 1.5)).country == 1) }
  }

  @Test func anAreaOnBothSidesOfThe180thMeridianHoldsIt() {
    let built = Built([
      (.country, [[AreaMapTests.box(178, -18, 180, -16)], [AreaMapTests.box(-180, -18, -179, -16)]])
    ])
    for longitude in [179, 180, -180, -179.5] {
      #expect(built.map.areas(at: .init(latitude: -17, longitude: longitude)).country == 1)
    }
    #expect(built.map.areas(at: .init(latitude: -17, longitude: -178.5)).country == 0)
    // The meridian is a cut, not a border.
    let edge = built.map.nearestEdge(
      to: .init(latitude: -17, longitude: 179.99), of: .country, within: 5_000)
    #expect(edge == nil)
  }

  @Test func anEdgeBeyondThe180thMeridianIsNear() throws {
    let built = Built([(.country, [[AreaMapTests.box(179, -18, 179.99, -16)]])])
    let edge = try #require(
      built.map.nearestEdge(to: .init(latitude: -17, longitude: -179.99), of: .country, within: 5_000))
    // 0.02° of the parallel.
    let length = Geodesic.distance(
      from: .init(latitude: -17, longitude: -179.99), to: .init(latitude: -17, longitude: 179.99))
    #expect(abs(edge.distance - length) < length / 100)
  }

  @Test func anAreaAroundThePoleHoldsIt() {
    let built = Built([(.country, [[AreaMapTests.box(-180, -90, 180, -80)]])])
    for longitude in [-180.0, 0, 77, 180] {
      #expect(built.map.areas(at: .init(latitude: -90, longitude: longitude)).country == 1)
      #expect(built.map.areas(at: .init(latitude: -80.5, longitude: longitude)).country == 1)
      #expect(built.map.areas(at: .init(latitude: -79.5, longitude: longitude)).country == 0)
    }
    #expect(
      built.map.nearestEdge(to: .init(latitude: -89.999, longitude: 3), of: .country, within: 5_000) == nil)
  }

  @Test func theFirstOfSeveralAreasAnswers() {
    let built = Built([
      (.country, [[AreaMapTests.box(1, 1, 2, 2)]]), (.country, [[AreaMapTests.box(0, 0, 4, 4)]]),
      (.region, [[AreaMapTests.box(0, 0, 4, 1.5)]]), (.lake, [[AreaMapTests.box(3, 3, 3.5, 3.5)]]),
      (.ocean, [[AreaMapTests.box(-180, -90, 180, 90)]]),
    ])
    let answer = built.map.areas(at: .init(latitude: 1.4, longitude: 1.5))
    #expect((answer.country, answer.region, answer.lake, answer.ocean) == (1, 3, 0, 5))
    #expect(built.map.areas(at: .init(latitude: 3.2, longitude: 3.2)).lake == 4)
    #expect(built.map.areas(at: .init(latitude: 3.2, longitude: 3.2)).country == 2)
  }

  @Test func distancesToBordersAreThoseOfTheEllipsoidWithinAHundredth() {
    var random = SeededNumbers(5)
    for latitude in [0.0, 47, -65, 80] {
      let ring = AreaMapTests.star(10, latitude, 0.5, 12, &random)
      let built = Built([(.country, [[ring]])])
      for _ in 0..<100 {
        let point = random.position(near: .init(latitude: latitude, longitude: 10), within: 0.5)
        // Samples along each edge: the least is accurate enough.
        let least =
          zip(ring, ring.dropFirst()).flatMap { a, b in
            (0...200).map { step in
              let share = Double(step) / 200
              return Geodesic.distance(
                from: point,
                to: .init(
                  latitude: a.latitude + share * (b.latitude - a.latitude),
                  longitude: a.longitude + share * (b.longitude - a.longitude)))
            }
          }.min() ?? 0
        let found = built.map.nearestEdge(to: point, of: .country, within: 5_000)?.distance
        if least < 4_900 {
          #expect(abs((found ?? .infinity) - least) < 0.012 * least + 60)
        } else if least > 5_200 {
          #expect(found == nil)
        }
      }
    }
  }

  @Test func ringsOfTooFewCornersEncloseNothing() {
    let built = Built([(.country, [[AreaMapTests.ring([(0, 0), (1, 1), (0, 0)])], [[]], []])])
    #expect(built.map.areas(at: .init(latitude: 0.5, longitude: 0.5)).country == 0)
  }
}
