import GeoTesting
import Testing

@testable import GeoMap

/// `MapIndex` against a linear scan.
struct MapIndexTests {
  private static let world = MKMapSizeWorld.width

  /// Whether two rects meet on the globe, said another way than the index does: some copy of one meets the other.
  private func meet(_ a: MKMapRect, _ b: MKMapRect) -> Bool {
    (-4...4).contains { copy in
      let shift = Double(copy) * MapIndexTests.world
      return a.minX + shift <= b.maxX && b.minX <= a.maxX + shift && a.minY <= b.maxY && b.minY <= a.maxY
    }
  }

  private func randomRect(_ random: inout SplitMix64, atMost size: Double) -> MKMapRect {
    let world = MapIndexTests.world
    // Whole numbers, so that a shift by the world's width rounds nothing; a third near the 180th meridian.
    let near = Int.random(in: 0..<3, using: &random) == 0
    let x = near ? Double.random(in: -1000...1000, using: &random) : .random(in: 0...world, using: &random)
    let y = Double.random(in: 0...world, using: &random)
    let scale = Double.random(in: 0...1, using: &random)
    return MKMapRect(
      x: (x + (Bool.random(using: &random) ? world : 0)).rounded(), y: y.rounded(),
      width: (size * scale * scale * scale).rounded(),
      height: (size * .random(in: 0...1, using: &random) * scale).rounded())
  }

  @Test(arguments: [0, 1, 2, 3])
  func whatComesGoesAndMovesIsFoundAsByALinearScan(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var index = MapIndex()
    var rects: [MKMapRect?] = Array(repeating: nil, count: 3000)
    // Points alone, then rects of all sizes up to more than the world.
    let sizes = [0, 0, 1000, MapIndexTests.world / 8, MapIndexTests.world * 1.5]
    for round in 0..<20 {
      for _ in 0..<600 {
        let key = Int.random(in: 0..<rects.count, using: &random)
        if rects[key] != nil, Int.random(in: 0..<3, using: &random) == 0 {
          index.remove(key)
          rects[key] = nil
        } else {
          let rect = randomRect(&random, atMost: sizes[round % sizes.count])
          index.insert(key, rect)
          rects[key] = rect
        }
      }
      #expect(index.count == rects.count { $0 != nil })
      for size in [0, 100, MapIndexTests.world / 50, MapIndexTests.world / 2, MapIndexTests.world * 2] {
        let query = randomRect(&random, atMost: size)
        let expected = rects.indices.filter { key in rects[key].map { meet($0, query) } ?? false }
        #expect(index.keys(in: query) == expected)
      }
    }
    for key in rects.indices { index.remove(key) }
    #expect(index.count == 0)
    #expect(index.keys(in: MKMapRectWorld).isEmpty)
  }

  @Test func the180thMeridianIsNotAnEdge() {
    let world = MapIndexTests.world
    var index = MapIndex()
    index.insert(0, MKMapPoint(x: 5, y: 100))
    index.insert(1, MKMapPoint(x: world - 5, y: 100))
    index.insert(2, MKMapRect(x: world - 20, y: 90, width: 40, height: 20))
    index.insert(3, MKMapPoint(x: world / 2, y: 100))
    for x in [-10, world - 10, 2 * world - 10] {
      #expect(index.keys(in: MKMapRect(x: x, y: 0, width: 20, height: 200)) == [0, 1, 2])
    }
    #expect(index.keys(in: MKMapRect(x: 4, y: 0, width: 3, height: 200)) == [0, 2])
    #expect(index.keys(in: MKMapRect(x: world - 6, y: 0, width: 3, height: 200)) == [1, 2])
    index.move(3, to: MKMapPoint(x: world, y: 100))
    #expect(index.keys(in: MKMapRect(x: 0, y: 100, width: 0, height: 0)) == [2, 3])
  }

  @Test func whatOnlyTouchesIsFound() {
    var index = MapIndex()
    index.insert(7, MKMapRect(x: 10, y: 10, width: 10, height: 10))
    #expect(index.keys(in: MKMapRect(x: 20, y: 20, width: 5, height: 5)) == [7])
    #expect(index.keys(in: MKMapRect(x: 20.5, y: 20, width: 5, height: 5)).isEmpty)
  }

  @Test func aRectThatIsNotFiniteIsNeverFound() {
    var index = MapIndex()
    index.insert(0, MKMapRectNull)
    index.insert(1, MKMapPoint(x: .nan, y: 0))
    index.insert(2, MKMapRect(x: 0, y: 0, width: .infinity, height: 1))
    index.insert(3, MKMapPoint(x: 1, y: 1))
    #expect(index.keys(in: MKMapRectWorld) == [3])
    index.move(3, to: MKMapRectNull)
    #expect(index.count == 0)
    #expect(index.keys(in: MKMapRect(x: .nan, y: 0, width: 1, height: 1)).isEmpty)
  }

  @Test func manyThingsInOnePlaceAreFoundAndRemoved() {
    var index = MapIndex()
    for key in 0..<5000 { index.insert(key, MKMapPoint(x: 77, y: 77)) }
    #expect(index.keys(in: MKMapRect(x: 76, y: 76, width: 2, height: 2)) == Array(0..<5000))
    for key in stride(from: 0, to: 5000, by: 2) { index.remove(key) }
    #expect(index.keys(in: MKMapRect(x: 76, y: 76, width: 2, height: 2)).count == 2500)
  }

  @Test func whatLiesAboveOrBelowTheWorldIsFoundThere() {
    var index = MapIndex()
    for key in 0..<100 { index.insert(key, MKMapPoint(x: Double(key), y: -1000)) }
    for key in 100..<200 { index.insert(key, MKMapPoint(x: Double(key), y: 2 * MapIndexTests.world)) }
    #expect(index.keys(in: MKMapRect(x: 0, y: -1001, width: 10, height: 2)) == Array(0...10))
    #expect(index.keys(in: MKMapRectWorld).isEmpty)
  }
}
