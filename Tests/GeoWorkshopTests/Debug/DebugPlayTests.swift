import Geo
import Testing

@testable import GeoWorkshop

/// What stops a script, and the way back.
@Suite struct DebugPlayTests {
  /// Counts fixes; the device has four.
  private static let counter = """
    local n = 0
    local app = {}
    function app.didUpdateLocations()
      n = n + 1
      local double = n * 2
      print(n, double)
    end
    CLLocationManager.new{ delegate = app }:startUpdatingLocation()
    """

  private static func launched(_ breakpoints: [String], _ filters: [String] = []) throws -> DebugClient {
    try DebugClient.launched(["home.lua": counter], breakpoints: breakpoints, filters: filters)
  }

  @Test func conditionsAndHitCountsDecide() throws {
    let client = try Self.launched([#"{"line":5,"condition":"n == 3"}"#])
    #expect(try client.stop() == "breakpoint home.lua:5")
    #expect(try client.value("n") == "3")
    #expect(try client.finish() == 0)
    // Fixes 2 and 4.
    let even = try Self.launched([#"{"line":5,"hitCondition":"% 2"}"#])
    _ = try even.stop()
    #expect(try even.value("n") == "2")
    #expect(try even.step("continue") == "breakpoint home.lua:5")
    #expect(try even.value("n") == "4")
    #expect(try even.finish() == 0)
    let both = try Self.launched([#"{"line":5,"hitCondition":"2","condition":"n > 1"}"#])
    _ = try both.stop()
    #expect(try both.value("n") == "3")
  }

  @Test func aConditionThatFailsStopsAndSaysWhy() throws {
    let client = try Self.launched([#"{"line":5,"condition":"n + nothing.at > 1"}"#])
    #expect(try client.stop() == "breakpoint home.lua:5")
    #expect(client.output("stderr").first?.contains("condition n + nothing.at > 1: ") == true)
    #expect(
      try client.setBreakpoints([#"{"line":5,"condition":"n >"}"#, #"{"line":5,"hitCondition":"often"}"#])
        == [0, 0])
    #expect(
      try client.setBreakpoints([#"{"line":5,"logMessage":"{n"}"#, #"{"line":5,"logMessage":"{n +}"}"#]) == [
        0, 0,
      ])
    #expect(try client.finish() == 0)
  }

  @Test func logPointsSpeakAndDoNotStop() throws {
    let client = try Self.launched([
      #"{"line":5,"logMessage":"fix {n} of {({ 'four' })[1]}: {x.y}","condition":"n > 2"}"#
    ])
    #expect(client.ended() == 0)
    let told = client.output("stdout")
    #expect(told.count == 6 && told[2].hasPrefix("fix 3 of four: (") && told[4].hasPrefix("fix 4"), "\(told)")
    #expect([0, 1, 3, 5].map { told[$0] } == ["1\t2\n", "2\t4\n", "3\t6\n", "4\t8\n"])
  }

  @Test func errorsAlertsAndRegionEventsStop() throws {
    let script =
      ScriptFolder.home
      + "\nfunction app.didUpdateLocations() local x; return x.y end\nmanager:startUpdatingLocation()"
    let client = try DebugClient.launched(["home.lua": script], filters: ["error", "alert", "region"])
    let first = try client.stop()
    #expect(
      first.contains("attempt to index a nil value (local 'x')") && first.hasSuffix("home.lua:13"), "\(first)"
    )
    #expect(try client.variables(of: "Locals") == ["x = nil"])
    let info = try client.ask("exceptionInfo", #"{"threadId":1}"#)
    #expect(info["exceptionId"]?.text == "error")
    #expect(try client.step("continue") == "didExitRegion: garden home.lua:3")
    #expect(try client.step("continue") == "alert: left garden home.lua:3")
    #expect(try client.value("region.identifier") == "\"garden\"")
    try client.ask("setExceptionBreakpoints", #"{"filters":["alert"]}"#)
    #expect(try client.step("continue") == "alert: back in garden home.lua:8")
    // Two of the four fixes have failed unseen.
    #expect(try client.finish() == 1)
  }

  @Test func errorsThatTheScriptCatchesDoNotStop() throws {
    let client = try DebugClient.launched(
      ["home.lua": "print(pcall(error, 'x'))\nprint('on')"], filters: ["error"])
    #expect(client.ended() == 0)
    #expect(client.output("stdout").last == "on\n")
  }

  @Test func errorsInTasksAndOfDeepStacksStop() throws {
    let script = """
      geoscript.task(function()
        geoscript.sleep(1)
        local t
        t.x = 1
      end)
      local function deep(n)
        return 1 + deep(n + 1)
      end
      deep(0)
      """
    let client = try DebugClient.launched(["home.lua": script], filters: ["error"])
    let first = try client.stop()
    #expect(first.contains("stack overflow") && first.hasSuffix("home.lua:7"), "\(first)")
    #expect(try client.value("n > 1000") == "true")
    try client.ask("continue")
    #expect(client.ended() == 1)
    let waiting = try DebugClient.launched(
      ["home.lua": script.replacing("deep(0)", with: "")], filters: ["error"])
    let second = try waiting.stop()
    #expect(second.contains("attempt to index a nil value (local 't')"), "\(second)")
    #expect(second.hasSuffix("home.lua:4"))
    #expect(try waiting.variables(of: "Locals") == ["t = nil"])
    #expect(try waiting.finish() == 1)
  }

  @Test func aScriptThatDoesNotEndIsPaused() throws {
    let script = "local i = 0\nwhile i >= 0 do\n  i = i + 1\nend\nprint('out')"
    let client = try DebugClient.launched(["home.lua": script], breakpoints: ["3"])
    _ = try client.stop()
    try client.setBreakpoints([])
    try client.ask("continue")
    try client.ask("pause")
    #expect(try client.stop().hasPrefix("pause home.lua:"))
    #expect(try client.set("i", "-5", in: client.scope("Locals")) == "-5")
    // Its budget stood still with it.
    #expect(try client.finish() == 0)
    #expect(client.output("stdout") == ["out\n"])
    // A pause before the first line is not lost.
    let early = try DebugClient.launched(["home.lua": script])
    try early.ask("pause")
    #expect(try early.stop().hasPrefix("pause home.lua:"))
    #expect(early.leave() == 0)
  }

  // MARK: Back

  @Test func stepsGoBackLineByLine() throws {
    let client = try Self.launched([#"{"line":5,"condition":"n == 3"}"#])
    _ = try client.stop()
    #expect(client.output("stdout") == ["1\t2\n", "2\t4\n"])
    #expect(try client.step("stepBack") == "step home.lua:4")
    #expect(try client.value("n") == "2")
    #expect(try client.step("stepBack") == "step home.lua:7")
    #expect(try client.step("stepBack") == "step home.lua:6")
    #expect(try client.variables(of: "Locals") == ["double = 4"])
    #expect(
      client.output("console").allSatisfy { $0.hasPrefix("geoscript plays the events again from the first") })
    // Forward again it is the same run, and nothing that was told comes twice but what was gone back over.
    #expect(try client.step("continue") == "breakpoint home.lua:5")
    #expect(try client.value("n") == "3")
    #expect(client.output("stdout") == ["1\t2\n", "2\t4\n", "2\t4\n"])
    #expect(try client.finish() == 0)
  }

  @Test func itGoesBackToTheLastStopAndToTheStart() throws {
    let client = try Self.launched([#"{"line":5,"hitCondition":"% 2"}"#])
    _ = try client.stop()
    #expect(try client.step("continue") == "breakpoint home.lua:5")
    #expect(try client.value("n") == "4")
    #expect(try client.step("reverseContinue") == "breakpoint home.lua:5")
    #expect(try client.value("n") == "2")
    #expect(try client.step("reverseContinue") == "entry home.lua:1")
    #expect(try client.step("stepBack") == "entry home.lua:1")
    // Hits are counted anew.
    #expect(try client.step("continue") == "breakpoint home.lua:5")
    #expect(try client.value("n") == "2")
  }

  @Test func valuesSetByHandAreLostAndItSaysSo() throws {
    let client = try Self.launched([#"{"line":5,"condition":"n == 3"}"#])
    _ = try client.stop()
    let upvalues = try client.scope("Upvalues")
    #expect(try client.set("n", "100", in: upvalues) == "100")
    #expect(try client.step("stepBack") == "step home.lua:4")
    #expect(try client.value("n") == "2")
    #expect(client.output("console").last?.contains("values that were set by hand are lost") == true)
  }

  @Test func aStepBackFromAnErrorIsTheSameRun() throws {
    let script =
      "local t = setmetatable({}, { __index = function() error('no') end })\nlocal a = math.random(1000)\nprint(a)\nprint(t.x)"
    let client = try DebugClient.launched(["home.lua": script], filters: ["error"])
    #expect(try client.stop() == "home.lua:1: no home.lua:1")
    #expect(try client.stack() == ["home.lua:1", "home.lua:4"])
    let drawn = try client.value("1")
    #expect(try client.step("stepBack") == "step home.lua:4")
    let first = try client.value("a")
    #expect(try client.step("stepBack") == "step home.lua:3")
    #expect(try client.value("a") == first && drawn == "1")
    #expect(try client.step("continue") == "home.lua:1: no home.lua:1")
  }
}
