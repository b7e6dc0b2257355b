import Geo
import Glibc
import Testing

@testable import GeoGazetteer

@Suite struct PlaceTreeTests {
  /// Places all over the earth, with towns close together, at the poles, along the 180th meridian and twice at one point.
  private static func positions(_ count: Int, _ random: inout SeededNumbers) -> [CLLocationCoordinate2D] {
    var positions: [CLLocationCoordinate2D] = []
    for number in 0..<count {
      switch number % 8 {
      case 0: positions.append(random.position(near: positions.last ?? random.position(), within: 0.05))
      case 1 where number < 80: positions.append(random.position(latitude: number % 3 == 0 ? 89.9 : -89.95))
      case 2: positions.append(random.position(longitude: number % 3 == 0 ? 179.99 : -179.99))
      case 3 where number % 16 == 3: positions.append(positions[number / 2])
      default: positions.append(random.position())
      }
    }
    return positions
  }

  /// A layer, and the owner of its bytes.
  private static func layer(_ positions: [CLLocationCoordinate2D]) throws -> (PackLayer, [PackBytes]) {
    let places = positions.enumerated().map { number, position in
      var place = PackPlace()
      place.latitude = PackPlace.steps(position.latitude)
      place.longitude = PackPlace.steps(position.longitude)
      place.number = UInt32(number) + 1
      return place
    }
    let (nodes, leaves, order) = PackLayer.sections(places)
    let bytes = [nodes, leaves, order.map { places[Int($0)] }.packed].map(PackBytes.init)
    return (
      try #require(PackLayer(nodes: bytes[0].bytes, leaves: bytes[1].bytes, places: bytes[2].bytes)), bytes
    )
  }

  /// The nearest by GeographicLib, asked of all whose chord is within two hundredths of the least: the ratio of a
  /// geodesic to the arc over its chord varies by one.
  private static func nearest(
    to origin: CLLocationCoordinate2D, _ positions: [CLLocationCoordinate2D], _ points: [SIMD3<Double>]
  ) -> CLLocationDistance {
    let point = WGS84.geocentric(origin)
    var squares = [Double](repeating: 0, count: points.count)
    var least = Double.infinity
    for index in points.indices {
      let difference = points[index] - point
      let square = (difference * difference).sum()
      squares[index] = square
      if square < least { least = square }
    }
    return squares.indices.filter { squares[$0] <= least * 1.04 + 1 }
      .map { Geodesic.distance(from: origin, to: positions[$0]) }.min() ?? .infinity
  }

  @Test func theNearestIsTheNearestOnTheEllipsoid() throws {
    var random = SeededNumbers(20_261_121)
    // By their stored positions, which the answer uses.
    let positions = PlaceTreeTests.positions(600, &random).map {
      CLLocationCoordinate2D(
        latitude: Double(PackPlace.steps($0.latitude)) / 1e7,
        longitude: Double(PackPlace.steps($0.longitude)) / 1e7)
    }
    let points = positions.map(WGS84.geocentric)
    let (layer, bytes) = try PlaceTreeTests.layer(positions)
    var wrong = 0
    for number in 0..<20_000 {
      let origin =
        switch number % 5 {
        case 0: random.position(near: positions[number % positions.count], within: 0.2)
        case 1: random.position(latitude: number % 2 == 0 ? 89.99 : -89.99)
        case 2: random.position(longitude: number % 2 == 0 ? 180 : -180)
        default: random.position()
        }
      let found = layer.tree.nearest(to: PackPosition(origin), layer.places, AnyPlace())
      let place = try #require(found.flatMap { layer.places[$0.index] })
      let distance = Geodesic.distance(from: origin, to: place.coordinate)
      if distance != PlaceTreeTests.nearest(to: origin, positions, points) { wrong += 1 }
    }
    #expect(wrong == 0)
    withExtendedLifetime(bytes) {}
  }

  @Test func theMostImportantOfSeveralAtOnePointIsTheNearest() throws {
    let here = CLLocationCoordinate2D(latitude: 35.6, longitude: 139.7)
    let (layer, bytes) = try PlaceTreeTests.layer([CLLocationCoordinate2D](repeating: here, count: 1000))
    let found = layer.tree.nearest(to: PackPosition(here), layer.places, AnyPlace())
    #expect(found.flatMap { layer.places[$0.index] }?.number == 1)
    withExtendedLifetime(bytes) {}
  }

  @Test(arguments: [0, 1, 7, 8, 9, 16, 17, 1000]) func treesOfAnySizeFindEachOfTheirPlaces(_ count: Int)
    throws
  {
    var random = SeededNumbers(UInt64(count))
    let positions = (0..<count).map { _ in random.position() }
    let (layer, bytes) = try PlaceTreeTests.layer(positions)
    for (number, position) in positions.enumerated() {
      let found = layer.tree.nearest(to: PackPosition(position), layer.places, AnyPlace())
      #expect(found.flatMap { layer.places[$0.index] }?.number == UInt32(number) + 1)
    }
    if count == 0 {
      let here = random.position()
      #expect(layer.tree.nearest(to: PackPosition(here), layer.places, AnyPlace()) == nil)
    }
    withExtendedLifetime(bytes) {}
  }

  @Test func theNearestFewAreInOrderAndNoneIsLeftOut() throws {
    var random = SeededNumbers(7)
    let positions = PlaceTreeTests.positions(500, &random).map {
      CLLocationCoordinate2D(
        latitude: Double(PackPlace.steps($0.latitude)) / 1e7,
        longitude: Double(PackPlace.steps($0.longitude)) / 1e7)
    }
    let (layer, bytes) = try PlaceTreeTests.layer(positions)
    for _ in 0..<200 {
      let origin = random.position()
      let found = layer.tree.nearest(5, to: PackPosition(origin), layer.places, AnyPlace())
      let all = positions.map { Geodesic.distance(from: origin, to: $0) }.sorted()
      #expect(found.map(\.distance) == Array(all.prefix(5)))
    }
    withExtendedLifetime(bytes) {}
  }

  /// The assumption of ``PlaceTree/reach(of:)``: lines of the same chord differ by less than it allows.
  @Test func noGeodesicIsShorterThanItsBoundOrLongerThanItsBound() {
    var random = SeededNumbers(99)
    for number in 0..<100_000 {
      let from = random.position()
      let to = number % 2 == 0 ? random.position() : random.position(near: from, within: 20)
      let difference = WGS84.geocentric(from) - WGS84.geocentric(to)
      let chord = (difference * difference).sum().squareRoot()
      let length = Geodesic.distance(from: from, to: to)
      let (low, high) = (12_840_000.0, 2 * 6_335_439.0)
      #expect(length >= low * asin(min(1, chord / low)) - 1e-6)
      if chord < 12.4e6 { #expect(length <= high * asin(min(1, chord / high)) + 1e-6) }
    }
  }
}
