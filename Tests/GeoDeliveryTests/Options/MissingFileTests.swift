import CommandTesting
import Geo
import Glibc
import Testing

@testable import GeoDelivery

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

  /// A folder that cannot be listed is not empty, and a file that cannot be created is named, not its folder.
  @Test(arguments: [
    ("run s.lua --from closed", 66, "closed: the files in this folder cannot be listed: Permission denied"),
    ("run s.lua --from all", 66, "all/closed: the files in this folder cannot be listed: Permission denied"),
    ("run s.lua --from 'closed/*.gpx'", 66, "closed/*.gpx: a folder of this pattern cannot be listed"),
    ("check closed", 66, "closed: the files in this folder cannot be listed: Permission denied"),
    ("test closed", 66, "closed: the files in this folder cannot be listed: Permission denied"),
    (
      "run s.lua --from a.ndjson --map a.png", 73,
      "a.png: cannot be created: you may not write in the current folder: Permission denied (name a file in another folder)"
    ),
    (
      "run s.lua --from a.ndjson --page closed/a.html", 73,
      "closed/a.html: cannot be created: you may not write in closed/: Permission denied"
    ),
    ("run s.lua --from a.ndjson --table a=a.csv", 73, "a.csv: cannot be created: Permission denied"),
    ("test s_test.lua --junit a.xml", 73, "a.xml: cannot be created: Permission denied"),
    ("convert a.ndjson a.gpx", 73, "a.gpx: cannot be created: Permission denied"),
  ])
  func whatMayNotBeReadOrWrittenIsNamed(line: String, code: Int32, message: String) throws {
    let command = try Command([
      "s.lua": "", "a.ndjson": Sample.log(1),
      "s_test.lua":
        "geoscript.test.script 's.lua' geoscript.test.test('x', function(run) run:expectNothingElse() end)",
    ])
    // Root may read and write everywhere, so the command runs as another user.
    let user = geteuid() == 0 ? "setpriv --reuid 65534 --clear-groups " : ""
    let result = try command.shell(
      "mkdir -p closed all/closed && chmod 311 closed all/closed && chmod 555 . && \(user)$geoscript \(line); code=$?; "
        + "chmod 755 . closed all/closed; exit $code")
    #expect(result.code == code && result.errors.contains(message), "\(result.code): \(result.errors)")
  }
}
