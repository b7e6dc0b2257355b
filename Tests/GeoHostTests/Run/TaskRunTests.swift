import CommandTesting
import Foundation
import Testing

/// Whole runs with tasks and monitors: HO-70 … HO-74, RG-40.
@Suite struct TaskRunTests {
  private static func log(_ times: ClosedRange<Int>) -> String {
    times.map {
      let longitude = $0 % 2 == 0 ? 11.0 : 11.01
      return
        #"{"device":"a","time":\#(1_780_000_000 + $0 * 60),"latitude":48,"longitude":\#(longitude),"accuracy":5}"#
    }.joined(separator: "\n") + "\n"
  }

  /// Ends by itself: the monitor's loop waits, but for nothing that could come.
  @Test func aRunWithoutSourceEndsWithItsLastSleepingTask() throws {
    let command = try Command([
      "x.lua": """
      geoscript.task(function() geoscript.sleep(0.2) print("slept") geoscript.sleep(0.1) print("again") end)
      geoscript.task(function()
        print(CLGeocoder():geocodeAddressString("Paris")[1].ISOcountryCode)
        for _ in CLMonitor.new("m"):events() do print("never") end
      end)
      """
    ])
    let result = try command.run("run", command.path("x.lua"), "--quiet")
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.lines == ["FR", "slept", "again"])
  }

  @Test func aFailingTaskSaysWhereWithTheTracebackOfItsOwn() throws {
    let command = try Command([
      "x.lua": """
      local function deep() error("it fails") end
      geoscript.task(function() geoscript.sleep(0.01) deep() print("never") end)
      """
    ])
    let result = try command.run("run", command.path("x.lua"), "--quiet")
    #expect(result.code == 1)
    #expect(result.errors.contains("x.lua:1: it fails"))
    #expect(result.errors.contains("in upvalue 'deep'") || result.errors.contains("in local 'deep'"))
    #expect(result.errors.contains("x.lua:2: in function <x.lua:2>"))
  }

  @Test func aMonitorGoesOnAfterARestartAndTasksBeginAnew() throws {
    let command = try Command([
      "x.lua": """
      local monitor = CLMonitor.new("m")
      local home = CLMonitor.CircularGeographicCondition(CLLocationCoordinate2DMake(48, 11), 100)
      local known = monitor:record("home")
      print("known", known and known.lastEvent.state, #monitor.identifiers)
      if not known then monitor:add(home, "home") end
      geoscript.task(function()
        print("the task begins")
        for event in monitor:events() do
          print(event.identifier, event.state, os.date("!%H:%M", event.date))
          -- Two events of each run are taken; what comes later waits for the next run.
          if event.state == "unsatisfied" then geoscript.sleep(1e6) end
        end
      end)
      """,
      "1.ndjson": Self.log(0...2), "2.ndjson": Self.log(3...3),
    ])
    let options = ["run", command.path("x.lua"), "--quiet", "--state", command.path("state"), "--from"]
    let first = try command.start(options + [command.path("1.ndjson")]).wait()
    #expect(first.errors == "")
    #expect(
      first.lines == [
        "known\tnil\t0", "the task begins", "home\tsatisfied\t20:26", "home\tunsatisfied\t20:27",
      ])
    let second = try command.start(options + [command.path("2.ndjson")]).wait()
    #expect(second.errors == "")
    #expect(
      second.lines == [
        "known\tsatisfied\t1", "the task begins", "home\tsatisfied\t20:28", "home\tunsatisfied\t20:29",
      ])
  }
}
