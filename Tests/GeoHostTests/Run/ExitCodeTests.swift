import CommandTesting
import Testing

/// The exit codes that scripts around the command rely on.
@Suite struct ExitCodeTests {
  @Test func aRunThatEndsIsZero() throws {
    let command = try Command(["s.lua": Sample.prints, "a.ndjson": Sample.log(2)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(result.code == 0)
    #expect(result.lines == ["a\t0.0", "a\t0.1"])
    #expect(result.errors.hasPrefix("2 events, 1 device, 0 regions: 0 enters, 0 exits, 0 alerts in "))
  }

  @Test(arguments: [
    ["run"], ["run", "s.lua", "--speed", "fast"], ["run", "s.lua", "--speed", "-1"],
    ["run", "s.lua", "--alerts", "mail"],
    ["run", "s.lua", "--start", "noon"], ["run", "s.lua", "--jobs", "0"],
    ["run", "s.lua", "--interval", "0"],
    ["run", "s.lua", "--profile", "fridge"], ["run", "s.lua", "--from", "-", "--from", "-"],
    ["run", "s.lua", "--strict", "--keep-going"], ["run", "s.lua", "--quiet", "--verbose"],
    ["run", "s.lua", "--log-level", "warn"], ["run", "s.lua", "--log-format", "xml"],
    ["run", "s.lua", "--nonsense"], ["docs", "CLNothing"], ["fly"],
  ])
  func wrongWordsAre64(words: [String]) throws {
    let command = try Command(["s.lua": ""])
    #expect(try command.start(words).wait().code == 64)
  }

  @Test func aSyntaxErrorIs65BeforeAnyInputIsRead() throws {
    let command = try Command(["s.lua": "local x = = 1"])
    // Reading it would wait for the writer of the pipe.
    let result = try command.shell("mkfifo pipe; $geoscript run s.lua --from pipe")
    #expect(result.code == 65)
    #expect(result.errors == "geoscript: s.lua:1: unexpected symbol near '='\n")
    #expect(result.output.isEmpty)
  }

  @Test func aSyntaxErrorHasItsLine() throws {
    let command = try Command(["s.lua": "print(1)\nif true\n"])
    let result = try command.run("run", "s.lua")
    #expect(result.code == 65)
    #expect(result.errors.contains("s.lua:"))
    #expect(result.output.isEmpty)
  }

  @Test(arguments: ["1", "2"]) func everyInstanceStoppedIs65(jobs: String) throws {
    let command = try Command(["s.lua": "error('no')", "a.ndjson": Sample.log(3, devices: ["a", "b", "c"])])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--jobs", jobs)
    #expect(result.code == 65)
    #expect(result.reports.contains("warning: device b: the script is stopped: its main chunk failed"))
    #expect(result.reports.contains("stopped: 3 instances of the script"))
  }

  @Test(
    arguments: [
      "geoscript.after(0.1, print)",
      "CLGeocoder.new():geocodeAddressString('Paris', print)",
    ])
  func whatAScriptThatFailsLeavesPendingIsNotWaitedFor(line: String) throws {
    let command = try Command(["s.lua": "\(line)\nerror('no')"])
    let result = try command.run("run", "s.lua")
    #expect(result.code == 65)
    #expect(result.output.isEmpty)
    #expect(result.reports.contains("stopped: 1 instance of the script"))
  }

  @Test func oneInstanceStoppedIs1() throws {
    let script = "if geoscript.device.id == 'b' then error('no') end"
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(3, devices: ["a", "b", "c"])])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(result.code == 1)
    #expect(result.reports.contains("stopped: 1 instance of the script"))
  }

  @Test func aMissingScriptIs66AndTheEndingIsSuggested() throws {
    let command = try Command(["hello.lua": ""])
    let result = try command.run("run", "hello")
    #expect(result.code == 66)
    #expect(result.errors == "geoscript: hello: there is no such script; did you mean hello.lua?\n")
  }

  @Test func aTrackInPlaceOfTheScriptIs64() throws {
    let command = try Command(["walk.gpx": "<gpx/>"])
    let result = try command.run("run", "walk.gpx")
    #expect(result.code == 64)
    #expect(result.errors.contains("walk.gpx: is a source of events, not a script"))
  }

  @Test(arguments: [
    ["--start", "2020-01-02", "--end", "2020-01-01"], ["--fence-accuracy", "5"],
    ["--interval", "1", "--pace", "1"],
  ])
  func optionsThatCannotServeAre64(words: [String]) throws {
    let command = try Command(["s.lua": "", "a.ndjson": Sample.log(1)])
    #expect(try command.start(["run", "s.lua", "--from", "a.ndjson"] + words).wait().code == 64)
  }

  @Test func aMissingTrackIs66AndTheNearestNameIsSuggested() throws {
    let command = try Command(["s.lua": "print(1)", "monday-walk.gpx": "<gpx/>"])
    let result = try command.run("run", "s.lua", "--from", "mondaywalk.gpx")
    #expect(result.code == 66)
    #expect(
      result.errors
        == "geoscript: mondaywalk.gpx: there is no such file for --from; did you mean monday-walk.gpx?\n")
    #expect(result.output.isEmpty)
  }

  @Test func aMissingTrackIs66BeforeTheAlertsFileIsMade() throws {
    let command = try Command(["s.lua": "print(1)"])
    #expect(try command.run("run", "s.lua", "--from", "a.gpx", "--alerts", "ndjson:alerts").code == 66)
    #expect(!command.exists("alerts"))
  }

  @Test func anInputOfNoKnownFormIs65() throws {
    let command = try Command(["s.lua": "print(1)", "a.txt": "hello\n"])
    let result = try command.run("run", "s.lua", "--from", "a.txt")
    #expect(result.code == 65)
    #expect(result.errors.contains("a.txt: is in an unknown format (expected .gpx"))
  }

  @Test func anAlertsFileThatCannotBeMadeIs73() throws {
    let command = try Command(["s.lua": "print(1)"])
    let result = try command.run("run", "s.lua", "--alerts", "ndjson:nowhere/alerts.ndjson")
    #expect(result.code == 73)
    #expect(result.output.isEmpty)
  }

  @Test(arguments: [
    ["--alerts", "ndjson:no/a.ndjson"], ["--record", "no/r.ndjson"], ["--table", "t=no/t.csv"],
    ["--map", "no/m.png"], ["--state", "/proc/geoscript"], ["--page", "no/p.html"],
  ])
  func aScriptThatCannotBeUsedComesBeforeAnOutput(words: [String]) throws {
    let command = try Command(["s.lua": "x = = 1", "good.lua": "", "a.ndjson": Sample.log(1)])
    let result = try command.start(["run", "s.lua", "--from", "a.ndjson"] + words).wait()
    #expect(result.code == 65 && result.errors == "geoscript: s.lua:1: unexpected symbol near '='\n")
    #expect(try command.start(["run", "good.lua", "--from", "a.ndjson"] + words).wait().code == 73)
  }

  @Test(arguments: [
    ["--alerts", "ndjson:no/a.ndjson"], ["--record", "no/r.ndjson"], ["--table", "t=no/t.csv"],
    ["--map", "no/m.png"], ["--state", "/proc/geoscript"], ["--page", "no/p.html"],
  ])
  func aFileThatCannotBeReadComesBeforeAnOutput(words: [String]) throws {
    let command = try Command(["s.lua": "", "a.ndjson": Sample.log(1), "bad.json": "{"])
    for option in ["--fences", "--privacy-zone", "--settings"] {
      let inputs = ["run", "s.lua", "--from", "a.ndjson", option, "bad.json"]
      let result = try command.start(inputs + words).wait()
      #expect(
        result.code == 65 && result.errors.contains("geoscript: bad.json"), "\(option): \(result.errors)")
    }
  }

  @Test func aFullDiskIs74() throws {
    let command = try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(3)])
    let toFile = try command.run("run", "s.lua", "--from", "a.ndjson", "--alerts", "ndjson:/dev/full")
    #expect(toFile.code == 74)
    #expect(toFile.errors.contains("error: /dev/full: alerts were lost: No space left on device"))
    let toOutput = try command.shell("$geoscript run s.lua --from a.ndjson > /dev/full")
    #expect(toOutput.code == 74)
    #expect(toOutput.errors.contains("error: standard output: No space left on device"))
  }

  @Test(arguments: ["1", "2"]) func aFailingCallbackUnderStrictIs1AndTheLast(jobs: String) throws {
    let script = Sample.prints.replacing(
      "print(", with: "if new.coordinate.latitude > 0.05 then error('no') end print(")
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(5)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--strict", "--jobs", jobs)
    #expect(result.code == 1)
    #expect(result.lines == ["a\t0.0"])
    #expect(result.reports.contains("failed: 1 callback"))
  }

  @Test func aRunInWhichNothingCouldBeUsedIs65() throws {
    let command = try Command(["s.lua": Sample.prints, "a.ndjson": "hello\n{}\n", "b.ndjson": Sample.log(1)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(result.code == 65)
    #expect(result.reports.contains("error: a.ndjson: contains nothing usable: geoscript skipped all of it"))
    let two = ["run", "s.lua", "--from", "a.ndjson", "--from", "b.ndjson"]
    let both = try command.start(two).wait()
    #expect(both.code == 65)
    #expect(both.lines.count == 1)
    #expect(both.reports.contains("error: a.ndjson: contains nothing usable: geoscript skipped all of it"))
    #expect(try command.start(two + ["--keep-going"]).wait().code == 0)
  }

  @Test func aByteOrderMarkBeforeAScriptIsNoText() throws {
    let command = try Command([
      "s.lua": "\u{FEFF}#!/usr/bin/env geoscript\nprint(require 'm')", "m.lua": "\u{FEFF}return 7",
    ])
    let result = try command.run("run", "s.lua")
    #expect(result.lines == ["7"])
    #expect(try command.run("check", "s.lua", "m.lua").code == 0)
  }

  @Test func inputsIsAPageOfTheReference() throws {
    let result = try Command().run("docs", "inputs")
    #expect(result.code == 0)
    #expect(result.lines.contains("# Inputs: files of events"))
  }

  @Test func anInputWithoutEventsIsReported() throws {
    let command = try Command(["s.lua": Sample.prints, "a.ndjson": Sample.log(5)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--start", "2040-01-01T00:00:00Z")
    #expect(result.code == 0)
    #expect(result.reports == ["warning: no event came from a.ndjson between --start and --end"])
  }
}
