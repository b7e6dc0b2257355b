import CWorldMap
import Geo
import Testing

@testable import GeoRender

@Suite struct MapFileTests {
  private let map: WorldMap
  init() throws { map = try WorldMap() }

  private func isLand(_ latitude: Double, _ longitude: Double) -> Bool {
    map.isLand(at: MKMapPointForCoordinate(CLLocationCoordinate2DMake(latitude, longitude)))
  }

  // Land, sea and lakes anyone can look up in an atlas; scripts/checks/world_map.py compares thousands of places.
  @Test(arguments: [
    (48.8, 2.3, true), (35.7, 139.6, true), (-33.0, 147.0, true), (0.0, 20.0, true), (72.0, -40.0, true),
    (-80.0, 100.0, true), (66.0, -178.0, true), (67.0, 179.0, true), (-17.8, 178.0, true),
    (0.0, 0.0, false), (30.0, -40.0, false), (42.0, 51.0, false), (47.6, -87.5, false), (-1.0, 33.0, false),
    (43.0, 34.0, false), (0.0, 180.0, false), (85.0, 0.0, false),
  ])
  func landIsWhereTheAtlasHasIt(_ latitude: Double, _ longitude: Double, _ expected: Bool) {
    #expect(isLand(latitude, longitude) == expected)
  }

  // Marble's files have 1420 areas of land, 398 lakes with 74 islands, some of them twice, and 2143 towns with 13 holes.
  @Test func theFinestDetailHasAllThatNaturalEarthHas() throws {
    func rings(_ kind: MapFile.Kind) throws -> Int {
      try #require(map.world.layer(kind, level: 99)).shapes.count
    }
    #expect(try (1300...1500).contains(rings(.land)))
    #expect(try (440...472).contains(rings(.lake)))
    #expect(try (2100...2156).contains(rings(.urban)))
  }

  @Test func eachKindCoversTheWorldAndStaysWithinIt() throws {
    let everything = MapBox(minX: -1e9, minY: -1e9, maxX: 1e9, maxY: 1e9)
    for layer in map.world.layers {
      var (low, high) = (Double.infinity, -Double.infinity)
      map.world.forEach(in: layer, within: everything, level: 30) { places, _ in
        for place in places {
          low = min(low, place.x, place.y)
          high = max(high, place.x, place.y)
        }
      }
      // The unit of the coarsest detail is 16,384 map points.
      #expect(low >= 0 && high <= MKMapSizeWorld.width && high > low, "\(layer.kind)")
    }
  }

  @Test func coarserDetailIsSmallerAndNearlyTheSame() throws {
    let everything = MapBox(minX: 0, minY: 0, maxX: MKMapSizeWorld.width, maxY: MKMapSizeWorld.width)
    func measure(_ level: Double) throws -> (places: Int, area: Double) {
      var (count, area) = (0, 0.0)
      let layer = try #require(map.world.layer(.land, level: level))
      map.world.forEach(in: layer, within: everything, level: 30) { ring, _ in
        count += ring.count
        var last = ring[ring.count - 1]
        for place in ring {
          area += last.x * place.y - place.x * last.y
          last = place
        }
      }
      return (count, abs(area / 2))
    }
    let (coarse, middle, fine) = try (measure(2), measure(4), measure(10))
    #expect(coarse.places * 3 < fine.places && coarse.places < middle.places && middle.places < fine.places)
    #expect(abs(coarse.area / fine.area - 1) < 0.005)
    #expect(abs(middle.area / fine.area - 1) < 0.001)
  }

  @Test func readingWithinARectMatchesTheWholeLayer() throws {
    // A ring that leaves the rect is cut short outside only: inside, crossings are the same.
    let layer = try #require(map.world.layer(.land, level: 99))
    let middle = MKMapPointForCoordinate(CLLocationCoordinate2DMake(40, 20))
    let box = MapBox(minX: middle.x - 1e6, minY: middle.y - 1e6, maxX: middle.x + 1e6, maxY: middle.y + 1e6)
    func area(_ reading: MapBox) -> Double {
      var sum = 0.0
      var clip = MapClip(box)
      map.world.forEach(in: layer, within: reading, level: 30) { places, _ in
        var ring = places
        clip.cut(ring: &ring)
        guard var last = ring.last else { return }
        for place in ring {
          sum += (last.x - middle.x) * (place.y - middle.y) - (place.x - middle.x) * (last.y - middle.y)
          last = place
        }
      }
      return sum / 2
    }
    let all = MapBox(minX: 0, minY: 0, maxX: MKMapSizeWorld.width, maxY: MKMapSizeWorld.width)
    #expect(abs(area(box) - area(all)) < 1)
    #expect(abs(area(box)) > 1e12)
  }

  @Test func otherFilesAreNotMaps() throws {
    func refusal(_ bytes: [UInt8]) -> String? {
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
      defer { memory.deallocate() }
      memory.copyBytes(from: bytes)
      do {
        _ = try MapFile(UnsafeRawBufferPointer(memory), name: "x.map")
        return nil
      } catch { return "\(error)" }
    }
    #expect(refusal([])?.contains("x.map is not a map") == true)
    #expect(
      refusal(Array("GEOMAP1\0".utf8) + [9, 0, 0, 0, 0, 0, 0, 0])?.contains("list of its layers") == true)
    let shapes = worldMapShapes()
    let head = [UInt8](UnsafeBufferPointer(start: shapes.bytes, count: 4000))
    #expect(refusal(head)?.contains("x.map ends before its layer") == true)
  }

  @Test func aDamagedFileIsNotReadBeyondItsEnd() throws {
    let shapes = worldMapShapes()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: shapes.count, alignment: 8)
    defer { memory.deallocate() }
    memory.copyBytes(from: UnsafeBufferPointer(start: shapes.bytes, count: shapes.count))
    // Numbers of any kind behind the list of layers, as Knuth's MMIX draws them.
    var seed: UInt64 = 7
    for _ in 0..<20_000 {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      memory[2000 + Int(seed >> 33) % (shapes.count - 2000)] = UInt8(truncatingIfNeeded: seed >> 24)
    }
    let file = try MapFile(UnsafeRawBufferPointer(memory), name: "x.map")
    let all = MapBox(minX: -1e12, minY: -1e12, maxX: 1e12, maxY: 1e12)
    var count = 0
    for layer in file.layers {
      file.forEach(in: layer, within: all, level: 30) { places, _ in count += places.count }
    }
    #expect(count > 0)
  }
}
