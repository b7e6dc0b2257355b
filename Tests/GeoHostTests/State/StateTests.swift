import CommandTesting
import Foundation
import Glibc
import Testing

/// The state that `--state` keeps from one run to the next.
@Suite struct StateTests {
  /// Watches one circle around 0° N 2° E and raises alerts; the text for `%` goes in front.
  static func script(radius: Int = 500, before: String = "") -> String {
    """
    local app = {}
    local manager = CLLocationManager.new{ delegate = app }
    \(before)
    function app.didEnterRegion(_, region) geoscript.alert{ title = "in", id_ = region.identifier } end
    function app.didExitRegion(_, region) geoscript.alert{ title = "out" } end
    manager:startMonitoringForRegion(CLCircularRegion.new{
      identifier = "depot", center = CLLocationCoordinate2DMake(0, 2), radius = \(radius) })
    """
  }

  /// Fixes of `van`, ten seconds apart, at these latitudes.
  static func log(_ latitudes: [Double], from time: Int = 1_780_000_000, device: String = "van") -> String {
    latitudes.enumerated().map { index, latitude in
      #"{"time":\#(time + index * 10),"device":"\#(device)","latitude":\#(latitude),"longitude":2}"# + "\n"
    }.joined()
  }

  static let away = 0.1

  /// The titles of the alerts in a file, in order.
  static func titles(_ command: Command, _ file: String = "alerts.ndjson") -> [String] {
    command.read(file).matches(of: /"title":"([^"]*)"/).map { String($0.output.1) }
  }

  @discardableResult
  private func run(_ command: Command, _ log: String, _ words: String...) throws -> Command.Result {
    try command.start(
      ["run", "s.lua", "--from", log, "--state", "kept", "--alerts", "ndjson:alerts.ndjson"] + words
    ).wait()
  }

  @Test func aVisitContinuesInTheNextRunWithOneEnterAndOneExit() throws {
    let command = try Command([
      "s.lua": Self.script(), "monday.ndjson": Self.log([Self.away, 0, 0]),
      "tuesday.ndjson": Self.log([0, 0, Self.away, Self.away], from: 1_780_086_400),
    ])
    #expect(try run(command, "monday.ndjson").code == 0)
    #expect(Self.titles(command) == ["in"])
    #expect(try run(command, "tuesday.ndjson").code == 0)
    #expect(Self.titles(command) == ["in", "out"])
    let visits = command.read("alerts.ndjson").matches(of: /"visit":"(\w+)"/).map(\.output.1)
    #expect(visits.count == 2 && visits[0] == visits[1])
  }

  @Test func withoutStateTheNextRunResolvesAgain() throws {
    let command = try Command([
      "s.lua": Self.script(), "tuesday.ndjson": Self.log([0, 0, Self.away], from: 1_780_086_400),
    ])
    _ = try command.run("run", "s.lua", "--from", "tuesday.ndjson", "--alerts", "ndjson:alerts.ndjson")
    #expect(Self.titles(command) == ["out"])
  }

  @Test func aChangedRegionResolvesAgain() throws {
    let command = try Command([
      "s.lua": Self.script(), "monday.ndjson": Self.log([Self.away, 0, 0]),
      "tuesday.ndjson": Self.log([Self.away, Self.away], from: 1_780_086_400),
    ])
    try run(command, "monday.ndjson")
    try Self.script(radius: 501).write(to: command.url("s.lua"), atomically: false, encoding: .utf8)
    try run(command, "tuesday.ndjson")
    #expect(Self.titles(command) == ["in"])
  }

  @Test func regionsThatAreNotRegisteredAgainStayAndAreNamed() throws {
    let command = try Command([
      "s.lua": Self.script(), "monday.ndjson": Self.log([Self.away, 0]),
      "tuesday.ndjson": Self.log([Self.away], from: 1_780_086_400),
    ])
    try run(command, "monday.ndjson")
    let other = """
      local app = {}
      function app.didExitRegion(_, region) geoscript.alert{ title = "left " .. region.identifier } end
      local manager = CLLocationManager.new{ delegate = app }
      print(#manager.monitoredRegions, manager.monitoredRegions[1].identifier)
      """
    try other.write(to: command.url("s.lua"), atomically: false, encoding: .utf8)
    let result = try run(command, "tuesday.ndjson")
    #expect(result.output == "1\tdepot\n")
    #expect(Self.titles(command) == ["in", "left depot"])
    #expect(result.errors.contains("kept from an earlier run, not registered by this one: depot"))
  }

  @Test func regionsThatAreRegisteredAgainAreNotNamed() throws {
    let command = try Command(["s.lua": Self.script(), "a.ndjson": Self.log([Self.away, 0])])
    try run(command, "a.ndjson")
    try Self.log([0], from: 1_780_086_400).write(
      to: command.url("b.ndjson"), atomically: false, encoding: .utf8)
    #expect(!(try run(command, "b.ndjson")).errors.contains("kept from an earlier run"))
  }

  @Test func theLastLocationIsKnownFromTheStartWithItsOwnDate() throws {
    let script = Self.script(before: "print(manager.location and manager.location.timestamp)")
    let command = try Command([
      "s.lua": script, "monday.ndjson": Self.log([0.5]), "tuesday.ndjson": Self.log([0], from: 1_780_086_400),
    ])
    #expect(try run(command, "monday.ndjson").output == "nil\n")
    #expect(try run(command, "tuesday.ndjson").output == "2026-05-28T20:26:40Z\n")
  }

  @Test func theStoreIsKeptForEachDeviceAndNumbersKeepTheirKind() throws {
    let script = """
      local s = geoscript.store
      print(geoscript.device.id, s.n, s.half, s.words and s.words[2], s.deep and s.deep.yes)
      s.n, s.half = (s.n or 0) + 1, 2.0
      s.words, s.deep = { "a", "日本" }, { yes = true }
      """
    let command = try Command([
      "s.lua": script, "a.ndjson": Self.log([1], device: "x") + Self.log([1], device: "y"),
      "b.ndjson": Self.log([1], from: 1_780_086_400, device: "x"),
    ])
    #expect(try run(command, "a.ndjson").output == "x\tnil\tnil\tnil\tnil\ny\tnil\tnil\tnil\tnil\n")
    #expect(try run(command, "b.ndjson").output == "x\t1\t2.0\t日本\ttrue\n")
  }

  @Test func aStoreThatACheckpointHasIsThereForAnAppLaunchedInTheSameRun() throws {
    let script = """
      local s = geoscript.store
      local app = {}
      local manager = CLLocationManager.new{ delegate = app }
      function app.didEnterRegion() s.n = (s.n or 0) + 1; geoscript.alert{ title = "n" .. s.n } end
      manager:startMonitoringForRegion(CLCircularRegion.new{
        identifier = "depot", center = CLLocationCoordinate2DMake(0, 2), radius = 500 })
      """
    // Twenty minutes apart: the app is unloaded between two of them.
    let log = (0..<8).map { Self.log([$0 % 2 == 0 ? Self.away : 0], from: 1_780_000_000 + $0 * 1200) }
      .joined()
    let command = try Command(["s.lua": script, "log.ndjson": log])
    let result = try run(
      command, "log.ndjson", "--background", "--checkpoint", "0", "--speed", "100000")
    #expect(result.code == 0)
    #expect(Self.titles(command) == ["n1", "n2", "n3", "n4"])
  }

  @Test func anAlertNeverJoinsHalfALine() throws {
    let command = try Command(["s.lua": Self.script(), "log.ndjson": Self.log([Self.away, 0])])
    try run(command, "log.ndjson")
    let first = command.read("alerts.ndjson")
    try String(first.prefix(20)).write(
      to: command.url("alerts.ndjson"), atomically: false, encoding: .utf8)
    try Self.log([Self.away, 0, Self.away]).write(
      to: command.url("log.ndjson"), atomically: false, encoding: .utf8)
    let result = try run(command, "log.ndjson")
    #expect(result.errors.contains("alerts.ndjson is shorter than at the last checkpoint"))
    let lines = command.read("alerts.ndjson").split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first.map(String.init) == String(first.prefix(20)))
    #expect(lines.last?.hasPrefix("{\"id\"") == true)
  }

  @Test func aStoreThatCannotBeKeptFailsWithTheNameOfTheField() throws {
    let script = "geoscript.store.good = 1; geoscript.store.bad = function() end"
    let command = try Command(["s.lua": script, "a.ndjson": Self.log([1])])
    let result = try run(command, "a.ndjson")
    #expect(result.code == 1)
    #expect(result.errors.contains("geoscript.store.bad: a function cannot be encoded as JSON"))
  }

  @Test func aGrownLogResumesWhereItEnded() throws {
    let first = Self.log([Self.away, 0])
    let command = try Command(["s.lua": Self.script(), "log.ndjson": first])
    try run(command, "log.ndjson")
    let grown = first + Self.log([0, Self.away], from: 1_780_000_100)
    try grown.write(to: command.url("log.ndjson"), atomically: false, encoding: .utf8)
    let result = try run(command, "log.ndjson")
    #expect(result.errors.contains("log.ndjson: resumes at line 3"))
    #expect(result.errors.contains("\n2 events, "))
    #expect(Self.titles(command) == ["in", "out"])
  }

  @Test func aLogWithNothingNewRunsToItsEndWithoutAWarning() throws {
    let command = try Command(["s.lua": Self.script(), "log.ndjson": Self.log([Self.away, 0])])
    try run(command, "log.ndjson")
    let result = try run(command, "log.ndjson")
    #expect(result.code == 0)
    #expect(!result.errors.contains("warning"))
    #expect(Self.titles(command) == ["in"])
  }

  @Test func anotherFileOfThatNameIsReadFromItsBeginningAndOldEventsAreIgnored() throws {
    let command = try Command(["s.lua": Self.script(), "log.ndjson": Self.log([Self.away, 0, 0])])
    try run(command, "log.ndjson")
    // Another beginning; the old fixes, enough of them to be believed elsewhere, and two new ones.
    let other =
      #"{"time":1779999990,"device":"van","latitude":5,"longitude":2}"# + "\n"
      + Self.log([Self.away, Self.away, Self.away, 0, Self.away])
    try other.write(to: command.url("log.ndjson"), atomically: false, encoding: .utf8)
    let result = try run(command, "log.ndjson")
    #expect(result.errors.contains("log.ndjson is not the file that was read before"))
    #expect(Self.titles(command) == ["in", "out"])
    #expect(result.errors.contains("4 × late event"))
  }

  @Test func aRunStoppedBySignalResumesSeamlessly() throws {
    let latitudes = (0..<60).map { $0 / 7 % 2 == 0 ? Self.away : 0 }
    let timer = "geoscript.every(45, function() geoscript.alert{ title = 'tick' } end)"
    let files = ["s.lua": Self.script(before: timer), "log.ndjson": Self.log(latitudes)]
    let calm = try Command(files)
    try run(calm, "log.ndjson")
    let command = try Command(files)
    let started = try command.start(
      [
        "run", "s.lua", "--from", "log.ndjson", "--state", "kept", "--alerts", "ndjson:alerts.ndjson",
        "--speed", "400",
      ])
    #expect(Running.eventually { !command.read("alerts.ndjson").isEmpty })
    started.send(SIGINT)
    #expect(started.wait().code == 130)
    #expect(command.read("alerts.ndjson").count < calm.read("alerts.ndjson").count)
    #expect(try run(command, "log.ndjson").code == 0)
    #expect(command.read("alerts.ndjson") == calm.read("alerts.ndjson"))
  }

  @Test func alertsStandInTheSameOrderWhateverTheNumberOfWorkers() throws {
    let latitudes = (0..<80).map { $0 / 7 % 2 == 0 ? Self.away : 0 }
    let log = (0..<80).map { index in
      (0..<9).map { Self.log([latitudes[index]], from: 1_780_000_000 + index * 10, device: "d\($0)") }
        .joined()
    }.joined()
    let plain = try Command(["s.lua": Self.script(), "log.ndjson": log])
    _ = try plain.run("run", "s.lua", "--from", "log.ndjson", "--alerts", "ndjson:alerts.ndjson")
    for jobs in ["1", "2", "3"] {
      let command = try Command(["s.lua": Self.script(), "log.ndjson": log])
      try run(command, "log.ndjson", "--jobs", jobs, "--checkpoint", "0")
      #expect(command.read("alerts.ndjson") == plain.read("alerts.ndjson"))
    }
  }

  @Test func aCommandGetsEachAlertAndTheOutboxIsEmptyThen() throws {
    let command = try Command(["s.lua": Self.script(), "log.ndjson": Self.log([Self.away, 0, Self.away])])
    let result = try command.run(
      "run", "s.lua", "--from", "log.ndjson", "--state", "kept", "--alerts", "exec:cat >> told.ndjson")
    #expect(result.code == 0)
    #expect(Self.titles(command, "told.ndjson") == ["in", "out"])
    _ = try command.run(
      "run", "s.lua", "--from", "log.ndjson", "--state", "kept", "--alerts", "exec:cat >> told.ndjson")
    #expect(Self.titles(command, "told.ndjson") == ["in", "out"])
  }
}
