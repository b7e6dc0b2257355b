import CommandTesting
import Foundation
import Geo
import GeoRender
import Synchronization
import Testing

@testable import GeoHost
@testable import GeoPage

/// Tiles of a served page (HO-148).
@Suite struct PageTilesTests {
  @Test func aPathNamesATile() throws {
    let address = try #require(PageTiles.Address("/tiles/dark/12/2331/1184@2x.png"))
    #expect((address.tile.z, address.tile.x, address.tile.y) == (12, 2331, 1184))
    #expect(address.isDark && address.scale == 2)
    #expect(PageTiles.Address("/tiles/light/4/15/15.png")?.scale == 1)
    for path in [
      "/tiles/light/4/16/0.png", "/tiles/light/4/0/16.png", "/tiles/light/3/0/0.png",
      "/tiles/light/20/0/0.png",
      "/tiles/grey/4/0/0.png", "/tiles/light/4/0/0", "/tiles/light/4/0/0@3x.png", "/tiles/light/4/-1/0.png",
      "/tiles/light/4/0/0/0.png", "/tiles/light/4/ 1/0.png", "/tiles/light/4/99999999999999999999/0.png",
      "/tiles/", "",
    ] { #expect(PageTiles.Address(path) == nil, "\(path)") }
  }

  /// Width and height of a PNG: the IHDR chunk (PNG specification, section 11.2.1).
  private func size(_ png: [UInt8]) -> [Int] {
    [16, 20].map { at in png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test func aTileIsAPictureOfItsPart() throws {
    let tiles = PageTiles(MapShelf(folder: nil))
    let sea = try #require(tiles.tile("/tiles/light/5/10/16.png"))
    #expect(sea.starts(with: [0x89, 0x50, 0x4E, 0x47]) && size(sea) == [1024, 1024])
    let dark = try #require(tiles.tile("/tiles/dark/5/10/16.png"))
    #expect(dark != sea && tiles.tile("/tiles/light/5/10/16.png") == sea)
    #expect(size(try #require(tiles.tile("/tiles/light/5/10/16@2x.png"))) == [2048, 2048])
    #expect(tiles.tile("/tiles/light/5/32/16.png") == nil)
  }

  private func chosen(_ word: String) throws -> PageTiles {
    PageTiles(MapShelf(folder: nil), try PictureOptions.BaseMapSource(word))
  }

  @Test func theMapOfBasemapIsUnderThePage() throws {
    let town = try chosen(
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../streets/town.osm.pbf").standardizedFileURL.path)
    let about = try #require(town.about(hasMaps: true)).description
    #expect(about == ##"{"from":5,"maps":[{"area":null,"credit":"© OpenStreetMap contributors"}]}"##)
    // A shared link is not told.
    #expect(town.about(hasMaps: false)?.description == #"{"from":5,"maps":[]}"#)
    // x and y of 5.01, 52.005 at level 14.
    let path = "/tiles/light/14/8420/5398.png"
    let drawn = try #require(town.tile(path))
    let world = PageTiles(MapShelf(folder: nil)).tile(path)
    #expect(try drawn != world && chosen("world").tile(path) == world && chosen("none").tile(path) == world)
  }

  @Test func tilesOfAServerAreUnderThePage() throws {
    let server = try LoopbackServer()
    let path = "/tiles/light/12/2105/1349.png"
    let said = Said()
    let (good, broken) = try (chosen(server.template("good")), chosen(server.template("nothing-here")))
    good.report { said.add($0) }
    let tile = try #require(good.tile(path))
    #expect(tile != PageTiles(MapShelf(folder: nil)).tile(path) && said.all.isEmpty)
    #expect(server.paths.contains("/good/14/8420/5396.png"), "\(server.paths)")
    // What does not come is said once, and the tile is drawn without it.
    broken.report { said.add($0) }
    #expect(broken.tile(path) != nil && broken.tile("/tiles/light/12/2105/1350.png") != nil)
    #expect(said.all.filter { $0.hasPrefix("--basemap: ") }.count == 1, "\(said.all)")
  }

  private final class Said: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func add(_ text: String) { texts.withLock { $0.append(text) } }
  }

  /// The town of the street tests fills a part of a tile: its streets are drawn there.
  @Test func streetsThatCoverAPartOfATileAreDrawn() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let town = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../streets/town.osm.pbf").standardizedFileURL
    try FileManager.default.copyItem(at: town, to: folder.appendingPathComponent("town.osm.pbf"))
    let shelf = MapShelf(folder: folder.path)
    let area = try #require(shelf.maps { _ in }.first?.area)
    // The level at which a tile is about twice as wide as the town, and the tile with its middle.
    let level = Int(log2(MKMapSizeWorld.width / max(area.width, area.height)).rounded(.down)) - 1
    let side = MKMapSizeWorld.width / Double(1 << level)
    func path(_ level: Int, _ side: Double) -> String {
      "/tiles/light/\(level)/\(Int(area.midX / side))/\(Int(area.midY / side)).png"
    }
    let (with, without) = (PageTiles(shelf), PageTiles(MapShelf(folder: nil)))
    let near = try #require(with.tile(path(level, side)))
    #expect(near != without.tile(path(level, side)))
    // Where it is a spot, names of the world around it count for more.
    let far = try #require(with.tile(path(level - 4, side * 16)))
    #expect(far == without.tile(path(level - 4, side * 16)))
  }
}
