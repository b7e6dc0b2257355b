import CommandTesting
import GeoStore
import Glibc
import Testing

@testable import GeoDelivery

@Suite struct AlertCommandTests {
  @Test func aCommandThatFailsIsReportedOnceAndCountedAndTheRunEndsWith74() throws {
    let command = try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(3)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--alerts", "exec:exit 3")
    #expect(result.code == 74)
    try #require(result.reports.count == 2)
    #expect(
      result.reports[0].contains(
        /^warning: exec:exit 3: alert [0-9a-f]{16} is lost .*: the command exited with status 3$/))
    #expect(
      result.reports[1] == "error: exec:exit 3: 3 alerts were lost: the command exited with status 3 (3 ×)")
  }

  @Test func aCommandThatFailsOnceIsNotRunAgainForThatAlert() throws {
    let command = try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(3)])
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", #"exec:tee -a all | grep -qv '"count":2'"#)
    #expect(result.code == 74)
    #expect(command.read("all").split(separator: "\n").count == 3)
    #expect(
      result.reports.last?.contains(": 1 alert was lost: the command exited with status 1 (1 ×)") == true)
  }

  /// HO-80: 75 is EX_TEMPFAIL of <sysexits.h>.
  @Test(arguments: ["exit 75", "kill -9 $$", "sh -c 'kill -9 $$'; exit $?"])
  func aCommandThatAsksForItIsRunAgain(failure: String) throws {
    let command = try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(2)])
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts",
      "exec:cat >> all; [ -e once ] || { touch once; \(failure); }")
    #expect(result.code == 0)
    let lines = command.read("all").split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0] == lines[1] && lines[1] != lines[2])
  }

  @Test func aCommandThatDoesNotReadItsInputSucceeds() throws {
    let script = Sample.alerts.replacing("count = count }", with: "long = string.rep('x', 2e5) }")
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(3)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--alerts", "exec:true")
    #expect(result.code == 0)
    #expect(result.reports.isEmpty)
  }

  @Test func aCommandThatHangsIsEndedWithAllItStarted() throws {
    let command = try Command()
    let sink = AlertCommand(command: "sleep 2; touch '\(command.path("survived"))' & sleep 60", limit: 0.3)
    let answer = sink.send(OutboxItem(id: 1, sink: "", alertID: "", body: "{}", attempts: 0)) { false }
    #expect(answer == .dead(reason: "the command was ended after 0.3 s", detail: ""))
    sleep(3)
    #expect(!command.exists("survived"))
  }

  @Test func theRunWaitsBeyondAThousandAlertsAndLosesNone() throws {
    let command = try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(1500)])
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", "exec:cat >> all", "--alerts", "ndjson:file")
    #expect(result.code == 0)
    #expect(command.read("all").split(separator: "\n").count == 1500)
    #expect(command.read("all") == command.read("file"))
  }

  @Test func aStopBySignalSaysWhatStillWaits() throws {
    let command = try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(5)])
    let running = try command.start([
      "run", "s.lua", "--from", "a.ndjson", "--alerts", "exec:echo begun >> begun; sleep 20", "--alerts",
      "ndjson:all",
    ])
    #expect(running.waitFor("begun", in: "begun"))
    // The command begins with the first alert: the signal must not come before the last one.
    #expect(running.waitFor(#""count":5"#, in: "all"))
    running.send(SIGINT)
    let result = running.wait()
    #expect(result.code == 130)
    #expect(
      result.reports == [
        "error: exec:echo begun >> begun; sleep 20: 5 alerts were not delivered: the run was stopped; "
          + "add --alerts ndjson:FILE to keep them"
      ])
  }

  /// Some supervisors ignore how their children end, and what they start inherits that.
  @Test func theEndOfACommandIsHeardWhereverItWasStarted() throws {
    let command = try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(1)])
    let result = try command.shell(
      "trap '' CHLD; exec $geoscript run s.lua --from a.ndjson --alerts 'exec:exit 3'")
    #expect(result.code == 74, "\(result.errors)")
  }
}
