import Geo
import GeoStore
import Testing

@testable import GeoRender

/// Pictures of vector tiles against those of the same town from an `.osm.pbf` file.
@Suite struct VectorMapTests {
  private func map(_ name: String, leavingOut: Set<MKTileOverlayPath> = []) throws -> VectorMap {
    let archive = try VectorTown.archive(name)
    return VectorMap(
      levels: archive.source.levels, bounds: archive.bounds, attribution: archive.source.attribution,
      over: try WorldMap(), say: { _ in }
    ) { (path) throws(GeoError) in
      leavingOut.contains(path) ? nil : try archive.tile(z: path.z, x: path.x, y: path.y)
    }
  }

  private func picture(_ base: any BaseMap, _ scene: MapScene) throws -> Dots {
    try Dots(scene.size.width, scene.size.height) {
      try base.drawGround(scene, in: $0)
    }
  }

  /// All of the view is in the town: beyond it a file of streets has paper where tiles go on. Level 18 enlarges the
  /// tiles of level 14.
  @Test(arguments: VectorTown.names, [(14.6, 160), (16, 400), (18, 400)])
  func thePictureIsThatOfTheFileOfStreets(_ name: String, _ view: (level: Double, side: Int)) throws {
    let streets = StreetMap(try StreetData(path: StreetTown.path), over: try WorldMap())
    let scene = StreetTown.scene(52.005, 5.01, level: view.level, side: Double(view.side))
    let (ours, expected) = (try picture(try map(name), scene), try picture(streets, scene))
    var others = 0
    for y in 0..<view.side {
      for x in 0..<view.side where !ours[x, y].isNear(expected[x, y]) { others += 1 }
    }
    // The edges of shapes move by a step of the tile.
    #expect(others < view.side * view.side / 50, "\(others) of \(view.side * view.side) dots differ")
  }

  @Test func aRoadAcrossTilesHasNoSeam() throws {
    let name = VectorTown.names[0]
    let edge = MKCoordinateForMapPoint(
      MKMapPoint(x: VectorTown.paths[1].mapRect.minX, y: VectorTown.paths[1].mapRect.minY))
    let scene = StreetTown.scene(52.002, edge.longitude, level: 16.3, side: 64)
    let base = try map(name)
    let dots = try Dots(64, 64) { try base.drawGround(scene, in: $0) }
    for x in 24..<40 { #expect(dots[x, 32] == Dot(0xfd, 0xf0, 0xbf), "\(x)") }
  }

  @Test func whatAnArchiveLacksIsAFailureAndTheWorldIsDrawn() throws {
    let near = StreetTown.scene(52.0052, 5.0137, level: 16)
    let whole = try map(VectorTown.names[0])
    #expect(whole.prepare(near) && whole.failure == nil)
    let all = Set(VectorTown.paths + VectorTown.paths.compactMap(\.parent))
    let none = try map(VectorTown.names[0], leavingOut: all)
    #expect(none.prepare(near) && none.failure?.code == MKErrorCode.placemarkNotFound.rawValue)
    let world = try WorldMap()
    let far = StreetTown.scene(10, 10, level: 16)
    #expect(none.prepare(far) && none.failure == nil)
    let expected = try Dots(64, 64) { try world.drawGround(far, in: $0) }
    #expect(try Dots(64, 64) { try none.drawGround(far, in: $0) } == expected)
  }

  @Test func aMissingTileIsReplacedByTheOneAroundIt() throws {
    let scene = StreetTown.scene(52.0055, 5.0045, level: 16)
    let base = try map(VectorTown.names[2], leavingOut: Set(VectorTown.paths))
    #expect(base.prepare(scene) && base.failure == nil)
    #expect(try Dots(64, 64) { try base.drawGround(scene, in: $0) }[32, 32] == Dot(0xb5, 0xd9, 0xec))
  }

  @Test func theAttributionIsTheArchives() throws {
    let base = try map(VectorTown.names[0])
    let scene = StreetTown.scene(52.0052, 5.0137, level: 16)
    #expect(base.attribution(scene) == "© Nobody")
    let nameless = VectorMap(
      levels: 0...14, bounds: nil, attribution: nil, over: try WorldMap(), say: { _ in }
    ) { (_) throws(GeoError) in nil }
    #expect(nameless.attribution(scene) == "© OpenStreetMap contributors")
  }
}
