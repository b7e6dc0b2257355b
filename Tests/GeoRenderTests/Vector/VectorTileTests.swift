import Geo
import GeoStore
import Testing

@testable import GeoRender

/// The town of `scripts/generate/streets.py` as vector tiles, which PyPI's mapbox-vector-tile has encoded
/// (`scripts/generate/vector_tiles.py`).
enum VectorTown {
  static let names = ["town-openmaptiles.mbtiles", "town-protomaps.pmtiles", "town-shortbread.mbtiles"]

  static func archive(_ name: String) throws -> any TileArchive {
    try TileArchives.open(
      String(#filePath.split(separator: "Tests/GeoRenderTests")[0]) + "Tests/tiles/\(name)")
  }

  /// The tiles of level 14: two, side by side.
  static let paths = [8419, 8420].map { MKTileOverlayPath(x: $0, y: 5411, z: 14) }

  static func bytes(_ name: String) throws -> [UInt8] {
    let path = paths[0]
    return try #require(try archive(name).tile(z: path.z, x: path.x, y: path.y))
  }
}

@Suite struct VectorTileTests {
  private func tiles(_ name: String) throws -> [VectorTile] {
    let archive = try VectorTown.archive(name)
    #expect(archive.isVector)
    return try VectorTown.paths.compactMap { path in
      try archive.tile(z: path.z, x: path.x, y: path.y).map { try VectorTile($0, path) }
    }
  }

  @Test(arguments: VectorTown.names)
  func eachSchemaIsReadAsStreets(_ name: String) throws {
    let tiles = try tiles(name)
    let kinds = Set(tiles.flatMap(\.streets.shapes).map(\.kind))
    #expect(kinds == [.primary, .residential, .rail, .path, .water, .building, .park])
    #expect(tiles.flatMap(\.streets.shapes).contains { $0.kind == .residential && $0.stratum == 1 })
    let names = VectorTile.names(of: tiles)
    #expect(
      Dictionary(names.towns.map { (names.name($0.name), $0.rank) }) { first, _ in first } == [
        "Probeburg": .town, "Weststadt": .suburb,
      ])
    #expect(
      Set(names.shapes.compactMap { names.name($0.name) }).isSuperset(of: ["Lange Straße", "Quergasse"]))
  }

  @Test func placesAreThoseOfTheFileOfStreets() throws {
    let file = try StreetData(path: StreetTown.path)
    for name in VectorTown.names {
      let town = try #require(VectorTile.names(of: try tiles(name)).towns.first { $0.rank == .town })
      let distance = town.place &- file.towns[0].place
      // A tile of level 14 has 4,096 steps of 16 quarters of a map point.
      #expect(abs(distance.x) <= 16 && abs(distance.y) <= 16, "\(name)")
    }
  }

  @Test(arguments: VectorTown.names)
  func aTileThatIsCutShortIsAnErrorOrASmallerTile(_ name: String) throws {
    let whole = try VectorTown.bytes(name)
    var faults = 0
    for length in 0..<whole.count {
      do throws(GeoError) {
        _ = try VectorTile(Array(whole[..<length]), VectorTown.paths[0])
      } catch {
        #expect(error.code == .data && error.message.hasPrefix("is damaged"))
        faults += 1
      }
    }
    #expect(faults > whole.count * 9 / 10)
  }

  @Test func aDamagedTileIsAnErrorOrAnotherTileButNeverACrash() throws {
    let whole = try VectorTown.bytes(VectorTown.names[0])
    var state: UInt64 = 42
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
      }
      _ = try? VectorTile(bytes, VectorTown.paths[0])
    }
  }

  @Test func aTileOfAnotherFormatIsAnError() {
    for bytes in [Array("\u{89}PNG\r\n".utf8), Array("<html>".utf8), [0x1F, 0x8B, 8, 0]] {
      #expect(throws: GeoError.self) { try VectorTile(bytes, VectorTown.paths[0]) }
    }
  }
}
