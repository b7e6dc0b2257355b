import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoHost

/// How a recording says what its run was, and what `why` makes of it: WY-9, WY-10.
@Suite struct RecordedRunTests {
  private static let script = """
    local lib = require "lib.edge"
    local app = {}
    function app.didExitRegion(_, region) geoscript.alert{ title = lib.title .. region.identifier } end
    local manager = CLLocationManager.new{ delegate = app }
    manager:startMonitoringForRegion(CLCircularRegion.new{
      identifier = "garden", center = CLLocationCoordinate2DMake(52.5, 13.4), radius = 50 })
    """

  private static let walk = """
    {"type":"location","time":"2026-05-04T10:00:00Z","latitude":52.5,"longitude":13.4}
    {"type":"location","time":"2026-05-04T10:01:00Z","latitude":52.502,"longitude":13.4}

    """

  private static let fences = #"{"type":"FeatureCollection","features":[]}"#

  /// A folder with `r.ndjson`, recorded with these words.
  private func recorded(_ words: String..., name: String = "r.ndjson") throws -> Command {
    let command = try Command([
      "home.lua": Self.script, "walk.ndjson": Self.walk, "fences.geojson": Self.fences,
      "pets.toml": "[walk]\ncolor = \"red\"\n",
    ])
    try FileManager.default.createDirectory(at: command.url("lib"), withIntermediateDirectories: true)
    try write("return { title = 'left ' }", to: "lib/edge.lua", command)
    let words = ["run", "home.lua", "--from", "walk.ndjson", "--record", name] + words
    #expect(try command.start(words).wait().code == 0)
    return command
  }

  private func write(_ text: String, to name: String, _ command: Command) throws {
    try text.write(to: command.url(name), atomically: false, encoding: .utf8)
  }

  private func sha256(_ path: String) throws -> String {
    let command = try Command()
    return String(try command.shell("sha256sum '\(path)'").output.prefix(64))
  }

  @Test func theFirstLineSaysHowTheRunWas() throws {
    let command = try recorded(
      "--seed", "7", "--time-zone", "Europe/Berlin", "--fences", "fences.geojson", "--", "word")
    let lines = command.read("r.ndjson").split(separator: "\n")
    let first = try JSONParser.parse(String(lines[0]))
    let run = try #require(first["run"])
    #expect(run["script"]?.text == "home.lua")
    #expect(run["sha256"]?.text == (try sha256(command.path("home.lua"))))
    #expect(run["seed"]?.text == "7")
    #expect(run["timeZone"]?.text == "Europe/Berlin")
    #expect(run["fences"] != nil && run["arguments"] != nil)
    #expect(run["settings"] == nil && run["max-instructions"] == nil)
    let module = try #require(lines.first { $0.contains(#""module":"lib/edge.lua""#) })
    #expect(
      try JSONParser.parse(String(module))["sha256"]?.text == (try sha256(command.path("lib/edge.lua"))))
    // A replay skips all of it.
    let again = try command.run("run", "home.lua", "--from", "r.ndjson")
    #expect(again.code == 0)
    #expect(again.lines.count == 1)
  }

  @Test func theSameRunIsExplained() throws {
    let command = try recorded("--seed", "7", name: "r.ndjson.gz")
    let same = try command.run("why", "left garden", "home.lua", "--from", "r.ndjson.gz", "--seed", "7")
    #expect(same.code == 0)
    #expect(same.errors == "")
    #expect(same.output.contains("raised at home.lua:3"))
  }

  @Test(arguments: [
    ("script", "the script home.lua has changed"), ("module", "the module lib/edge.lua has changed"),
    ("no module", "the module lib/edge.lua is missing"), ("fences", "the files of --fences have changed"),
  ]) func aChangedFileIsNamed(what: String, words: String) throws {
    let command = try recorded("--fences", "fences.geojson")
    switch what {
    case "script": try write(Self.script + "\n", to: "home.lua", command)
    case "module": try write("return { title = 'left '  }", to: "lib/edge.lua", command)
    case "fences": try write(Self.fences + " ", to: "fences.geojson", command)
    default: try FileManager.default.removeItem(at: command.url("lib/edge.lua"))
    }
    let question = ["why", "left garden", "home.lua", "--from", "r.ndjson", "--fences", "fences.geojson"]
    let refused = try command.start(question).wait()
    #expect(refused.code == 65)
    #expect(refused.output == "")
    #expect(
      refused.errors.contains("r.ndjson: the run was recorded otherwise: \(words) (--state DIR"), "\(refused)"
    )
    guard what != "no module" else { return }
    let anyway = try command.start(question + ["--anyway"]).wait()
    #expect(anyway.code == 0)
    #expect(anyway.errors == "geoscript: the run was recorded otherwise: \(words)\n")
    #expect(anyway.output.contains("left garden"))
  }

  @Test func changedOptionsAreNamed() throws {
    let command = try recorded("--seed", "7", "--settings", "pets.toml", "--time-zone", "UTC")
    let refused = try command.run(
      "why", "home.lua", "--at", "10:01", "--from", "r.ndjson", "--max-instructions", "1000000",
      "--time-zone",
      "Europe/Berlin")
    #expect(refused.code == 65)
    for words in [
      "--seed was 7 and is 0", "--time-zone was UTC and is Europe/Berlin", "the files of --settings differ",
      "--max-instructions was not given and is 1000000",
    ] { #expect(refused.errors.contains(words), "\(refused.errors)") }
  }

  @Test func whatNoRunHasRecordedIsNotCompared() throws {
    let command = try recorded()
    #expect(
      try command.run("why", "left garden", "home.lua", "--from", "walk.ndjson", "--seed", "9").code == 0)
  }
}
