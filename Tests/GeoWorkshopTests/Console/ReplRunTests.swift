import Foundation
import Geo
import GeoHost
import GeoLua
import Testing

@testable import GeoWorkshop

/// `geoscript repl`: HO-132 … HO-134.
@Suite struct ReplRunTests {
  private static let walk =
    ScriptFolder.walk + """
      {"type":"location","time":"2026-05-04T10:03:00Z","latitude":52.502,"longitude":13.4}
      {"type":"location","time":"2026-05-04T10:03:30Z","latitude":52.5,"longitude":13.4}

      """

  private func repl(
    at time: String? = nil, _ files: [String: String] = [:], _ change: (inout RunOptions) -> Void = { _ in }
  ) throws -> (ReplRun, ScriptFolder) {
    let folder = try ScriptFolder(
      files.merging(["walk.ndjson": Self.walk], uniquingKeysWith: { one, _ in one }))
    var options = RunOptions(script: folder.path("home.lua"))
    options.sources = [folder.path("walk.ndjson")]
    change(&options)
    return (try ReplRun(options, at: time), folder)
  }

  private func values(_ run: ReplRun, _ text: String) throws -> ConsoleAnswer.Outcome {
    try run.answer(text).0.outcome
  }

  @Test func withoutAScriptThereIsOneDeviceAndNothingElse() throws {
    var options = RunOptions(script: "console")
    options.scriptText = ""
    let run = try ReplRun(options)
    #expect(run.device == "default")
    #expect(try values(run, "geoscript.device.name") == .values("\"default\""))
    #expect(try values(run, "x = {1, 2}") == .values(""))
    #expect(try values(run, "x") == .values("{1, 2}"))
    let (answer, lines) = try run.answer("print('a', 1) geoscript.alert{ title = 'now' }")
    #expect(answer.printed == ["a\t1"])
    #expect(lines.count == 1 && lines[0].hasSuffix("default  alert: now"))
    #expect(!run.commands.contains { $0.name == .step })
    #expect(throws: GeoError.self) { try ReplRun(options, at: "10:02") }
  }

  @Test func timersFireAsTheClockMoves() throws {
    var options = RunOptions(script: "console")
    options.scriptText = ""
    let run = try ReplRun(options)
    _ = try run.answer("geoscript.after(60, function() print 'due' end)")
    #expect(try run.perform(.wait, "59s").count == 1)
    let lines = try run.perform(.wait, "2s")
    #expect(lines.count == 2 && lines[1].hasSuffix("printed: due"), "\(lines)")
    #expect(throws: GeoError.self) { try run.perform(.wait, "soon") }
  }

  @Test func itStandsAtTheFirstEventWithTheScriptStarted() throws {
    let (run, folder) = try repl(["home.lua": "print 'begins' x = 5\n" + ScriptFolder.home])
    defer { withExtendedLifetime(folder) {} }
    #expect(run.device == "walk")
    #expect(try values(run, "x") == .values("5"))
    #expect(try values(run, "tostring(geoscript.now())") == .values("\"2026-05-04T10:00:00Z\""))
  }

  @Test func eachStepPlaysAnEventAndTheEndIsSaid() throws {
    let (run, folder) = try repl()
    defer { withExtendedLifetime(folder) {} }
    let first = try run.perform(.step, "")
    #expect(first.first == "* 2026-05-04T10:00:00Z  walk  52.50000, 13.40000 ± 5 m", "\(first)")
    let second = try run.perform(.step, "")
    // 222.55 m north of the center (WGS 84, meridian arc), less the radius of 50 m.
    #expect(second.contains { $0.contains("d 172.6 m") && $0.contains("exited") }, "\(second)")
    #expect(second.contains { $0.hasSuffix("alert: left garden  [exit garden]") })
    var all: [String] = []
    for _ in 1...6 where all.last != "the events have ended" { all += try run.perform(.step, "") }
    #expect(all.contains { $0.contains("alert: out for a minute") })
    #expect(all.contains { $0.contains("alert: back in garden") })
    #expect(all.last == "the events have ended")
    #expect(try run.perform(.step, "") == ["the events have ended"])
  }

  @Test func theNextAlertIsPlayedTo() throws {
    let (run, folder) = try repl()
    defer { withExtendedLifetime(folder) {} }
    var titles: [String] = []
    for _ in 1...3 {
      titles += try run.perform(.next, "").filter { $0.contains("alert: ") }
        .map { String($0.split(separator: ":").last ?? "") }
    }
    #expect(
      titles == [" left garden  [exit garden]", " out for a minute", " back in garden  [enter garden]"])
    #expect(try run.perform(.next, "alert") == ["no further alert: the events have ended"])
    #expect(throws: GeoError.self) { try run.perform(.next, "week") }
  }

  @Test func alertsAreThoseOfTheRun() throws {
    let (run, folder) = try repl()
    defer { withExtendedLifetime(folder) {} }
    while try !run.perform(.next, "alert")[0].hasPrefix("no further") {}
    let ids = run.history.compactMap(\.alertID)
    var question = WhyQuestion()
    #expect(ids.count == 3)
    for id in ids {
      question.alert = id
      var options = RunOptions(script: folder.path("home.lua"))
      options.sources = [folder.path("walk.ndjson")]
      #expect(try WhyAlert(question, options).alert.id == id)
    }
  }

  @Test func atATimeTimersHaveFiredAndLaterEventsHaveNotCome() throws {
    let (run, folder) = try repl(at: "10:02:30")
    defer { withExtendedLifetime(folder) {} }
    #expect(run.history.compactMap(\.alertID).count == 2)
    #expect(try values(run, "tostring(geoscript.now())") == .values("\"2026-05-04T10:02:30Z\""))
    #expect(try run.perform(.explain, "garden").last?.contains("alert: left garden  [exit garden]") == true)
    let place = "* 2026-05-04T10:03:10Z  walk  52.50200, 13.40000 ± 5 m"
    #expect(try run.perform(.at, "10:03:10") == [place])
    #expect(try run.perform(.devices, "") == [place])
    #expect(throws: GeoError.self) { try repl(at: "noon") }
    // No event is so late, but timers may be.
    #expect(try run.perform(.at, "11:00").last?.hasPrefix("the last event is of 2026-05-04T10:0") == true)
  }

  /// HO-152.
  @Test(arguments: [
    (":at", "09:00", "09:00 is outside the events: the events begin at 2026-05-04T10:00:00Z and end at"),
    (":at", "10:01", "10:01 has passed: the clock stands at 2026-05-04T10:02:30Z; leave the console"),
    (":at", "2026-05-04T10:01:00Z", "has passed"), (":at", "noon", "takes a time such as 10:02"),
    (":wait", "soon", "takes a duration such as 90s, 4min or 8h, got 'soon'"),
    (":wait", "-5s", "takes a duration such as 90s, 4min or 8h, got '-5s'"),
    (":wait", "", "needs a duration: :wait 4min"),
  ])
  func aWrongTimeMovesNothing(command: String, argument: String, message: String) throws {
    let (run, folder) = try repl(at: "10:02:30")
    defer { withExtendedLifetime(folder) {} }
    #expect { try run.perform(command == ":at" ? .at : .wait, argument) } throws: { fault in
      (fault as? GeoError)?.code == .usage && "\(fault)".contains(message)
    }
    #expect(try values(run, "tostring(geoscript.now())") == .values("\"2026-05-04T10:02:30Z\""))
    #expect { try repl(at: "09:00") } throws: { "\($0)".contains("--at 09:00 is outside the events") }
  }

  @Test func devicesAreChosenByName() throws {
    let events = """
      {"type":"location","time":"2026-05-04T10:00:00Z","device":"rex","latitude":52.5,"longitude":13.4}
      {"type":"location","time":"2026-05-04T10:00:00Z","device":"ida","latitude":52.5,"longitude":13.4}

      """
    let (run, folder) = try repl(at: "10:00:01", ["walk.ndjson": events])
    defer { withExtendedLifetime(folder) {} }
    #expect(try run.perform(.devices, "").map { $0.prefix(1) } == ["*", " "])
    _ = try run.perform(.device, "ida")
    #expect(try values(run, "geoscript.device.name") == .values("\"ida\""))
    #expect(throws: GeoError.self) { try run.perform(.device, "max") }
    #expect(run.device == "ida")
  }

  @Test func aFailureIsAnAnswerAndTheConsoleGoesOn() throws {
    let (run, folder) = try repl()
    defer { withExtendedLifetime(folder) {} }
    #expect(try values(run, "error 'no'") == .fault("console:1: no"))
    guard case .fault(let fault) = try values(run, "CLLocationManager():startMonitoringForRegio()") else {
      return #expect(Bool(false), "it did not fail")
    }
    #expect(fault.contains("startMonitoringForRegion"), "\(fault)")
    #expect(try values(run, "for i = 1,") == .unfinished)
    #expect(try values(run, "1") == .values("1"))
  }
}
