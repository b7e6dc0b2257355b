import CommandTesting
import Foundation
import Testing

@testable import GeoCore
@testable import GeoHost

@Suite struct OutputTests {
  /// Standard output is all that the run makes (HO-196).
  @Test func aReaderThatGoesAwayEndsTheRunAsSIGPIPEWould() throws {
    let command = try Command(["s.lua": Sample.prints, "a.ndjson": Sample.log(50_000)])
    let run = "$geoscript run s.lua --from a.ndjson"
    let quiet = try command.shell("(\(run) --quiet; echo $? > code) | head -1")
    #expect(quiet.output == "a\t0.0\n")
    #expect(quiet.errors.isEmpty)
    #expect(command.read("code") == "141\n")
    let told = try command.shell("(\(run); echo $? > code) | head -1")
    #expect(told.errors.hasPrefix("nobody reads standard output: the run ends early\n"), "\(told.errors)")
    #expect(!told.errors.contains("50,000 events"))
    #expect(command.read("code") == "141\n")
  }

  @Test(arguments: [
    ["--alerts", "ndjson:alerts.ndjson", "--alerts", "text"], ["--table", "fixes=fixes.csv"],
    ["--state", "s"],
    ["--record", "r.ndjson"],
  ])
  func aRunWithOtherOutputsOutlivesItsReader(words: [String]) throws {
    let script =
      Sample.alerts + "\ngeoscript.onFinish(function() geoscript.row('fixes', { count = count }) end)"
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(20_000)])
    let line = "$geoscript run s.lua --from a.ndjson \(words.joined(separator: " "))"
    let result = try command.shell("(\(line); echo $? > code) | head -1")
    #expect(
      result.errors.contains("warning: nobody reads standard output: the run continues without it\n"),
      "\(result.errors)")
    #expect(result.errors.contains("20,000 events"))
    #expect(command.read("code") == "0\n")
    if command.exists("alerts.ndjson") {
      #expect(command.read("alerts.ndjson").split(separator: "\n").count == 20_000)
    }
    if command.exists("fixes.csv") { #expect(command.read("fixes.csv").hasSuffix(",20000\n")) }
  }

  @Test func aClockWithoutAReaderStops() throws {
    let command = try Command(["s.lua": "geoscript.every(0.01, function() print('tick') end)"])
    let result = try command.shell("($geoscript run s.lua; echo $? > code) | head -1")
    #expect(result.output == "tick\n")
    #expect(command.read("code") == "141\n")
  }

  @Test func hugeOutputsAreWhole() throws {
    let script = "geoscript.onFinish(function() for i = 1, 200 do print(string.rep('x', 99999)) end end)"
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(1)])
    let result = try command.shell("$geoscript run s.lua --from a.ndjson --quiet | (sleep 0.3; cat) | wc -c")
    #expect(result.output.trimmingCharacters(in: .whitespacesAndNewlines) == "20000000")
    #expect(result.errors.isEmpty)
  }

  @Test func aRepeatedlyWrongClockIsReportedOnce() throws {
    let times = [1000, 1001, 900, 901, 902, 800, 801, 802, 700, 701, 702]
    let log = times.map { #"{"device":"a","latitude":1,"longitude":2,"time":\#(1_780_000_000 + $0)}"# + "\n" }
    let command = try Command(["s.lua": Sample.prints, "a.ndjson": log.joined()])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(result.errors.components(separatedBy: "its clock was wrong").count == 2)
  }

  @Test func quietKeepsOnlyErrors() throws {
    let script = Sample.prints + "\ngeoscript.onFinish(function() error('no') end)"
    let command = try Command(["s.lua": script, "a.csv": "time,lat,lon\n1780000000,1,2\n"])
    let result = try command.run("run", "s.lua", "--from", "a.csv", "--quiet")
    #expect(result.output == "a\t1.0\n")
    #expect(result.errors.hasPrefix("error: device a: s.lua:4: no\n"))
    #expect(!result.errors.contains("events"))
    #expect(!result.errors.contains("columns"))
  }

  @Test func jsonMakesStandardOutputPure() throws {
    let script = Sample.alerts + "\nprint('plain\\ntext')\ngeoscript.log('info', 'a', 1)"
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(2)])
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--json", "--alerts", "text", "--alerts", "exec:cat", "--quiet")
    let types = try result.lines.map { line in
      let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect((object["time"] as? String).flatMap { ISO8601.parse($0) } != nil, "\(line)")
      #expect(object["device"] as? String == "a")
      return try #require(object["type"] as? String)
    }
    #expect(types == ["print", "log", "didUpdateToLocation", "alert", "didUpdateToLocation", "alert"])
  }

  @Test func logGoesToStandardErrorWithLevelAndDevice() throws {
    let command = try Command(["s.lua": "geoscript.log('warning', 'low', 1.5, nil)"])
    let result = try command.run("run", "s.lua", "--quiet")
    #expect(result.output.isEmpty)
    #expect(result.errors == "warning: default: low 1.5 nil\n")
  }

  @Test func progressNeedsATerminal() throws {
    let command = try Command(["s.lua": Sample.prints, "a.ndjson": Sample.log(10, seconds: 15)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--speed", "100")
    #expect(!result.errors.contains("\u{1B}"))
  }

  @Test func countsHaveTheirNouns() {
    #expect(counted(1, "event") == "1 event")
    #expect(counted(0, "copy", "copies") == "0 copies")
    #expect(grouped(-1_234_567) == "-1,234,567")
    #expect(hundredths(1234.567) == "1,234.57")
  }
}
