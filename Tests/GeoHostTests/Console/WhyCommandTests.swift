import CommandTesting
import Foundation
import Testing

@testable import GeoHost

/// The words of `geoscript why` and of other commands that take those of `run`.
@Suite struct WhyCommandTests {
  private static let home = """
    local app = {}
    function app.didExitRegion(_, region) geoscript.alert{ title = "left " .. region.identifier } end
    CLLocationManager.new{ delegate = app }:startMonitoringForRegion(CLCircularRegion.new{
      identifier = "garden", center = CLLocationCoordinate2DMake(52.5, 13.4), radius = 50 })
    """
  private static let walk = """
    {"time":"2026-05-04T10:00:00Z","latitude":52.5,"longitude":13.4}
    {"time":"2026-05-04T10:01:00Z","latitude":52.502,"longitude":13.4}

    """

  private func command() throws -> Command { try Command(["home.lua": Self.home, "walk.ndjson": Self.walk]) }

  @Test func optionsMayStandInAnyPlace() throws {
    let command = try command()
    let first = try command.run("why", "left garden", "home.lua", "--from", "walk.ndjson", "--seed", "7")
    #expect(first.code == 0 && first.output.contains("raised at home.lua:2"))
    for words in [
      ["--from", "walk.ndjson", "left garden", "home.lua", "--seed", "7"],
      ["--seed", "7", "--from=walk.ndjson", "home.lua", "left garden"],
      ["home.lua", "--from", "walk.ndjson", "--seed", "7", "left garden"],
      ["--from", "walk.ndjson", "--seed", "7", "left garden", "home.lua", "--", "word"],
    ] {
      let result = try command.start(["why"] + words).wait()
      #expect(result.code == 0 && result.output == first.output, "\(words): \(result.errors)")
    }
    let missed = try command.run(
      "why", "--from", "walk.ndjson", "--at", "10:00", "home.lua", "--not", "garden")
    #expect(missed.code == 0 && missed.output.contains("was raised"), "\(missed.errors)")
    // Two sources behind one --from, and an alert that is not a file.
    let both = try command.run("why", "--from", "walk.ndjson", "walk.ndjson", "left garden", "home.lua")
    #expect(both.code == 0, "\(both.errors)")
    for words in [
      ["--from", "walk.ndjson", "--at", "10:01", "home.lua"],
      ["--from", "walk.ndjson", "home.lua", "--at", "10:01"],
    ] {
      let console = try command.start(["repl"] + words, stdin: "geoscript.device.name\n").wait()
      #expect(console.code == 0 && console.output == "\"walk\"\n", "\(words): \(console.errors)")
    }
    let unit = try command.run(
      "service", "install", "--print", "home", "home.lua", "--from", "gpsd://localhost")
    let behind = try command.run(
      "service", "install", "home", "home.lua", "--from", "gpsd://localhost", "--print")
    #expect(unit.code == 0 && unit.output == behind.output, "\(behind.errors)")
  }

  @Test(arguments: [
    (["left garden"], "name the script as well: geoscript why 'left garden' home.lua --from FILE"),
    ([], "name an alert and a script"), (["--from", "walk.ndjson"], "name an alert and a script"),
    (["x", "home.lua", "--not", "garden", "--at", "10:00"], "'x' names an alert: leave one of them out"),
    (
      ["home.lua", "--from", "walk.ndjson"],
      "name an alert, or say when something should have fired: --at 10:02"
    ),
    (["left garden", "home.lua", "--from", "walk.ndjson", "--sede", "7"], "--sede"),
    (
      ["left garden", "home.lua", "--from", "walk.ndjson", "--at", "25:00"], "--at takes a time such as 10:02"
    ),
    (["left garden", "home.lua", "--from", "walk.ndjson", "--bundle", "x"], "write --bundle x.zip"),
  ])
  func wrongWordsSayWhatIsRight(words: [String], message: String) throws {
    let result = try command().start(["why"] + words).wait()
    #expect(result.code == 64 && result.output.isEmpty)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(!result.errors.contains("OVERVIEW"))
  }

  /// HO-154.
  @Test func aRecordingHasTheStateThatItsRunBeganFrom() throws {
    let command = try command()
    let words = ["run", "home.lua", "--from", "walk.ndjson", "--state", "s"]
    #expect(try command.start(words + ["--record", "first.ndjson"]).wait().code == 0)
    #expect(!command.read("first.ndjson").contains(#""state":"#))
    let later = Self.walk.replacing("10:0", with: "11:0")
    try later.write(to: command.url("walk.ndjson"), atomically: false, encoding: .utf8)
    #expect(
      try command.run("run", "home.lua", "--from", "walk.ndjson", "--state", "s", "--record", "r.ndjson")
        .code == 0)
    let answer = try command.run("why", "left garden", "home.lua", "--from", "r.ndjson")
    #expect(answer.code == 0 && answer.errors.isEmpty, "\(answer.errors)")
    // The device was outside at the end of the first run.
    let missed = try command.run("why", "home.lua", "--not", "garden", "--at", "11:00", "--from", "r.ndjson")
    #expect(!missed.output.contains("settled"), "\(missed.output)")
    #expect(try command.run("why", "left garden", "home.lua", "--from", "first.ndjson").errors.isEmpty)
  }

  @Test func aMendedScriptThatDoesNotAlertAnyMore() throws {
    let command = try command()
    #expect(try command.run("run", "home.lua", "--from", "walk.ndjson", "--record", "r.ndjson").code == 0)
    try Self.home.replacing("radius = 50", with: "radius = 500").write(
      to: command.url("home.lua"), atomically: false, encoding: .utf8)
    let words = ["why", "left garden", "home.lua", "--from", "r.ndjson"]
    #expect(
      try command.start(words).wait().errors.contains(
        "has changed (--state DIR has what ran, if the run had it; --anyway asks all the same)"))
    let result = try command.start(words + ["--anyway"]).wait()
    #expect(result.code == 65)
    #expect(
      result.errors.hasSuffix(
        "geoscript: this alert is not raised any more by home.lua: 'left garden' (it raises none)\n"),
      "\(result.errors)")
  }
}
