import CommandTesting
import Testing

/// Options without an effect on the named sources, and words that are nearly an address.
@Suite struct UnfitOptionTests {
  @Test(arguments: [
    (["--http-users", "users"], "--http-users needs --from http://…: it says who may send there"),
    (["--http-token", "token"], "--http-token needs --from http://…: it says who may send there"),
    (
      ["--owntracks-key", "keys"],
      "--owntracks-key works only with OwnTracks messages: --from mqtt://…, http://…, a .rec or an event log"
    ),
    (
      ["--owntracks-waypoints"],
      "--owntracks-waypoints works only with OwnTracks messages: --from mqtt://…, http://…, a .rec or an event log"
    ),
  ])
  func anOptionWithoutItsSourceIsRefused(_ words: [String], _ reason: String) throws {
    let command = try Command(["s.lua": "", "walk.gpx": "", "users": "", "token": "", "keys": ""])
    for sources in [["--from", "walk.gpx"], [], ["--from", "sim:still?at=1,2"]] {
      let result = try command.start(["run", "s.lua"] + sources + words).wait()
      #expect(result.code == 64)
      #expect(result.errors == "geoscript: \(reason)\n")
    }
  }

  @Test func aTokenInTheEnvironmentIsOptional() throws {
    let command = try Command(["s.lua": "print('runs')"])
    let result = try command.shell("GEOSCRIPT_HTTP_TOKEN=0123456789abcdef $geoscript run s.lua")
    #expect(result.output == "runs\n")
  }

  @Test func aScriptIsNotAUsersFile() throws {
    let command = try Command(["s.lua": "", "home.lua": "local manager = CLLocationManager.new()\n"])
    let result = try command.run("run", "s.lua", "--from", "http://127.0.0.1:0", "--http-users", "home.lua")
    #expect(result.code == 64)
    #expect(
      result.errors
        == "geoscript: home.lua:1: is not a line of a users file (expected name:hash; geoscript "
        + "http-user NAME makes it)\n"
    )
  }

  @Test(arguments: [
    ("/dev/ttyUSB0", "(expected nmea:///dev/ttyUSB0, or gpsd://localhost if gpsd reads it)"),
    ("localhost:2947", "(expected gpsd://localhost:2947; a file of that name is ./localhost:2947)"),
  ])
  func anAddressWithoutItsSchemeIsNoMissingFile(_ word: String, _ reason: String) throws {
    let command = try Command(["s.lua": ""])
    let result = try command.run("run", "s.lua", "--from", word)
    #expect(result.code == 64)
    #expect(result.errors.hasPrefix("geoscript: \(word): is "))
    #expect(result.errors.hasSuffix("\(reason)\n"))
  }

  /// A file whose name tells nothing may be one of tracks, and a table.
  @Test func aFileOfAnUnknownFormMayHoldAnything() throws {
    let command = try Command(["s.lua": "", "walk": "time,lat,lon\n1780000000,1,2\n"])
    for words in [["--device-by", "track"], ["--lat-column", "lat", "--lon-column", "lon"]] {
      #expect(try command.start(["run", "s.lua", "--from", "walk"] + words).wait().code == 0)
    }
  }

  @Test func aFolderThatTheScriptMayMakeIsNotMissing() throws {
    let command = try Command(["s.lua": "", "walk.ndjson": Sample.log(1)])
    let run = ["run", "s.lua", "--from", "walk.ndjson", "--allow-read", "out/days"]
    #expect(try command.start(run).wait().errors.contains("warning: --allow-read out/days: there is no such"))
    #expect(try !command.start(run + ["--allow-write", "out"]).wait().errors.contains("--allow-read"))
  }
}
