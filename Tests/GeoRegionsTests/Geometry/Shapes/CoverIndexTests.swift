import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoRegions

/// The index's answers for shapes other than circles, compared with each shape's own.
@Suite struct CoverIndexTests {
  struct Landscape: Sendable, CustomTestStringConvertible {
    var name: String
    var latitude: Double
    var longitude: Double
    /// Degrees of latitude that the shapes lie within, and that a shape is large.
    var spread: Double
    var size: Double
    var testDescription: String { name }
  }

  static let landscapes = [
    Landscape(name: "city", latitude: 52.5, longitude: 13.4, spread: 0.1, size: 0.02),
    Landscape(name: "country", latitude: -25, longitude: 135, spread: 10, size: 6),
    Landscape(name: "antimeridian", latitude: -17, longitude: 180, spread: 0.2, size: 0.1),
    Landscape(name: "far north", latitude: 84.9, longitude: -180, spread: 0.5, size: 0.2),
    Landscape(name: "near the pole", latitude: 89, longitude: 60, spread: 0.9, size: 0.2),
    Landscape(name: "half the earth", latitude: 10, longitude: 100, spread: 60, size: 25),
  ]

  private func shapes(_ land: Landscape, _ random: inout SplitMix64) -> [AreaShape] {
    var shapes: [AreaShape] = []
    func somewhere() -> CLLocationCoordinate2D {
      ShapeFixtures.star(land.latitude, land.longitude, size: land.spread, corners: 3, &random)[0]
    }
    while shapes.count < 40 {
      let middle = somewhere()
      let size = land.size * Double.random(in: 0.01...1, using: &random)
      let ring = ShapeFixtures.star(
        middle.latitude, middle.longitude, size: size, corners: .random(in: 3...60, using: &random), &random)
      switch shapes.count % 4 {
      case 0, 1:
        if let polygon = try? PolygonShape(parts: [[ring]]) {
          shapes.append(.polygon(polygon))
        } else {
          _ = somewhere()
        }
      case 2:
        let width = size * 20_000 * Double.random(in: 0.001...1, using: &random)
        if let corridor = try? CorridorShape(path: ring, halfWidth: width) {
          shapes.append(.corridor(corridor))
        }
      default:
        let north = min(90, middle.latitude + size)
        let east = middle.longitude + 3 * size
        let corner = CLLocationCoordinate2D(latitude: north, longitude: east > 180 ? east - 360 : east)
        if let box = try? BoxShape(southWest: middle, northEast: corner) { shapes.append(.box(box)) }
      }
    }
    // Around a pole, and around the earth.
    if let cap = try? PolygonShape(parts: [[[0.0, 120, -120].map { ShapeFixtures.place(85, $0) }]]) {
      shapes.append(.polygon(cap))
    }
    return shapes
  }

  @Test(arguments: landscapes) func noShapeIsMissedAndNoneIsSureThatIsNot(_ land: Landscape) {
    var random = SplitMix64(seed: 21)
    let shapes = shapes(land, &random)
    let buffers = shapes.map {
      Bool.random(using: &random) ? 0 : min($0.reach, 1e6) * .random(in: 0...0.5, using: &random)
    }
    let set = RegionSet.empty.adding(
      contentsOf: shapes.indices.map {
        MonitoredRegion(identifier: "\($0)", shape: shapes[$0], desiredAccuracy: buffers[$0])
      })
    let index = set.makeIndex()
    var found = (sure: 0, doubtful: 0, inside: 0)
    for number in 0..<800 {
      let shape = shapes[number % shapes.count]
      // Anywhere about a shape, or just about its edge.
      var place = Geodesic.direct(
        from: shape.center, azimuth: .random(in: -180...180, using: &random),
        distance: min(1.9e7, shape.reach * Double.random(in: 0...1.5, using: &random))
      ).destination
      if number % 2 == 0, let edge = shape.outline.edges.randomElement(using: &random) {
        place =
          Geodesic.direct(
            from: edge.place(.random(in: 0...1, using: &random)),
            azimuth: .random(in: -180...180, using: &random),
            distance: (shape.halfWidth + buffers[number % shapes.count])
              * .random(in: 0.9...1.1, using: &random)
          ).destination
      }
      index.view.withCandidates(of: place) { candidates in
        #expect(zip(candidates, candidates.dropFirst()).allSatisfy { $0.slot < $1.slot })
        var rest = candidates[...]
        for (slot, shape) in shapes.enumerated() {
          let isIn = shape.isWithin(buffers[slot], of: place)
          if isIn { found.inside += 1 }
          guard let candidate = rest.first, candidate.slot == UInt32(slot) else {
            #expect(!isIn, "\(slot) is missed at \(place)")
            continue
          }
          rest = rest.dropFirst()
          if candidate.isDoubtful {
            found.doubtful += 1
          } else {
            found.sure += 1
            #expect(isIn, "\(slot) is not sure at \(place)")
          }
        }
        #expect(rest.isEmpty)
      }
    }
    #expect(found.sure > 0 && found.inside > 300)
  }

  @Test func aLongCorridorIsListedOnlyAlongItsWay() throws {
    let road = try CorridorShape(
      path: [.init(latitude: 48, longitude: 8), .init(latitude: 52, longitude: 13)], halfWidth: 50)
    var cells: ContiguousArray<ShapeCover.Cell> = []
    #expect(ShapeCover.collect(.corridor(road), buffer: 0, into: &cells))
    #expect(cells.count < 400)
    let index = RegionSet.empty.adding(MonitoredRegion(identifier: "road", shape: .corridor(road)))
      .makeIndex()
    // In the circle around it, far from the road.
    index.view.withCandidates(of: .init(latitude: 51, longitude: 9)) { #expect($0.isEmpty) }
    index.view.withCandidates(of: .init(latitude: 50, longitude: 10.5)) { #expect($0.count == 1) }
  }

  @Test func aRegionWithOptionsIsNeverSure() throws {
    let square = ShapeFixtures.square(0, 0, 1, 1)
    var options = RegionOptions()
    options.dwell = 60
    let middle = CLLocationCoordinate2D(latitude: 0.5, longitude: 0.5)
    let plain = MonitoredRegion(identifier: "a", shape: .polygon(try PolygonShape(parts: [[square]])))
    let dwelling = MonitoredRegion(
      identifier: "b", shape: .polygon(try PolygonShape(parts: [[square]])), options: options)
    let circle = MonitoredRegion(identifier: "c", center: middle, radius: 1000, options: options)
    let index = RegionSet.empty.adding(contentsOf: [plain, dwelling, circle]).makeIndex()
    index.view.withCandidates(of: middle) { candidates in
      #expect(candidates.map(\.isDoubtful) == [false, true, true])
    }
  }

  @Test func insideAShapeNothingIsLookedAtClosely() throws {
    var monitor = RegionMonitor(deviceName: "phone")
    let polygon = try PolygonShape(parts: [[ShapeFixtures.square(0, 0, 1, 1)]])
    monitor.monitor(RegionSet.empty.adding(MonitoredRegion(identifier: "square", shape: .polygon(polygon))))
    var events: [RegionEvent] = []
    let way = [(-1.0, 0.5), (0.0, 0.5), (0.5, 0.5), (0.6, 0.5), (1, 1), (1.000_001, 1)]
    for (time, (latitude, longitude)) in way.enumerated() {
      monitor.ingest(
        coordinate: .init(latitude: latitude, longitude: longitude), horizontalAccuracy: 1,
        timestamp: Double(time),
        into: &events)
    }
    #expect(events.map(\.kind) == [.enter, .exit] && events.map(\.timestamp) == [1, 5])
  }
}
