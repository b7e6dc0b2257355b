import Testing

@testable import GeoHost

/// The wall clock: without a source, and where a replay is to take its time.
@Suite struct PaceTests {
  @Test func withoutASourceTheWallClockTicksUntilNoTimerIsPending() throws {
    let script = """
      local start = geoscript.now()
      print(geoscript.device.id)
      geoscript.after(0.3, function()
        print(geoscript.now() - start >= 0.299, geoscript.now() - start < 20)
        geoscript.after(0.1, function() print("last") end)
      end)
      geoscript.onFinish(function() print("finished") end)
      """
    let command = try Command(["s.lua": script])
    let start = monotonicSeconds()
    let result = try command.run("run", "s.lua")
    #expect(monotonicSeconds() - start >= 0.4)
    #expect(result.code == 0)
    #expect(result.lines == ["default", "true\ttrue", "last", "finished"])
  }

  @Test func speedPacesAReplay() throws {
    let command = try Command(["s.lua": Sample.prints, "a.ndjson": Sample.log(6, seconds: 20)])
    let start = monotonicSeconds()
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--speed", "100")
    #expect(monotonicSeconds() - start >= 1)
    #expect(result.lines.count == 6)
    let fast = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(fast.output == result.output)
  }

  @Test func aPacedReplayIsWrittenAsItHappens() throws {
    let command = try Command(["s.lua": Sample.prints, "a.ndjson": Sample.log(100)])
    let running = try command.start(
      ["run", "s.lua", "--from", "a.ndjson", "--speed", "100", "--reorder-window", "0"])
    #expect(running.waitFor("a\t0.0\n"))
    #expect(!command.read(".output").contains("a\t9.9"))
    running.send(15)
    #expect(running.wait().code == 143)
  }
}
