import CommandTesting
import Testing

/// Faults of one script instance do not affect the others.
@Suite struct IsolationTests {
  /// Runs a script over three devices; returns what `a` and `c` printed, and the whole result.
  private func neighbors(_ fault: String, _ words: String...) throws -> (
    lines: [String], all: Command.Result
  ) {
    let script = """
      local app, kept = {}, {}
      function app.didUpdateToLocation(_, new)
        if geoscript.device.id == "b" then \(fault) end
        print(geoscript.device.id, new.coordinate.latitude, math.random(1000), collectgarbage and 1)
      end
      CLLocationManager.new{ delegate = app }:startUpdatingLocation()
      geoscript.onFinish(function() print(geoscript.device.id, "end") end)
      """
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(30, devices: ["a", "b", "c"])])
    let result = try command.start(["run", "s.lua", "--from", "a.ndjson"] + words).wait()
    return (result.lines.filter { !$0.hasPrefix("b\t") }, result)
  }

  @Test(arguments: [
    "error('no')", "while true do end", "kept[1] = string.rep('x', 1e7)",
    "for i = 1, 1e9 do kept[i] = { i } end", "local function f() return f() + 1 end f()",
    "return string.find(('a'):rep(30000), '.-.-.-.-b')", "string.rep = nil print = nil math.random = nil",
    "setmetatable(_G, { __index = error })", "coroutine.wrap(function() while true do end end)()",
    "error(setmetatable({}, { __tostring = function() error('again') end }))",
  ])
  func aDeviceThatFailsChangesNothingForItsNeighbors(fault: String) throws {
    let limits = ["--max-instructions", "2000000", "--max-memory-device", "4"]
    let well = try neighbors("", limits[0], limits[1], limits[2], limits[3])
    let ill = try neighbors(fault, limits[0], limits[1], limits[2], limits[3])
    #expect(well.lines.count == 62)
    #expect(ill.lines == well.lines)
    #expect(ill.all.code == 1)
  }

  @Test func aHoarderDoesNotTakeItsNeighborsMemory() throws {
    let limits = ["--max-memory", "8", "--max-memory-device", "4"]
    let well = try neighbors("", limits[0], limits[1], limits[2], limits[3])
    let ill = try neighbors(
      "for i = 1, 1e9 do kept[#kept + 1] = { i } end", limits[0], limits[1], limits[2], limits[3])
    #expect(ill.lines == well.lines)
    #expect(
      ill.all.reports.contains { $0.contains("device b: s.lua:") && $0.contains(": not enough memory: ") })
  }

  @Test func theErrorNamesDeviceLineAndTraceback() throws {
    let (_, result) = try neighbors("local function deep() error('no') end deep()")
    #expect(
      result.errors.hasPrefix(
        """
        error: device b: s.lua:3: no
        stack traceback:
        \t[C]: in global 'error'
        \ts.lua:3: in local 'deep'
        \ts.lua:3: in function <s.lua:2>

        """))
  }

  @Test func onlyTheFirstTwentyAreReportedInFull() throws {
    let (_, result) = try neighbors("count = (rawget(_G, 'count') or 0) + 1 error('no ' .. count)")
    #expect(result.reports.filter { $0.hasPrefix("error: device b") }.count == 20)
    #expect(result.reports.contains("further failures are only counted"))
    #expect(result.reports.contains("failed: 30 callbacks"))
  }

  @Test func threeCallsOverTheLimitsStopAnInstance() throws {
    let (_, result) = try neighbors("while true do end", "--max-instructions", "100000")
    #expect(
      result.reports.contains(
        "warning: device b: the script is stopped: its callbacks ran over their limits three times in a row"))
    #expect(result.reports.contains("failed: 3 callbacks"))
    #expect(!result.output.contains("b\tend"))
  }

  @Test func oneCallOverItsTimeStopsNoInstance() throws {
    // Each instruction asks much of the host, so that time is up before the instructions are.
    let script = """
      local n, app = 0, {}
      function app:didUpdateLocations()
        n = n + 1
        if n == 1 then while true do geoscript.now():format(("%c"):rep(40)) end end
        print("still alive", n)
      end
      CLLocationManager.new{ delegate = app }:startUpdatingLocation()
      """
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(3, devices: ["a"])])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(
      result.errors.contains("error: device a: s.lua:4: stopped: one call ran too long"), "\(result.errors)")
    #expect(result.lines == ["still alive\t2", "still alive\t3"])
    #expect(result.reports.contains("failed: 1 callback"))
    #expect(!result.errors.contains("three times in a row"))
  }

  @Test func aNameForgesNoLineOfTheSummary() throws {
    let forged = "x)\\n  ×999  fake.lua:1: forged error  (z"
    let command = try Command([
      "s.lua": """
      local app = {}
      function app:didUpdateLocations() error("no") end
      CLLocationManager.new{ delegate = app }:startUpdatingLocation()
      """,
      "a.ndjson": (1...3).map {
        #"{"time":\#(1_780_000_000 + $0),"device":"\#(forged)","latitude":1,"longitude":1}"# + "\n"
      }.joined(),
    ])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(!result.reports.contains { $0.hasPrefix("  ×999") }, "\(result.errors)")
    #expect(result.reports.contains { $0.hasPrefix("  ×3  s.lua:2: no  (x)   ×999") }, "\(result.errors)")
  }

  @Test func aFailingFinisherDoesNotStopTheOthers() throws {
    let script = """
      geoscript.onFinish(function() error("first") end)
      geoscript.onFinish(function() print("second", geoscript.device.id) end)
      """
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(1, devices: ["a", "b"])])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(result.lines == ["second\ta", "second\tb"])
    #expect(result.reports.contains("failed: 2 callbacks"))
  }

  @Test func aFailingTimerIsReportedAndLaterOnesFire() throws {
    let script = """
      local n = 0
      geoscript.every(10, function() n = n + 1 if n == 2 then error("two") end print(n) end)
      """
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(5)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(result.lines == ["1", "3", "4"])
    #expect(result.reports.contains("error: device a: s.lua:2: two"))
  }
}
