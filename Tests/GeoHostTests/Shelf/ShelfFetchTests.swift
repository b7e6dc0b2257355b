import CommandTesting
import Foundation
import Geo
import GeoStore
import Testing

@testable import GeoHost

/// `geoscript basemap fetch`, from a server on this machine.
///
/// - Source: the numbers of tiles are those of PyPI mercantile 1.2.1, `mercantile.tiles(west, south, east, north, zooms)`.
@Suite("geoscript basemap fetch")
struct ShelfFetchTests {
  private let server: LoopbackServer
  private let command: Command

  init() throws {
    server = try LoopbackServer()
    command = try Command([
      "walk.csv": "time,lat,lon\n2026-05-01T10:00:00Z,60.15,25.0\n2026-05-01T10:01:00Z,60.1501,25.0\n",
      "home.wkt": "home\tPOLYGON ((24.99 60.145, 25.01 60.145, 25.01 60.155, 24.99 60.155, 24.99 60.145))\n",
      "street.wkt": "street\tLINESTRING (24.99 60.149, 25.01 60.151)\n",
    ])
  }

  private static let town = "--bbox 24.9,60.1,25.1,60.2"

  private func fetch(_ words: String, kind: String = "good", net: String = "--allow-net") throws
    -> Command.Result
  {
    let template = server.template(kind)
    return try command.shell(
      "export GEOSCRIPT_BASEMAPS=shelf XDG_CACHE_HOME=\"$PWD/cache\"; "
        + "\"$geoscript\" basemap fetch \(words) --basemap '\(template)' \(net)")
  }

  /// What is on the shelf, hidden files as well.
  private var shelf: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: command.path("shelf"))) ?? []).sorted()
  }

  /// The tiles that were asked for at a level, as `x/y`.
  private func tiles(at level: Int) -> [String] {
    server.paths.compactMap { path in
      let words = path.split(separator: "/").map(String.init)
      return words.count == 4 && words[1] == "\(level)" ? "\(words[2])/\(words[3].dropLast(4))" : nil
    }
  }

  @Test func theTilesOfAnAreaBecomeAMapOfTheShelf() throws {
    let result = try fetch("town \(ShelfFetchTests.town) --zoom 8-13")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(
      result.lines == [
        "town.mbtiles  mbtiles  levels 8 to 13  \(counted(Int(try size("town.mbtiles")), "byte"))  24.9,60.1,25.1,60.2"
      ])
    #expect(shelf == ["town.mbtiles"])
    #expect((8...13).map { tiles(at: $0).count } == [1, 1, 2, 4, 12, 36])
    #expect(Set(tiles(at: 10)) == ["582/296", "583/296"])
    let map = try MBTiles(path: command.path("shelf/town.mbtiles"))
    #expect(map.source.attribution == "tiles of 127.0.0.1" && map.source.levels == 8...13)
    #expect(try map.tile(z: 10, x: 583, y: 296).map { TilePicture.fault($0) } == .some(nil))
    #expect(try map.tile(z: 10, x: 584, y: 296) == nil)
    // Pictures use it without asking the server.
    server.stop()
    let drawn = try command.shell(
      "export GEOSCRIPT_BASEMAPS=shelf; \"$geoscript\" draw street.wkt -o on.png --zoom 12 --map-size 200x150 && "
        + "\"$geoscript\" draw street.wkt -o off.png --zoom 12 --map-size 200x150 --basemap world")
    #expect(drawn.code == 0 && drawn.errors.isEmpty, "\(drawn.errors)")
    #expect(try Data(contentsOf: command.url("on.png")) != Data(contentsOf: command.url("off.png")))
  }

  private func size(_ name: String) throws -> UInt64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: command.path("shelf/\(name)"))
    return attributes[.size] as? UInt64 ?? 0
  }

  @Test func theAreaLiesAroundFixesAndShapes() throws {
    #expect(try fetch("rex --around walk.csv --margin 300 --zoom 14").code == 0)
    // The same for 300 m and for 375 m to each side.
    #expect(Set(tiles(at: 14)) == ["9329/4743", "9330/4743", "9329/4744", "9330/4744"])
    #expect(try fetch("street --around street.wkt --margin 10 --zoom 12").code == 0)
    #expect(Set(tiles(at: 12)) == ["2332/1186"])
    #expect(shelf == ["rex.mbtiles", "street.mbtiles"])
  }

  @Test func anAreaMayCrossThe180thMeridian() throws {
    #expect(try fetch("fiji --bbox 179.5,-17,-179.5,-16 --zoom 6-7").code == 0)
    #expect(Set(tiles(at: 6)) == ["63/34", "63/35", "0/34", "0/35"])
    #expect(Set(tiles(at: 7)) == ["127/69", "127/70", "0/69", "0/70"])
    #expect(
      try command.shell("GEOSCRIPT_BASEMAPS=shelf \"$geoscript\" basemap list").output.contains(
        "-180,-17,180,-16"))
  }

  @Test func aServerThatFailsLeavesTheShelfAsItWas() throws {
    let result = try fetch("town \(ShelfFetchTests.town) --zoom 10", kind: "broken")
    #expect(result.code == 69 && shelf.isEmpty)
    #expect(
      result.errors.contains(
        "tile 10/582/296 of http://127.0.0.1:\(server.port): answered 503; the shelf is as it was."))
    let empty = try fetch("town \(ShelfFetchTests.town) --zoom 10", kind: "missing")
    #expect(
      empty.code == 69 && empty.errors.contains("127.0.0.1: has no tiles of this area") && shelf.isEmpty)
    let page = try fetch("town \(ShelfFetchTests.town) --zoom 10", kind: "html")
    #expect(page.code == 69 && page.errors.contains("is not a picture but a page of text") && shelf.isEmpty)
  }

  @Test func tilesThatCameAreNotAskedForAgain() throws {
    #expect(try fetch("town \(ShelfFetchTests.town) --zoom 10").code == 0)
    let again = try fetch("town \(ShelfFetchTests.town) --zoom 10")
    #expect(
      again.code == 73 && again.errors.contains("town.mbtiles: is on the shelf already (-f replaces it)"))
    #expect(try fetch("town \(ShelfFetchTests.town) --zoom 10 -f").code == 0)
    #expect(server.requests.count == 2 && shelf == ["town.mbtiles"])
  }

  @Test func privacyZonesAreNotAskedAbout() throws {
    // The tile of level 17 that holds the fixes.
    let middle = "74638/37953"
    let result = try fetch("rex --around walk.csv --margin 700 --zoom 17 --privacy-zone home.wkt")
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors.contains("tiles of this area: not on the server, or in a privacy zone"))
    #expect(!tiles(at: 17).isEmpty && !tiles(at: 17).contains(middle))
    #expect(try fetch("all --around walk.csv --margin 300 --zoom 17").code == 0)
    #expect(tiles(at: 17).contains(middle))
  }

  @Test(arguments: [
    (
      "town \(town) --basemap https://tile.openstreetmap.org/{z}/{x}/{y}.png", 64,
      "does not allow fetching its tiles"
    ),
    ("town --zoom 8", 64, "name the area with --bbox W,S,E,N, or files with --around"),
    ("a/b \(town)", 64, "'a/b' cannot be the name of the map (expected a word, such as town)"),
    ("town \(town) --zoom 8-30", 64, "expected levels from 0 to 19, as 8-15"),
    (
      "town --bbox 20,50,30,60", 64,
      "have more than 20,000 tiles: choose a smaller area, or fewer levels with --zoom"
    ),
    (
      "town \(town) --basemap 'tiles/{z}/{x}/{y}.png'", 64,
      "is not on a server: geoscript basemap add puts files on the shelf"
    ),
    ("town \(town) --basemap 'http://h/{z}/{x}.png'", 64, "the template of a base map has no {y}"),
    ("town --around none.gpx", 66, "none.gpx"),
    ("town --around home.wkt --margin 0", 64, "--margin must be 1 to 100000 meters"),
  ])
  func mistakesAreNamed(_ words: String, _ code: Int32, _ message: String) throws {
    let given = words.contains("--basemap") ? "" : " --basemap http://127.0.0.1:9/{z}/{x}/{y}.png"
    let result = try command.shell(
      "export GEOSCRIPT_BASEMAPS=shelf; \"$geoscript\" basemap fetch \(words)\(given) --allow-net")
    #expect(result.code == code && result.errors.contains(message), "\(result.code): \(result.errors)")
    #expect(shelf.isEmpty)
  }

  @Test func itNeedsPermissionAndAServer() throws {
    let closed = try fetch("town \(ShelfFetchTests.town)", net: "")
    #expect(
      closed.code == 77
        && closed.errors.contains("fetching tiles from http://127.0.0.1:\(server.port) needs --allow-net"))
    let words =
      "GEOSCRIPT_BASEMAPS=shelf \"$geoscript\" basemap fetch town \(ShelfFetchTests.town) --zoom 10 --allow-net"
    let nameless = try command.shell(words)
    #expect(nameless.code == 64 && nameless.errors.contains("name a server with --basemap"))
    let configured = try command.shell("export GEOSCRIPT_BASEMAP='\(server.template("good"))'; \(words)")
    #expect(configured.code == 0, "\(configured.errors)")
  }
}
