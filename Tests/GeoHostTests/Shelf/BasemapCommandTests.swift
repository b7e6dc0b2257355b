import CommandTesting
import Foundation
import Testing

/// `geoscript basemap`, and pictures that use what is on the shelf.
@Suite("geoscript basemap")
struct BasemapCommandTests {
  private let command: Command
  /// The shelf lies outside of the folder of scripts.
  private let other: Command

  init() throws {
    command = try Command([
      "in.wkt": "street\tLINESTRING (5.006 52.004, 5.010 52.005)\n",
      "over.wkt": "street\tLINESTRING (5.016 52.004, 5.030 52.005)\n",
      "van.ndjson": MapOptionTests.track,
    ])
    other = try Command()
  }

  /// Runs with a shelf; nil for none.
  private func run(_ words: String, shelf: String? = "shelf") throws -> Command.Result {
    let folder = shelf.map(other.path) ?? ""
    return try command.shell("export GEOSCRIPT_BASEMAPS='\(folder)'; \"$geoscript\" \(words)")
  }

  private func add(_ file: String) throws { #expect(try run("basemap add '\(file)'").code == 0) }

  /// The bytes of a drawn picture.
  private func picture(_ words: String, shelf: String? = "shelf") throws -> Data {
    let result = try run("draw \(words) -o out.png -f", shelf: shelf)
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    return try Data(contentsOf: command.url("out.png"))
  }

  @Test func whatCoversTheViewIsUsedTheBestFirst() throws {
    let plain = try picture("in.wkt", shelf: nil)
    #expect(try picture("in.wkt") == plain)
    try add(ShelfFiles.world)
    let tiles = try picture("in.wkt --basemap '\(ShelfFiles.world)'", shelf: nil)
    #expect(try picture("in.wkt") == tiles && tiles != plain)
    try add(ShelfFiles.town)
    let streets = try picture("in.wkt --basemap '\(ShelfFiles.town)'", shelf: nil)
    #expect(try picture("in.wkt") == streets && streets != tiles)
    // The town covers only a part of this view.
    #expect(try picture("over.wkt") == picture("over.wkt --basemap '\(ShelfFiles.world)'", shelf: nil))
    #expect(try picture("in.wkt --basemap world") == plain)
    #expect(try picture("in.wkt --basemap none") == picture("in.wkt --basemap none", shelf: nil))
    #expect(try picture("in.wkt --basemap '\(ShelfFiles.world)'") == tiles)
  }

  /// As the page does: HO-148.
  @Test func streetsOfAPartOfTheViewLieOverTheWorld() throws {
    let plain = try picture("over.wkt", shelf: nil)
    try add(ShelfFiles.town)
    let streets = try picture("over.wkt --basemap '\(ShelfFiles.town)'", shelf: nil)
    #expect(try picture("over.wkt") == streets && streets != plain)
    // Where it is a spot, names of the world around it count for more.
    #expect(try picture("in.wkt --zoom 9") == picture("in.wkt --zoom 9", shelf: nil))
  }

  @Test func anArchiveWithoutTheTilesOfTheViewGivesWay() throws {
    try add(ShelfFiles.world)
    // It claims levels 0 to 12, and has 0 to 2.
    let bytes = try ShelfFiles.packed(levels: 0...12)
    try Data(bytes).write(to: other.url("claims.pmtiles"))
    try add(other.path("claims.pmtiles"))
    #expect(try run("basemap list").lines.first?.hasPrefix("claims.pmtiles  pmtiles  levels 0 to 12") == true)
    #expect(try picture("in.wkt") == picture("in.wkt --basemap '\(ShelfFiles.world)'", shelf: nil))
  }

  @Test func anUnreadableMapIsAWarning() throws {
    try add(ShelfFiles.town)
    try "nothing".write(to: other.url("shelf/bad.pmtiles"), atomically: false, encoding: .utf8)
    let warning =
      "warning: \(other.path("shelf/bad.pmtiles")): is not a PMTiles archive; "
      + "pictures do without it (geoscript basemap remove bad.pmtiles takes it from the shelf)\n"
    let drawn = try run("draw in.wkt -o out.png")
    #expect(drawn.code == 0 && drawn.errors == warning)
    try "print 'runs'".write(to: command.url("s.lua"), atomically: false, encoding: .utf8)
    let ran = try run("run s.lua --from van.ndjson --jobs 2 --map out.png")
    #expect(ran.code == 0 && ran.output == "runs\n" && ran.errors.components(separatedBy: warning).count == 2)
    let listed = try run("basemap list --json").lines
    #expect(listed.count == 2 && listed[1].hasSuffix(#"bad.pmtiles","fault":"is not a PMTiles archive"}"#))
  }

  @Test func mapsAndSnapshotsOfScriptsUseIt() throws {
    let script = """
      local center, span = CLLocationCoordinate2DMake(52.004, 5.008), MKCoordinateSpanMake(0.0015, 0.003)
      local options = MKMapSnapshotOptions.new{ size = CGSizeMake(200, 100) }
      options.region = MKCoordinateRegionMake(center, span)
      MKMapSnapshotter.new{ options = options }:startWithCompletionHandler(function(snapshot)
        geoscript.writeFile("snap.png", UIImagePNGRepresentation(snapshot.image))
      end)
      local map = MKMapView(CGRectMake(0, 0, 200, 100))
      map.region = options.region
      """
    try script.write(to: command.url("s.lua"), atomically: false, encoding: .utf8)
    try add(ShelfFiles.town)
    func snapshot(_ shelf: String?, _ words: String = "") throws -> Data {
      let result = try run("run s.lua --allow-write . \(words)", shelf: shelf)
      #expect(result.code == 0, "\(result.errors)")
      return try Data(contentsOf: command.url("snap.png"))
    }
    let plain = try snapshot(nil)
    let streets = try snapshot("shelf")
    #expect(streets != plain)
    let named = try snapshot(nil, "--map a.png --basemap '\(ShelfFiles.town)'")
    #expect(try snapshot("shelf", "--map b.png") == named)
    #expect(try Data(contentsOf: command.url("a.png")) == Data(contentsOf: command.url("b.png")))
    // Imagery has no streets.
    try (script + "\nmap.mapType = MKMapTypeSatellite").write(
      to: command.url("s.lua"), atomically: false, encoding: .utf8)
    _ = try snapshot(nil, "--map c.png")
    _ = try snapshot("shelf", "--map d.png")
    #expect(try Data(contentsOf: command.url("c.png")) == Data(contentsOf: command.url("d.png")))
  }

  @Test func aScriptMayNotReadTheShelf() throws {
    try add(ShelfFiles.world)
    try """
    MKTileOverlay("\(other.path("shelf/world.mbtiles"))"):loadTileAtPath(MKTileOverlayPath(0, 0, 0, 1),
      function(data, err) print(data, err.localizedDescription) end)
    """.write(to: command.url("s.lua"), atomically: false, encoding: .utf8)
    let result = try run("run s.lua --map out.png")
    #expect(result.code == 77 && result.output.contains("nil\t") && result.output.contains("--allow-read"))
  }

  @Test func aMapIsListedAndRemoved() throws {
    let empty = try run("basemap list")
    #expect(empty.code == 0 && empty.output.isEmpty && empty.errors.contains("geoscript basemap add FILE"))
    #expect(try run("basemap list --json").errors.isEmpty)
    let added = try run("basemap add --link '\(ShelfFiles.town)'")
    #expect(
      added.output == "town.osm.pbf  osm.pbf  all levels  953 bytes  5,52,5.02,52.01  → \(ShelfFiles.town)\n")
    #expect(try run("basemap list").output == added.output)
    #expect(
      try run("basemap list --json").output
        == #"{"name":"town.osm.pbf","file":"\#(other.path("shelf/town.osm.pbf"))","format":"osm.pbf","#
        + #""bounds":[5,52,5.02,52.01],"minZoom":null,"maxZoom":null,"bytes":953,"link":"\#(ShelfFiles.town)","#
        + #""attribution":"© OpenStreetMap contributors","fault":null}"# + "\n")
    let again = try run("basemap add '\(ShelfFiles.town)'")
    #expect(again.code == 73 && again.errors.contains("is on the shelf already (-f replaces it)"))
    let unknown = try run("basemap remove tow.osm.pbf")
    #expect(unknown.code == 64 && unknown.errors.contains("did you mean 'town.osm.pbf'?"))
    #expect(try run("basemap remove town.osm.pbf").code == 0 && run("basemap list").output.isEmpty)
  }

  @Test func ofSeveralNamesAllAreRemovedOrNone() throws {
    for file in [ShelfFiles.town, ShelfFiles.world] { try add(file) }
    let wrong = try run("basemap remove town.osm.pbf word.mbtiles world.mbtiles")
    #expect(wrong.code == 64 && wrong.errors.contains("did you mean 'world.mbtiles'?"))
    #expect(wrong.errors.hasSuffix("; nothing is removed\n"))
    #expect(try run("basemap list").lines.count == 2)
    #expect(try run("basemap remove town.osm.pbf world.mbtiles town.osm.pbf").code == 0)
    #expect(try run("basemap list").output.isEmpty)
  }

  @Test func anEmptyVariableMeansNoShelf() throws {
    for words in ["basemap list", "basemap add '\(ShelfFiles.town)'", "basemap remove town.osm.pbf"] {
      let result = try run(words, shelf: nil)
      #expect(result.code == 64)
      #expect(
        result.errors == "geoscript: GEOSCRIPT_BASEMAPS is empty, so there is no shelf: "
          + "set GEOSCRIPT_BASEMAPS to a folder, or unset it\n")
    }
  }

  @Test func theShelfLiesWithTheUsersData() throws {
    let line = "export XDG_DATA_HOME=$PWD/data; \"$geoscript\" basemap"
    #expect(try command.shell("\(line) add '\(ShelfFiles.town)'").code == 0)
    #expect(command.exists("data/geoscript/basemaps/town.osm.pbf"))
    let none = try command.run("basemap", "add", ShelfFiles.town)
    #expect(none.code == 64 && none.errors.contains("set GEOSCRIPT_BASEMAPS"))
  }
}
