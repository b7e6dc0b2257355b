import CommandTesting
import Foundation
import Testing

/// What cannot be drawn or written.
extension MapOptionTests {
  @Test(arguments: [
    (["--map", "out.jpg"], 64, "must end in .png, .svg or .pdf"),
    (["--map", "{devise}.png"], 64, "did you mean 'device'?"),
    (["--map", "nowhere/out.png"], 73, "there is no such folder"),
    (["--map", "s.lua/out.png"], 73, "there is no such folder"),
    (["--map", "out.png", "--map-size", "9000x9000"], 64, "too large"),
    (["--map", "out.png", "--map-scale", "4"], 64, "--map-scale must be 1, 2 or 3"),
    (["--map", "out.png", "--map-every", "0"], 64, "--map-every must be"),
    (["--map", "out.png", "--map-wait=-1"], 64, "--map-wait"),
    (["--map", "out.png", "--basemap", "lands.osm"], 64, "is not a base map"),
    (["--map", "out.png", "--basemap", "none.mbtiles"], 66, "none.mbtiles"),
    (["--map", "out.png", "--basemap", "none.osm.pbf"], 66, "none.osm.pbf"),
    (["--map-every", "10"], 64, "needs --map"), (["--map-style", "dark"], 64, "needs --map"),
    (["--basemap", "world"], 64, "--basemap needs --map or --page: "),
    (["--basemap", "no.osm.pbf", "--page", "day.html"], 66, "no.osm.pbf: "),
    (["--map-wait", "3", "--basemap", "world", "--page", "127.0.0.1:0"], 64, "--map-wait needs --map"),
    (["--basemap", "none.mbtiles", "--page", "127.0.0.1:0"], 66, "none.mbtiles"),
  ])
  func whatCannotBeDrawnIsRefusedBeforeTheRun(words: [String], code: Int32, message: String) throws {
    let command = try command("print 'started'")
    let result = try command.start(["run", "s.lua", "--from", "van.ndjson"] + words).wait()
    #expect(result.code == code && result.errors.contains(message), "\(result.code): \(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test func aFolderThatMayNotBeWrittenIsRefused() throws {
    guard geteuid() != 0 else { return }
    let command = try command(MapOptionTests.mapless)
    mkdir(command.path("closed"), 0o500)
    let result = try command.run("run", "s.lua", "--from", "van.ndjson", "--map", "closed/out.png")
    #expect(result.code == 73 && result.errors.contains("Permission denied"))
  }

  @Test func aFullDiskIsReportedAndTheRunIsComplete() throws {
    let command = try command(MapOptionTests.mapless)
    symlink("/dev/full", command.path("out.png"))
    let result = try command.run("run", "s.lua", "--from", "van.ndjson", "--map", "out.png")
    #expect(result.code == 74 && result.errors.contains("No space left on device"), "\(result.errors)")
    #expect(result.output.contains("At gate"))
  }

  @Test func aTooLargeMapIsReportedAndTheOthersAreDrawn() throws {
    let command = try command(
      """
      MKMapView.new{ frame = CGRectMake(0, 0, 20000, 20000) }
      MKMapView.new{ frame = CGRectMake(0, 0, 20, 20) }
      MKMapView.new{ frame = CGRectMake(0, 0, 0, 0) }
      """)
    let result = try command.run("run", "s.lua", "--from", "van.ndjson", "--map", "out.png")
    #expect(result.code == 65 && result.errors.contains("16384"), "\(result.errors)")
    #expect(!command.exists("out.png") && command.exists("out-2.png"))
  }
}
