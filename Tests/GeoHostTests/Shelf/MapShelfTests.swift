import FeedTesting
import Foundation
import Geo
import Testing

@testable import GeoHost

/// Maps on the shelf come and go. PI-11, PI-12.
@Suite struct MapShelfTests {
  private let folder = TemporaryDirectory()
  private var place: String { folder.path + "/shelf" }
  private var shelf: MapShelf { MapShelf(folder: place) }
  private var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).sorted()
  }

  @Test func aMapIsCopiedOnceAndReplacedOnlyWhenAsked() throws {
    let added = try shelf.add(ShelfFiles.town, asLink: false, replaces: false)
    #expect(added.path == "\(place)/town.osm.pbf" && added.target == nil)
    #expect(FileManager.default.contentsEqual(atPath: added.path, andPath: ShelfFiles.town))
    #expect(files == [".town.osm.pbf.json", "town.osm.pbf"])
    #expect { try shelf.add(ShelfFiles.town, asLink: false, replaces: false) } throws: {
      "\($0)" == "\(place)/town.osm.pbf: is on the shelf already (-f replaces it)"
        && ($0 as? GeoError)?.code == .cannotCreate
    }
    let linked = try shelf.add(ShelfFiles.town, asLink: true, replaces: true)
    #expect(linked.target == ShelfFiles.town && files.count == 2)
    try shelf.remove(["town.osm.pbf"])
    #expect(files.isEmpty && FileManager.default.fileExists(atPath: ShelfFiles.town))
  }

  @Test func whatCannotBeDrawnIsNotAdded() throws {
    let bad = try folder.write("bad.pmtiles", "nothing")
    #expect(throws: GeoError.self) { try shelf.add(bad, asLink: false, replaces: false) }
    #expect { try shelf.add("\(folder.path)/bat.pmtiles", asLink: false, replaces: false) } throws: {
      "\($0)".hasSuffix("there is no such file; did you mean \(bad)?")
    }
    #expect(!FileManager.default.fileExists(atPath: place))
    #expect { try MapShelf(folder: nil).remove(["a"]) } throws: { "\($0)".contains("set GEOSCRIPT_BASEMAPS") }
    #expect { try MapShelf(folder: nil).add(ShelfFiles.town, asLink: false, replaces: false) } throws: {
      "\($0)".contains("set GEOSCRIPT_BASEMAPS")
    }
  }

  @Test func aMapOfTheShelfIsNotPutOntoItself() throws {
    let added = try shelf.add(ShelfFiles.packed, asLink: false, replaces: false)
    for asLink in [true, false] {
      #expect { try shelf.add(added.path, asLink: asLink, replaces: true) } throws: {
        "\($0)" == "\(added.path): is on the shelf already"
      }
    }
    #expect(FileManager.default.contentsEqual(atPath: added.path, andPath: ShelfFiles.packed))
  }

  @Test func removingAnUnknownNameSaysWhatThereIs() throws {
    #expect { try shelf.remove(["town"]) } throws: {
      "\($0)" == "\(place): the shelf has no map 'town'; it is empty"
    }
    _ = try shelf.add(ShelfFiles.town, asLink: false, replaces: false)
    _ = try shelf.add(ShelfFiles.world, asLink: false, replaces: false)
    #expect { try shelf.remove(["word.mbtiles"]) } throws: {
      "\($0)" == "\(place): the shelf has no map 'word.mbtiles' (did you mean 'world.mbtiles'?); "
        + "it has town.osm.pbf, world.mbtiles" && ($0 as? GeoError)?.code == .usage
    }
    // Names are those of the shelf, and never lead out of it.
    #expect(throws: GeoError.self) { try shelf.remove(["../shelf/town.osm.pbf"]) }
    #expect(files.contains("town.osm.pbf"))
  }

  @Test func unreadableMapsAreReportedAndTheOthersUsed() throws {
    _ = try shelf.add(ShelfFiles.world, asLink: false, replaces: false)
    _ = try folder.write("shelf/bad.pmtiles", "nothing")
    symlink("/nowhere/gone.mbtiles", "\(place)/gone.mbtiles")
    mkfifo("\(place)/pipe.pmtiles", 0o600)
    _ = try folder.write("shelf/notes.txt", "not a map")
    var said: [String] = []
    #expect(shelf.maps { said.append($0) }.map(\.name) == ["world.mbtiles"])
    #expect(said.count == 3 && said[0].hasPrefix("\(place)/bad.pmtiles: is not a PMTiles archive"))
    #expect(said.allSatisfy { $0.contains("geoscript basemap remove ") })
    #expect(shelf.items().map(\.name) == ["world.mbtiles", "bad.pmtiles", "gone.mbtiles", "pipe.pmtiles"])
  }

  @Test func whatAnEndedCopyLeftIsRemoved() throws {
    _ = try shelf.add(ShelfFiles.world, asLink: false, replaces: false)
    // Numbers of processes are below 2^22: man 5 proc, pid_max.
    _ = try folder.write("shelf/.town.osm.pbf.4194305.part", "half")
    _ = try folder.write("shelf/.town.osm.pbf.\(getpid()).part", "another thread's")
    #expect(shelf.items().count == 1)
    _ = try shelf.add(ShelfFiles.packed, asLink: false, replaces: false)
    #expect(files == [".town.osm.pbf.\(getpid()).part", "world.mbtiles", "world.pmtiles"])
  }

  @Test func theFolderIsReadOnce() throws {
    let user = shelf
    _ = try user.add(ShelfFiles.world, asLink: false, replaces: false)
    #expect(user.maps { _ in }.count == 1)
    try user.remove(["world.mbtiles"])
    #expect(user.maps { _ in }.count == 1 && user.items().isEmpty)
  }
}
