import ArgumentParser
import GeoHost
import Testing

@testable import geoscript

/// `geoscript run` reads well-formed words itself and leaves all others to the argument parser: both must say the same.
@Suite struct OptionTableTests {
  /// A value of each option is among them, and what is a value of none.
  private static let values = [
    nil, "7", "2", "%d/%m/%Y", "track", "800x600", "Europe/Berlin", "dark", "debug", "json", "--quiet", "-1",
  ]

  /// What a run is told, or why not; nil if the words cannot be read.
  private func reading(_ command: RunCommand?) -> String? {
    command.map { command in
      do { return "\(try command.options())" } catch { return "\(error)" }
    }
  }

  private func parsed(_ words: [String]) -> RunCommand? { try? RunCommand.parse(words) }

  @Test(arguments: RunConfiguration.options().filter { $0.kind != .positional }.map(\.name))
  func anOptionIsReadAsTheArgumentParserReadsIt(name: String) throws {
    let words = Self.values.map {
      ["a.lua", "--\(name)"] + ($0.map { [$0] } ?? []) + (Self.others[name] ?? [])
    }
    let taken = try #require(words.first { RunCommand(plain: $0) != nil })
    #expect(reading(RunCommand(plain: taken)) == reading(parsed(taken)), "\(taken)")
    let refused = try #require(words.first { RunCommand(plain: $0) == nil })
    #expect(parsed(refused) == nil, "\(refused)")
  }

  /// What some options need beside them.
  private static let others = [
    "checkpoint": ["--state=s"], "alert-max-age": ["--state=s"], "alert-queue": ["--state=s"],
    "fence-accuracy": ["--fences=f"], "record-rotate": ["--record=r"],
    "record-keep": ["--record=r"], "map-every": ["--map=m.png"], "map-scale": ["--map=m.png"],
    "map-style": ["--map=m.png"], "basemap": ["--map=m.png"], "map-wait": ["--map=m.png"],
  ]

  @Test(arguments: [
    [], ["a.lua"], ["a.lua", "b.lua"], ["--", "a.lua"], ["a.lua", "--"],
    ["a.lua", "--", "x", "--quiet", "--", "-"],
    ["--quiet", "a.lua", "--", "--help"], ["a.lua", "--help"], ["a.lua", "-h"], ["a.lua", "--version"],
    ["help"],
    ["-"], ["---a"], ["a.lua", "---quiet"], ["a.lua", "-quiet"], ["a.lua", "--=1"],
    ["a.lua", "--quite"],
    ["a.lua", "--quiet", "--verbose"], ["a.lua", "--strict", "--keep-going"], ["a.lua", "--speed="],
    ["a.lua", "--from", "-", "--from", "-"], ["a.lua", "--from", "x", "--from=y", "--from", "z=1"],
    ["a.lua", "--interval", "1", "--pace", "2"], ["a.lua", "--state", "s", "--checkpoint", "5"],
    ["a.lua", "--fences", "f", "--fence-accuracy", "5"], ["a.lua", "--record", "r", "--record-rotate", "1h"],
    ["a.lua", "--record", "r.ndjson", "--record-keep", "30d"],
    ["a.lua", "--map", "m.png", "--map-every", "60"],
    [
      "a.lua", "--map", "m.png", "--map-scale", "2", "--map-style", "dark", "--basemap", "none", "--map-wait",
      "1",
    ],
    ["a.lua", "--speed", "3", "--speed=4"], ["a.lua", "--map", "m.png", "--map-scale", "4"],
    ["a.lua", "--map-scale", "2"],
    ["a.lua", "--from", "http://127.0.0.1:0", "--token", "no-file"],
    ["a.lua", "--e\u{301}tat", "1"], ["-\u{301}a.lua"],
  ])
  func wordsAreReadAsTheArgumentParserReadsThem(words: [String]) {
    #expect(reading(RunCommand(plain: words)) == reading(parsed(words)))
  }
}
