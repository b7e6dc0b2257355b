import CommandTesting
import Foundation
import Testing

/// Several files, and files that are there already.
@Suite struct SourceWordsTests {
  private static let files = [
    "s.lua": Sample.prints, "a.ndjson": Sample.log(1, devices: ["a"]),
    "b.ndjson": Sample.log(1, devices: ["b"]),
    "c.ndjson": Sample.log(1, devices: ["c"]),
  ]

  @Test(arguments: [
    ["s.lua", "--from", "a.ndjson", "b.ndjson", "c.ndjson"],
    ["s.lua", "--from=a.ndjson", "b.ndjson", "--from", "c.ndjson"],
    ["--from", "a.ndjson", "b.ndjson", "c.ndjson", "s.lua"],
    ["--quiet", "--from", "a.ndjson", "b.ndjson", "s.lua", "c.ndjson"],
    ["s.lua", "--from", "a.ndjson", "b.ndjson", "c.ndjson", "--", "x", "--from", "y"],
  ])
  func severalSourcesFollowOneOption(words: [String]) throws {
    let result = try Command(Self.files).start(["run"] + words).wait()
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.lines.count == 3)
  }

  @Test(arguments: [["--from", "logs"], ["--from", "logs/*.ndjson"], ["--from", "logs/"]])
  func aFolderOrAPatternStandsForItsFiles(words: [String]) throws {
    let command = try Command(["s.lua": Sample.prints])
    try FileManager.default.createDirectory(at: command.url("logs"), withIntermediateDirectories: true)
    for name in ["a", "b"] {
      try Sample.log(1, devices: [name]).write(
        to: command.url("logs/\(name).ndjson"), atomically: false, encoding: .utf8)
    }
    let result = try command.start(["run", "s.lua"] + words).wait()
    #expect(result.code == 0 && result.lines.count == 2, "\(result.errors)")
    #expect(try command.run("replay-info", words[1]).output.contains("b.ndjson: event log"))
    #expect(try command.run("convert", words[1], "all.csv").code == 0)
  }

  @Test func filesWithoutTheOptionAreExplained() throws {
    for words in [["a.ndjson"], ["a.ndjson", "b.ndjson", "c.ndjson"]] {
      let result = try Command(Self.files).start(["run", "s.lua"] + words).wait()
      #expect(result.code == 64 && result.errors.contains("Give a source of events with --from a.ndjson"))
    }
  }

  @Test(arguments: [("--observe", nil), ("--foo", nil), ("--form", "--from")])
  func onlyANearOptionIsProposed(option: String, near: String?) throws {
    let result = try Command(Self.files).run("run", "s.lua", option)
    let said = "Error: Unknown option '\(option)'" + (near.map { ". Did you mean '\($0)'?" } ?? "")
    #expect(
      result.code == 64 && result.lines.isEmpty && result.errors.hasPrefix(said + "\n"), "\(result.errors)")
  }

  @Test func convertReplacesNothingUntold() throws {
    let command = try Command(Self.files)
    let result = try command.run("convert", "a.ndjson", "b.ndjson", "c.ndjson")
    #expect(result.code == 64 && result.errors.contains("c.ndjson: exists (convert writes the last file"))
    #expect(command.read("c.ndjson") == Self.files["c.ndjson"])
    #expect(try command.run("convert", "a.ndjson", "{device}.ndjson").code == 64)
    #expect(try command.run("convert", "a.ndjson", "b.ndjson", "c.ndjson", "-f").code == 0)
    #expect(command.read("c.ndjson") != Self.files["c.ndjson"])
    #expect(try command.run("convert", "a.ndjson", "b.ndjson", "d.ndjson").code == 0)
  }

  @Test func aReplayTellsOfSilence() throws {
    let script = """
      local app = {}
      function app.didUpdateToLocation() print("fix") end
      function app.didFailWithError(_, e) print("lost", e.code == kCLErrorLocationUnknown) end
      CLLocationManager.new{ delegate = app }:startUpdatingLocation()
      """
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(3, seconds: 100)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--stale-after", "60")
    #expect(result.code == 0 && result.lines.filter { $0.contains("lost") }.count == 2, "\(result.output)")
  }
}
