import Geo
import Testing

@testable import GeoRender

@Suite struct StreetCoastTests {
  private let box = MapBox(minX: 0, minY: 0, maxX: 100, maxY: 100)

  /// The area of sea in the box, with y downward.
  private func sea(_ coasts: [[(Double, Double)]]) -> Double {
    let lines = coasts.map { $0.map { StreetData.place(MKMapPoint(x: $0.0, y: $0.1)) } }
    return StreetCoast(lines, within: box).sea.reduce(0) { sum, ring in
      var area = 0.0
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) { area += (a.x * b.y - b.x * a.y) / 2 }
      return sum + area
    }
  }

  private let island = [(40.0, 40.0), (40, 60), (60, 60), (60, 40), (40, 40)]

  @Test func theSeaIsOnTheRightOfACoast() {
    #expect(sea([]) == 0)
    // To the north, to the south, and around a corner.
    #expect(sea([[(30, 100), (30, 0)]]) == 7000)
    #expect(sea([[(30, 0), (30, 100)]]) == 3000)
    #expect(sea([[(90, 0), (90, 90), (0, 90)]]) == 8100)
    #expect(sea([[(0, 90), (90, 90), (90, 0)]]) == 1900)
  }

  @Test func aCoastMayCrossTheEdgeOrEndBeforeIt() {
    #expect(sea([[(30, 140), (30, -50)]]) == 7000)
    #expect(sea([[(30, 95), (30, 3)]]) == 7000)
  }

  @Test func islandsLieInTheSea() {
    #expect(sea([island]) == 9600)
    #expect(sea([[(30, 100), (30, 0)], island]) == 6600)
    // The other way around it is a separate bay.
    #expect(sea([island.reversed()]) == 400)
    // An island that extends beyond the edge.
    #expect(sea([[(-20, 40), (-20, 60), (20, 60), (20, 40), (-20, 40)]]) == 9600)
  }

  @Test func aStraitLiesBetweenTwoCoasts() {
    #expect(sea([[(30, 100), (30, 0)], [(50, 0), (50, 100)]]) == 2000)
  }
}
