import Geo
import Testing

@testable import GeoHost

@Suite struct MissingFileTests {
  @Test(arguments: [
    ("walk", "walk.gpx"), ("wlak.gpx", "walk.gpx"), ("Walk.GPX", "walk.gpx"),
    ("fleet-may", "fleet-may-2026.ndjson.gz"),
    ("walk.ndjson", "walk.gpx"),
  ])
  func theNearestNameIsSuggested(name: String, meant: String) throws {
    let command = try Command(["walk.gpx": "", "fleet-may-2026.ndjson.gz": "", "notes": ""])
    #expect(MissingFile.suggestion(for: command.path(name), endings: [".gpx"]) == command.path(meant))
  }

  @Test func manyCandidatesGiveNoSuggestion() throws {
    let command = try Command(["day-one.gpx": "", "day-two.gpx": ""])
    #expect(MissingFile.suggestion(for: command.path("day"), endings: [".gpx"]) == nil)
    #expect(MissingFile.suggestion(for: command.path("nothing/like.it"), endings: []) == nil)
    #expect(MissingFile.suggestion(for: "", endings: [".gpx"]) == nil)
  }

  @Test func aFolderWasNotMeant() throws {
    let command = try Command()
    #expect(try command.shell("mkdir folder").code == 0)
    #expect(MissingFile.suggestion(for: command.path("foldr"), endings: [".gpx"]) == nil)
  }

  @Test func whatIsThereIsFine() throws {
    try MissingFile.check("/dev/null", "file", endings: [])
  }
}
