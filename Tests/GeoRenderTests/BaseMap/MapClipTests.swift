import Geo
import Testing

@testable import GeoRender

@Suite struct MapClipTests {
  private let box = MapBox(minX: 0, minY: 0, maxX: 10, maxY: 10)

  private func points(_ places: [(Double, Double)]) -> [MKMapPoint] {
    places.map { MKMapPoint(x: $0.0, y: $0.1) }
  }

  @Test func aRingIsCutToWhatLiesWithin() {
    var clip = MapClip(box)
    var ring = points([(-5, -5), (5, -5), (5, 5), (-5, 5)])
    clip.cut(ring: &ring)
    #expect(MapClip.area(of: ring) == 25)
    ring = points([(-1e9, -1e9), (1e9, -1e9), (1e9, 1e9), (-1e9, 1e9)])
    clip.cut(ring: &ring)
    #expect(MapClip.area(of: ring) == 100)
    ring = points([(20, 20), (30, 20), (30, 30)])
    clip.cut(ring: &ring)
    #expect(ring.isEmpty)
  }

  @Test func aLineComesInThePiecesThatLieWithin() {
    var pieces: [[MKMapPoint]] = []
    MapClip(box).pieces(of: points([(-5, 5), (5, 5), (5, 20), (8, 20), (8, 5), (9, 6)])) { pieces.append($0) }
    #expect(pieces == [points([(0, 5), (5, 5), (5, 10)]), points([(8, 10), (8, 5), (9, 6)])])
    pieces = []
    MapClip(box).pieces(of: points([(-5, -5), (20, -5)])) { pieces.append($0) }
    #expect(pieces.isEmpty)
  }
}
