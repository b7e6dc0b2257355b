import FeedTesting
import Geo
import Glibc
import Testing

@testable import GeoStore
@testable import SQLite

/// Archives of tiles, valid and invalid.
@Suite struct TileArchiveTests {
  private let folder = TemporaryDirectory()

  /// world.pmtiles and leaves.pmtiles come from the reference's writer, PyPI pmtiles 3.5.0; the tree has
  /// their contents.
  @Test(arguments: ["world.mbtiles", "world.pmtiles", "leaves.pmtiles"])
  func anArchiveHasTheTilesThatWerePutIntoIt(_ name: String) throws {
    let archive = try TileArchives.open("\(TileFiles.folder)/\(name)")
    #expect(archive.source.levels == 0...2)
    #expect(archive.source.attribution == "© Nobody")
    for (z, x, y) in TileFiles.all {
      #expect(try archive.tile(z: z, x: x, y: y) == TileFiles.file(z, x, y), "\(z)/\(x)/\(y)")
    }
    #expect(try archive.tile(z: 3, x: 0, y: 0) == nil)
    #expect(try archive.tile(z: 40, x: 0, y: 0) == nil)
  }

  /// The first ones are the examples of the reference's own tests (protomaps/PMTiles, python/pmtiles/test/test_tile.py);
  /// the last two were computed by PyPI pmtiles 3.5.0.
  @Test func tilesAreNumberedAlongAHilbertCurve() {
    let known: [(Int, Int, Int, UInt64)] = [
      (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
      (12, 3423, 1763, 19_078_479), (20, 555_555, 333_333, 1301673763571),
    ]
    for (z, x, y, number) in known { #expect(PMTiles.number(z: z, x: x, y: y) == number) }
    #expect(PMTiles.number(z: 1, x: 2, y: 0) == nil && PMTiles.number(z: 31, x: 0, y: 0) == nil)
  }

  private func fault(_ bytes: [UInt8], _ name: String = "bad.pmtiles") -> String {
    let path = "\(folder.path)/\(name)"
    unlink(path)
    folder.write(bytes, to: path)
    do throws(GeoError) {
      let archive = try TileArchives.open(path)
      for (z, x, y) in TileFiles.all { _ = try archive.tile(z: z, x: x, y: y) }
      return "fine"
    } catch {
      #expect(error.code == .data || error.code == .noInput)
      return error.message
    }
  }

  private func changed(_ name: String, _ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes = TileFiles.bytes("\(TileFiles.folder)/\(name)")
    change(&bytes)
    return bytes
  }

  @Test func tilesThatCannotBeDrawnAreRefusedByName() throws {
    #expect(
      fault(changed("world.pmtiles") { $0[99] = 6 })
        == "holds vector tiles (MLT): expected PNG, JPEG, WebP or MVT")
    #expect(fault(changed("world.pmtiles") { $0[99] = 5 }).contains("holds AVIF tiles"))
    #expect(fault(changed("world.pmtiles") { $0[98] = 3 }).contains("compressed with Brotli"))
    #expect(fault(changed("world.pmtiles") { $0[7] = 2 }).contains("version 2 (expected 3"))
  }

  /// Made by PyPI mapbox-vector-tile 2.2.0 and pmtiles 3.5.0 (scripts/generate/vector_tiles.py).
  @Test(arguments: ["town-openmaptiles.mbtiles", "town-protomaps.pmtiles", "town-shortbread.mbtiles"])
  func vectorTilesComeUncompressed(_ name: String) throws {
    let archive = try TileArchives.open("\(TileFiles.folder)/\(name)")
    #expect(archive.isVector && archive.source.levels == 13...14)
    // A layer: the first field of a tile.
    #expect(try archive.tile(z: 14, x: 8419, y: 5411)?.first == 0x1A)
    #expect { try TileArchives.requirePictures(archive) } throws: {
      "\($0)".contains("--basemap draws vector tiles")
    }
    #expect(try !TileArchives.open("\(TileFiles.folder)/world.pmtiles").isVector)
  }

  @Test func aVectorTileWithDamagedGzipSaysWhichOne() throws {
    let path = "\(folder.path)/v.mbtiles"
    folder.write(TileFiles.bytes("\(TileFiles.folder)/town-openmaptiles.mbtiles"), to: path)
    let base = try Database(path: path, mode: .write)
    try base.run("UPDATE tiles SET tile_data = X'1f8b08000000'")
    let archive = try TileArchives.open(path)
    #expect { try archive.tile(z: 14, x: 8419, y: 5411) } throws: {
      "\($0)".contains("tile 14/8419/5411 is not complete gzip data")
    }
  }

  @Test func aTruncatedPMTilesSaysSo() {
    for length in [0, 5, 100, 126, 130, 300, 2000] {
      let said = fault(changed("leaves.pmtiles") { $0 = Array($0.prefix(length)) })
      #expect(said != "fine", "\(length)")
    }
    #expect(fault([]) == "is not a PMTiles archive")
  }

  /// A leaf that leads to itself would be followed forever.
  @Test func leafDirectoriesInACircleEnd() {
    let said = fault(
      changed("leaves.pmtiles") { bytes in
        // The root also serves as the section of leaves: its entries lead into itself.
        bytes.replaceSubrange(40..<56, with: bytes[8..<24])
        // One entry, from tile 0, run 0, of the root's own length and offset 0, not packed.
        let directory: [UInt8] = [1, 0, 0, 5, 1]
        bytes[97] = 1
        bytes.replaceSubrange(16..<24, with: [5, 0, 0, 0, 0, 0, 0, 0])
        bytes.replaceSubrange(127..<132, with: directory)
        bytes[32] = 0
        bytes[33] = 0
      })
    #expect(said == "its leaf directories nest more than 4 deep")
  }

  @Test func absurdSizesAreRefusedBeforeMemoryIsTaken() {
    let huge: [UInt8] = [255, 255, 255, 255, 255, 255, 255, 127]
    #expect(fault(changed("world.pmtiles") { $0.replaceSubrange(16..<24, with: huge) }).contains("at most"))
    #expect(
      fault(changed("world.pmtiles") { $0.replaceSubrange(8..<16, with: huge) }).contains("beyond its end"))
    #expect(
      fault(changed("world.pmtiles") { $0.replaceSubrange(56..<64, with: huge) }).contains("beyond its end"))
    // A directory of 2^60 entries.
    let said = fault(
      changed("world.pmtiles") { bytes in
        bytes[97] = 1
        bytes.replaceSubrange(127..<137, with: [255, 255, 255, 255, 255, 255, 255, 255, 15, 0])
      })
    #expect(said == "is damaged: one of its directories is invalid")
  }

  /// Whatever a byte is changed to, reading ends, with tiles or with a fault.
  @Test func aChangedByteNeverCrashesTheReader() {
    var dice: UInt64 = 5
    for _ in 0..<400 {
      _ = fault(
        changed("leaves.pmtiles") { bytes in
          for _ in 0..<3 {
            dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[Int(dice >> 33) % 500] = UInt8(truncatingIfNeeded: dice >> 20)
          }
        })
    }
  }

  @Test func anInvalidMBTilesSaysSo() throws {
    #expect(fault([1, 2, 3], "a.mbtiles") == "is damaged, or is not an MBTiles file")
    #expect(fault(changed("world.mbtiles") { $0 = Array($0.prefix(5000)) }, "b.mbtiles").contains("damaged"))
    let path = "\(folder.path)/c.mbtiles"
    try Database(path: path, mode: .write).run("CREATE TABLE a (b)")
    #expect { try TileArchives.open(path) } throws: { "\($0)".contains("is not an MBTiles file") }
    #expect { try TileArchives.open("\(folder.path)/none.mbtiles") } throws: {
      ($0 as? GeoError)?.code == .noInput
    }
  }

  /// A view may be anything, also a sum that never ends.
  @Test func anEndlessViewIsStopped() throws {
    let path = "\(folder.path)/v.mbtiles"
    try Database(path: path, mode: .write).run(
      """
      CREATE TABLE metadata (name text, value text);
      INSERT INTO metadata VALUES ('minzoom', '0'), ('maxzoom', '3');
      CREATE VIEW tiles AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, x'00' AS tile_data FROM n WHERE i < 0
      """)
    let archive = try TileArchives.open(path)
    #expect(throws: GeoError.self) { try archive.tile(z: 0, x: 0, y: 0) }
  }

  @Test func boundsOfAnArchiveAreARectOfTheMap() {
    #expect(TileArchives.bounds([-180, -85.0511, 180, 85.0511])?.width == MKMapSizeWorld.width)
    #expect(TileArchives.bounds([0, 0, 90, 45])?.minX == MKMapSizeWorld.width / 2)
    #expect(TileArchives.bounds([10, 0, 5, 45]) == nil && TileArchives.bounds([1, 2, 3]) == nil)
  }
}
