import FeedTesting
import Geo
import Testing

@testable import GeoHost

/// What a file on the shelf covers. PI-9, PI-10.
@Suite struct ShelfMapTests {
  private let folder = TemporaryDirectory()
  private let shelf = MapShelf(folder: nil)

  private func map(_ path: String) throws -> ShelfMap {
    try ShelfMap(path, record: nil, streets: shelf.streets)
  }

  @Test func aMapSaysWhatItCovers() throws {
    let town = try map(ShelfFiles.town)
    #expect(town.format == .streets && town.levels == nil && town.bounds == [5, 52, 5.02, 52.01])
    #expect(town.attribution == "© OpenStreetMap contributors" && town.target == nil)
    let world = try map(ShelfFiles.world)
    #expect(world.format == .mbtiles && world.levels == 0...2 && world.length == 24_576)
    #expect(world.bounds == [-180, -85.0511, 180, 85.0511] && world.attribution == "© Nobody")
  }

  // A picture of 64 points is 0.00275° wide at level 15 and 0.022° at level 12: 360°/2^level for 256 points,
  // wiki.openstreetmap.org/wiki/Zoom_levels.
  @Test(arguments: [
    (52.005, 5.010, 15.0, true), (52.005, 5.0015, 15, true), (52.005, 5.001, 15, false),
    (52.005, 5.010, 12, false), (52.005, 5.021, 15, false), (52.0105, 5.010, 15, false),
    (-52.005, 5.010, 15, false),
  ])
  func streetsCoverTheViewOrNot(latitude: Double, longitude: Double, level: Double, covers: Bool) throws {
    let scene = ShelfFiles.scene(latitude, longitude, level: level)
    #expect(try map(ShelfFiles.town).covers(scene) == covers)
  }

  @Test func theWorldCoversEveryViewAlsoAcrossTheDateLine() throws {
    let world = try map(ShelfFiles.world)
    for (longitude, level) in [(0.0, 0.0), (0, 3), (180, 3), (-180, 14), (179.999, 14)] {
      #expect(world.covers(ShelfFiles.scene(10, longitude, level: level)), "\(longitude) \(level)")
    }
  }

  /// A picture of more pixels a point needs finer tiles, as tile overlays choose them.
  @Test func tilesThatAreTooDetailedDoNotCover() throws {
    let fine = try map(try folder.write("fine.pmtiles", try ShelfFiles.packed(levels: 3...5)))
    func covers(_ level: Double, scale: Double = 1) -> Bool {
      var scene = ShelfFiles.scene(0, 0, level: level)
      scene.contentScale = scale
      return fine.covers(scene)
    }
    #expect(!covers(2) && !covers(2.4) && covers(2.6) && covers(3) && covers(12))
    #expect(!covers(1, scale: 2) && covers(2, scale: 2))
  }

  @Test func streetsComeFirstThenTheFinestTiles() throws {
    let names = ["fine.pmtiles", "finer.pmtiles"]
    let maps = try [
      map(ShelfFiles.world), map(try folder.write(names[0], try ShelfFiles.packed(levels: 0...5))),
      map(try folder.write(names[1], try ShelfFiles.packed(levels: 0...6))), map(ShelfFiles.town),
    ]
    #expect(
      maps.sorted { $0.isBetter(than: $1) }.map(\.name)
        == ["town.osm.pbf", names[1], names[0], "world.mbtiles"])
  }

  @Test func theRecordSparesReadingStreetsUntilTheyChange() throws {
    let known = try map(ShelfFiles.town)
    let path = try folder.write("record", try #require(ShelfRecord(known)).bytes)
    let record = try #require(ShelfRecord(path: path))
    func read(_ file: String) throws(GeoError) -> ShelfMap {
      try ShelfMap(file, record: record) { (_: String) throws(GeoError) in throw GeoError(.data, "is read") }
    }
    #expect(try read(ShelfFiles.town).area == known.area)
    let other = try folder.write("town.osm.pbf", "other")
    #expect { try read(other) } throws: { "\($0)" == "is read" }
    let world = try map(ShelfFiles.world)
    let broken = try folder.write("broken", #"{"bytes":1}"#)
    #expect(ShelfRecord(world) == nil && ShelfRecord(path: broken) == nil)
  }

  @Test(arguments: [
    ("map.png", GeoError.Code.usage, "is not a map"), ("map.mbtiles", .data, "MBTiles"),
    ("map.pmtiles", .data, "is not a PMTiles archive"), ("map.osm.pbf", .data, ""),
  ])
  func whatIsNotAMapSaysWhy(name: String, code: GeoError.Code, words: String) throws {
    let path = try folder.write(name, "no map, but longer than the header of a page of a database")
    #expect { try map(path) } throws: {
      ($0 as? GeoError)?.code == code && (words.isEmpty || "\($0)".contains(words))
    }
  }
}
