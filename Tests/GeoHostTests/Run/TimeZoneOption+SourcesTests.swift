import CommandTesting
import Foundation
import Testing

/// Times that people read are local; those that programs read are UTC.
@Suite struct TimeZoneOptionTests {
  private static let script = """
    local app, m = {}, CLLocationManager()
    m.delegate = app
    function app:didUpdateToLocation(m, new) geoscript.alert{ title = new.timestamp:format("%H:%M") } end
    function app:didEnterRegion(m, region) geoscript.alert{ title = "in" } end
    m:startUpdatingLocation()
    m:startMonitoringForRegion(CLCircularRegion(CLLocationCoordinate2D(46, 14), 100, "home"))
    """
  private static let log = """
    {"time":"2026-05-04T06:00:00Z","device":"rex","latitude":46.01,"longitude":14,"horizontalAccuracy":5}
    {"time":"2026-05-04T06:01:00Z","device":"rex","latitude":46,"longitude":14,"horizontalAccuracy":5}
    {"time":"2026-05-04T06:02:00Z","device":"rex","latitude":46,"longitude":14,"horizontalAccuracy":5}
    """

  private func command() throws -> Command { try Command(["a.lua": Self.script, "a.ndjson": Self.log]) }

  @Test func textIsLocalWithItsOffset() throws {
    let result = try command().run("run", "a.lua", "--from", "a.ndjson", "--time-zone", "Asia/Tokyo")
    #expect(
      result.lines.first?.hasPrefix("2026-05-04T15:00:00+09:00  rex  15:00") == true, "\(result.output)")
  }

  @Test func theEnvironmentNamesTheZone() throws {
    let command = try command()
    for zone in ["Europe/Berlin", ":Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"] {
      let result = try command.shell("TZ='\(zone)' $geoscript run a.lua --from a.ndjson")
      #expect(result.lines.first?.hasPrefix("2026-05-04T08:00:00+02:00  rex  08:00") == true, "\(zone)")
    }
    let other = try command.shell("TZ=Europe/Berlin $geoscript run a.lua --from a.ndjson --time-zone UTC")
    #expect(other.lines.first?.hasPrefix("2026-05-04T06:00:00Z  rex  06:00") == true)
  }

  @Test(arguments: ["Europe/Berlim", "Mars"])
  func anEnvironmentWithAnotherNameIsToldOf(name: String) throws {
    let command = try command()
    let told = "warning: $TZ is '\(name)', which is not a time zone: times are those of UTC"
    let run = "TZ=\(name) $geoscript run a.lua --from a.ndjson"
    #expect(try command.shell(run).errors.contains(told))
    #expect(try !command.shell(run + " --time-zone UTC").errors.contains("$TZ"))
  }

  @Test func autoIsTheZoneOfTheFirstFix() throws {
    // 46.01, 14.00 is in Slovenia, whose zone is Europe/Ljubljana (IANA tzdata, zone1970.tab: Europe/Belgrade).
    let result = try command().shell(
      "GEOSCRIPT_GAZETTEER= $geoscript run a.lua --from a.ndjson --time-zone auto")
    #expect(
      result.lines.first?.hasPrefix("2026-05-04T08:00:00+02:00  rex  08:00") == true, "\(result.errors)")
    #expect(result.errors.contains("times are those of Europe/"), "\(result.errors)")
    let empty = try command().run("run", "a.lua", "--time-zone", "auto")
    #expect(empty.code == 64 && empty.errors.contains("--from has none"))
    let table = try command().run("convert", "a.ndjson", "a.gpx", "--time-zone", "auto")
    #expect(table.code == 64 && table.errors.contains("name the zone of the table's times"))
  }

  /// LU-22: Tokyo is 9 h ahead of UTC, Slovenia 2 h in May (IANA tzdata).
  @Test func autoFollowsTheDevicesOfALiveSource() throws {
    let tokyo = Self.log.replacing("\"rex\"", with: "\"aki\"").replacing(":46.01,", with: ":35.68,")
      .replacing(":46,", with: ":35.69,").replacing(":14,", with: ":139.77,")
    let command = try Command(["a.lua": Self.script, "a.ndjson": Self.log, "b.ndjson": tokyo])
    let result = try command.shell(
      "(cat a.ndjson; echo; cat b.ndjson) | TZ=UTC GEOSCRIPT_GAZETTEER= $geoscript run a.lua --from - --time-zone auto"
    )
    #expect(result.code == 0, "\(result.errors)")
    #expect(
      result.lines.contains { $0.hasPrefix("2026-05-04T08:00:00+02:00  rex  08:00") }, "\(result.output)")
    #expect(
      result.lines.contains { $0.hasPrefix("2026-05-04T15:00:00+09:00  aki  15:00") }, "\(result.output)")
    #expect(result.errors.contains("times are those of each device's last fix"))
  }

  @Test func aContinuedStateKeepsItsZone() throws {
    let command = try command()
    _ = try command.run(
      "run", "a.lua", "--from", "a.ndjson", "--state", "state", "--time-zone", "Asia/Tokyo")
    let show = try command.run("state", "show", "rex", "--state", "state")
    #expect(show.output.contains("time zone   Asia/Tokyo"), "\(show.output)")
    let json = try command.run("state", "show", "rex", "--state", "state", "--json")
    #expect(json.output.contains("\"timeZone\":\"Asia/Tokyo\""))
    try #"{"time":"2026-05-04T06:03:00Z","device":"rex","latitude":46,"longitude":14}"#.appending("\n")
      .write(to: command.url("b.ndjson"), atomically: false, encoding: .utf8)
    let next = try command.shell("TZ=UTC $geoscript run a.lua --from b.ndjson --state state")
    #expect(next.lines.first?.hasPrefix("2026-05-04T15:03:00+09:00") == true, "\(next.output)")
    let named = try command.run(
      "run", "a.lua", "--from", "b.ndjson", "--state", "state", "--time-zone", "UTC")
    #expect(named.code == 0 && !named.errors.contains("times are those"))
  }

  @Test func explanationsAreLocal() throws {
    let result = try command().run(
      "run", "a.lua", "--from", "a.ndjson", "--explain", "home", "--time-zone", "Asia/Tokyo")
    #expect(result.errors.contains("2026-05-04T15:01:00+09:00"), "\(result.errors)")
  }

  @Test func replayInfoAndStatesAreLocal() throws {
    let command = try command()
    let info = try command.run("replay-info", "a.ndjson", "--time-zone", "Asia/Tokyo")
    #expect(info.output.contains("2026-05-04T15:00:00+09:00 to 2026-05-04T15:02:00+09:00"), "\(info.output)")
    let json = try command.run("replay-info", "a.ndjson", "--time-zone", "Asia/Tokyo", "--json")
    #expect(!json.output.contains("+09:00"))
    _ = try command.run("run", "a.lua", "--from", "a.ndjson", "--state", "state")
    let state = try command.shell("TZ=Asia/Tokyo $geoscript state show rex --state state")
    #expect(state.output.contains("clock       2026-05-04T15:02:00+09:00"), "\(state.output)")
  }

  @Test func jsonStaysUTC() throws {
    let command = try command()
    for words in [["--json"], ["--alerts", "ndjson"]] {
      let tokyo = try command.start(
        ["run", "a.lua", "--from", "a.ndjson", "--time-zone", "Asia/Tokyo"] + words
      ).wait()
      #expect(!tokyo.output.contains("+09:00") && tokyo.output.contains("15:00"))
    }
  }

  @Test func idsOfAlertsDoNotDependOnTheOutput() throws {
    let command = try command()
    func ids(_ words: [String]) throws -> [String] {
      let result = try command.start(["run", "a.lua", "--from", "a.ndjson"] + words).wait()
      return result.lines.filter { $0.contains("\"title\"") }.compactMap { line in
        line.firstRange(of: "\"id\":\"").map { String(line[$0.upperBound...].prefix(16)) }
      }
    }
    let plain = try ids(["--alerts", "ndjson"])
    let json = try ids(["--json"])
    #expect(plain.count == 4 && plain == json, "\(plain) \(json)")
    let both = try command.run(
      "run", "a.lua", "--from", "a.ndjson", "--json", "--alerts", "ndjson:alerts.ndjson")
    #expect(both.code == 0)
    #expect(plain.allSatisfy { command.read("alerts.ndjson").contains($0) })
  }

  @Test func anUnknownZoneIs64() throws {
    let result = try command().run("run", "a.lua", "--from", "a.ndjson", "--time-zone", "Mars/Base")
    #expect(result.code == 64)
    #expect(result.errors.contains("unknown time zone 'Mars/Base'"))
  }
}
