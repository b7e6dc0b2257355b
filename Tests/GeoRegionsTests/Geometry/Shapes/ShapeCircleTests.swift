import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoRegions

/// The circle around a shape, and the largest one in it.
@Suite struct ShapeCircleTests {
  private typealias Make = ShapeFixtures
  private let place = ShapeFixtures.place

  @Test func noPlaceOfTheEdgeIsBeyondTheReach() throws {
    var random = SplitMix64(seed: 8)
    for number in 0..<28 {
      let size = [0.001, 0.1, 3, 20][number % 4]
      let latitude = Double.random(in: -88...88, using: &random)
      let ring = Make.star(
        latitude, .random(in: -180...180, using: &random), size: size, corners: 3 + number % 9, &random)
      let corridor = try CorridorShape(path: ring, halfWidth: 100)
      // A polygon of these corners may cross itself near a pole.
      let shapes: [AreaShape] =
        [.corridor(corridor)] + ((try? PolygonShape(parts: [[ring]])).map { [.polygon($0)] } ?? [])
      for shape in shapes {
        var farthest = 0.0
        for edge in shape.outline.edges {
          for i in 0...12 {
            farthest = max(farthest, Geodesic.distance(from: shape.center, to: edge.place(Double(i) / 12)))
          }
        }
        #expect(farthest + shape.halfWidth <= shape.reach)
        #expect(shape.reach < 1.3 * farthest + 1000 || shape.reach == EnclosingCircle.greatestReach)
      }
    }
  }

  @Test func theInnerRadiusOfKnownShapes() throws {
    func radius(_ rings: [[CLLocationCoordinate2D]]...) throws -> Double {
      try PolygonShape(parts: rings).innerRadius
    }
    func near(_ value: Double, _ expected: Double) -> Bool {
      value > 0.985 * expected && value < 1.006 * expected
    }
    // At the equator 0.01° of latitude is 1105.74 m, of longitude 1113.19 m.
    #expect(near(try radius([Make.square(0, 0, 0.01, 0.02)]), 552.9))
    // Of a long strip, and of one a thousand times as long as wide.
    #expect(near(try radius([Make.square(0, 0, 0.01, 1)]), 552.9))
    #expect(near(try radius([Make.square(0, 0, 0.001, 1)]), 55.29))
    // A right triangle of legs a and b: (a + b − c)/2.
    let legs = (1105.74, 1113.19)
    let hypotenuse = (legs.0 * legs.0 + legs.1 * legs.1).squareRoot()
    #expect(near(try radius([Make.ring((0, 0), (0, 0.01), (0.01, 0))]), (legs.0 + legs.1 - hypotenuse) / 2))
    // A hole leaves a frame 0.01° wide, whose corners hold more: a circle that touches two sides and the hole's corner.
    let framed = try radius([Make.square(0, 0, 0.03, 0.03), Make.square(0.01, 0.01, 0.02, 0.02)])
    #expect(framed > 600 && framed < 660)
    // The larger of two parts counts.
    #expect(near(try radius([Make.square(0, 0, 0.01, 0.02)], [Make.square(1, 0, 1.02, 0.04)]), 2 * 552.9))
    // On a diagonal, where no cell's middle is the circle's.
    #expect(near(try radius([Make.ring((0, 0), (0.001, 0), (0.031, 0.03), (0.03, 0.03))]), 39.2))
  }

  @Test func theInnerRadiusIsTheSameAgain() throws {
    let ring = Make.ring((50, 10), (50, 11), (51, 11.5), (50.4, 10.6), (51, 10))
    let values = try (0..<3).map { _ in try PolygonShape(parts: [[ring]]).innerRadius }
    #expect(Set(values).count == 1)
  }

  @Test func aSmallPolygonWithALargeBufferStaysEnterable() throws {
    let polygon = try PolygonShape(parts: [[Make.square(0, 0, 0.001, 0.001)]])
    let region = MonitoredRegion(identifier: "yard", shape: .polygon(polygon), desiredAccuracy: 1000)
    #expect(region.enterThreshold == -polygon.innerRadius / 2)
    var monitor = RegionMonitor(deviceName: "phone")
    monitor.monitor(RegionSet.empty.adding(region))
    var events: [RegionEvent] = []
    for (time, longitude) in [0.05, 0.0005, 0.0095, 0.05].enumerated() {
      monitor.ingest(
        coordinate: place(0.0005, longitude), horizontalAccuracy: 1, timestamp: Double(time), into: &events)
    }
    #expect(events.map(\.kind) == [.enter, .exit])
    #expect(events.map(\.timestamp) == [1, 3])
  }
}
