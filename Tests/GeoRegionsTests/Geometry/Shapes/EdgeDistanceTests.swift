import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoRegions

@Suite struct EdgeDistanceTests {
  /// Random edges about random places, with the latitude of each place.
  private func cases(_ count: Int, seed: UInt64) -> [(
    place: CLLocationCoordinate2D, edge: Edge, reach: Double
  )] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { i in
      let latitude =
        i % 4 == 0 ? Double.random(in: 70...88, using: &random) : .random(in: -75...75, using: &random)
      let place = CLLocationCoordinate2D(
        latitude: latitude, longitude: .random(in: -180...180, using: &random))
      let frame = LocalFrame(x: place.longitude, latitude: latitude)
      let reach = frame.greatestDistance * Double.random(in: 0.0005...1, using: &random)
      let span = frame.span(of: reach)
      // Ends near the place, or far away so that the edge is cut off.
      let far = i % 3 == 0 ? 30.0 : 1
      func end() -> (Double, Double) {
        (
          place.longitude + span.x * far * Double.random(in: -1...1, using: &random),
          max(-90, min(90, latitude + span.y * far * Double.random(in: -1...1, using: &random)))
        )
      }
      let (a, b) = (end(), end())
      return (place, Edge(x1: a.0, y1: a.1, x2: b.0, y2: b.1), reach)
    }
  }

  @Test func theLocalDistanceKeepsItsBound() {
    var near = 0
    for (place, edge, reach) in cases(1200, seed: 5) {
      let frame = LocalFrame(x: place.longitude, latitude: place.latitude)
      var exact = Double.infinity
      edge.lower(&exact, by: place)
      guard let found = frame.distance(to: edge, within: frame.span(of: reach)) else {
        // A part that is cut off completely is beyond the reach.
        #expect(exact > reach)
        continue
      }
      guard exact <= reach else { continue }
      near += 1
      #expect(abs(found.distance - exact) <= LocalFrame.error(exact) / 2, "\(edge) from \(place)")
    }
    #expect(near > 400)
  }

  @Test func aPlaceOnTheEdgeIsAtNoDistance() {
    let edge = Edge(x1: 10, y1: 50, x2: 12, y2: 51)
    for t in [0, 0.25, 0.5, 1] {
      var exact = Double.infinity
      edge.lower(&exact, by: edge.place(t))
      #expect(exact < 1e-6)
    }
  }

  @Test func anEdgeOfNoLengthIsAPlace() {
    let edge = Edge(x1: 10, y1: 50, x2: 10, y2: 50)
    let place = CLLocationCoordinate2D(latitude: 50.01, longitude: 10.01)
    var exact = Double.infinity
    edge.lower(&exact, by: place)
    #expect(abs(exact - Geodesic.distance(from: place, to: edge.place(0))) < 1e-9)
    let frame = LocalFrame(x: 10.01, latitude: 50.01)
    let found = frame.distance(to: edge, within: frame.span(of: 2000))?.distance ?? .nan
    #expect(abs(found - exact) < 0.01)
  }

  @Test func theSideOfALineIsExact() {
    // 0.1 + 0.2 ≠ 0.3 and the like: places within one rounding of a line, which a plain determinant gets wrong.
    let edge = Edge(x1: 12, y1: 12, x2: 24, y2: 24)
    for i in -16...16 {
      for k in -16...16 {
        let x = 0.5 + Double(i) * 0x1p-53
        let y = 0.5 + Double(k) * 0x1p-53
        let side = edge.side(ofX: x, y: y)
        // A place is left of the diagonal if its latitude is above its longitude.
        #expect(y > x ? side > 0 : y < x ? side < 0 : side == 0)
      }
    }
  }

  @Test func aLimitAgreesWithTheDistance() throws {
    var random = SplitMix64(seed: 11)
    var decided = (inside: 0, outside: 0)
    for number in 0..<48 {
      let latitude =
        number % 3 == 0 ? Double.random(in: 80...88.9, using: &random) : .random(in: -80...80, using: &random)
      let longitude = number % 4 == 0 ? 179.99 : Double.random(in: -179...179, using: &random)
      let size = [0.002, 0.03, 0.5][number % 3]
      let ring = ShapeFixtures.star(latitude, longitude, size: size, corners: 3 + number % 30, &random)
      let shape: AreaShape =
        number % 2 == 0
        ? .polygon(try PolygonShape(parts: [[ring]]))
        : .corridor(try CorridorShape(path: ring, halfWidth: .random(in: 1...3000, using: &random)))
      for _ in 0..<20 {
        let place = Geodesic.direct(
          from: shape.center, azimuth: .random(in: -180...180, using: &random),
          distance: shape.reach * Double.random(in: 0...1.3, using: &random)
        ).destination
        let distance = shape.signedDistance(to: place)
        for limit in [distance * 0.5, distance - 1e-5, distance + 1e-5, distance * 2, 0, 50, -50, 5000] {
          guard abs(limit - distance) > 5e-6 else { continue }
          #expect(shape.isWithin(limit, of: place) == (distance <= limit))
          if distance <= limit { decided.inside += 1 } else { decided.outside += 1 }
        }
      }
    }
    #expect(decided.inside > 1500 && decided.outside > 1500)
  }
}
