import CommandTesting
import Geo
import Testing

@testable import GeoHost

/// The wall clock: without a source, and in paced replays.
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

  @Test(arguments: ["1", "2"]) func whileTheTrackWaitsTimersFireAndFixesLeaveTheirWindow(jobs: String) throws
  {
    let script = Sample.prints + "\ngeoscript.after(500, function() print('timer', geoscript.now()) end)"
    // The second fix is due after 80 s; the first leaves the window after 3 ms, the timer fires after half a second.
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(2, seconds: 80_000)])
    let running = try command.start(
      ["run", "s.lua", "--from", "a.ndjson", "--speed", "1000", "--jobs", jobs])
    #expect(running.waitFor("timer"))
    #expect(command.read(".output") == "a\t0.0\ntimer\t2026-05-28T20:35:00Z\n")
    running.send(15)
    #expect(running.wait().code == 143)
  }

  @Test(arguments: ["1", "2"], [[], ["--reorder-window", "0"]])
  func aPaceChangesNoByteOfTheOutput(jobs: String, window: [String]) throws {
    let script =
      Sample.prints + """

        geoscript.every(7, function() print("every", geoscript.now()) end)
        geoscript.after(0.5, function() geoscript.alert{ title = "half" } end)
        CLLocationManager.new():startMonitoringForRegion(
          CLCircularRegion.new{ center = CLLocationCoordinate2DMake(0.5, 2), radius = 20000, identifier = "r" })
        geoscript.onFinish(function() print("end", geoscript.now()) end)
        """
    var lines = Sample.log(20, devices: ["a", "b", "c"], seconds: 2.5).split(separator: "\n")
    // Four by four backwards: within the window, but not in order.
    if window.isEmpty {
      for start in stride(from: 0, to: lines.count, by: 4) { lines[start..<start + 4].reverse() }
    }
    let command = try Command(["s.lua": script, "a.ndjson": lines.joined(separator: "\n") + "\n"])
    let words = ["run", "s.lua", "--from", "a.ndjson", "--json"] + window
    let fast = try command.start(words).wait()
    let paced = try command.start(words + ["--speed", "50", "--jobs", jobs]).wait()
    #expect(fast.lines.count > 80)
    // Devices on different threads write in any order; each in its own.
    for device in ["a", "b", "c"] {
      let name = "\"device\":\"\(device)\""
      #expect(paced.lines.filter { $0.contains(name) } == fast.lines.filter { $0.contains(name) })
    }
    #expect(paced.lines.count == fast.lines.count)
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
