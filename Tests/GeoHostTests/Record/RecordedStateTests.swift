import CommandTesting
import Foundation
import Testing

@testable import GeoHost

/// A recording of a run that began from a state replays alone (HO-154).
@Suite struct RecordedStateTests {
  /// Says what happens to it, and what it remembers; the timer of the first run is due in the second.
  private static let script = """
    local app, store = {}, geoscript.store
    store.count = (store.count or 0) + 1
    geoscript.alert{ title = "launch " .. store.count }
    function app.didEnterRegion(_, region) geoscript.alert{ title = "enter", number = store.count } end
    function app.didExitRegion(_, region)
      geoscript.alert{ title = "exit", number = store.count, key = "away" }
      geoscript.after(90, function() print("away for long", geoscript.device.id, geoscript.now()) end,
        { identifier = "away" })
    end
    geoscript.after(math.huge, function() print("kept", geoscript.device.id, geoscript.now()) end, { identifier = "away" })
    geoscript.every(70, function() print("tick", geoscript.device.id, geoscript.now()) end)
    CLLocationManager.new{ delegate = app }:startMonitoringForRegion(CLCircularRegion.new{
      identifier = "garden", center = CLLocationCoordinate2DMake(52.5, 13.4), radius = 50 })

    """
  /// A script for each group, which counts who is at home.
  private static let groups = """
    local app = geoscript.app{ per = "group" }
    geoscript.store.count = (geoscript.store.count or 0) + 1
    app:startMonitoringForRegion(CLCircularRegion.new{
      identifier = "garden", center = CLLocationCoordinate2DMake(52.5, 13.4), radius = 50 })
    function app:didEnterRegion(device) geoscript.alert{ title = device.name .. " enters " .. geoscript.store.count } end
    function app:didExitRegion(device) geoscript.alert{ title = device.name .. " exits " .. geoscript.store.count } end

    """

  /// Two devices in turn at these latitudes, a minute apart.
  private static func log(from minute: Int, _ latitudes: Double...) -> String {
    var text = ""
    for (number, latitude) in latitudes.enumerated() {
      for device in ["rex", "tom"] {
        let time = 1_780_000_000 + 60 * (minute + number)
        text += #"{"time":\#(time),"device":"\#(device)","latitude":\#(latitude),"longitude":13.4}"# + "\n"
      }
    }
    return text
  }

  private static let before = log(from: 0, 52.5, 52.5, 52.51)
  private static let after = log(from: 3, 52.51, 52.5, 52.52)

  private func append(_ text: String, to name: String, of command: Command) throws {
    try (command.read(name) + text).write(to: command.url(name), atomically: false, encoding: .utf8)
  }

  @Test(arguments: [
    (script, []), (script, ["--jobs", "2"]), (groups, []), (script, ["--reorder-window", "200"]),
  ])
  func replaysAlone(script: String, options: [String]) throws {
    let command = try Command(["s.lua": script, "log.ndjson": Self.before])
    let words = ["run", "s.lua", "--json"] + options
    let state = ["--from", "log.ndjson", "--state", "st"]
    #expect(try command.start(words + state).wait().code == 0)
    try append(Self.after, to: "log.ndjson", of: command)
    let second = try command.start(words + state + ["--record", "r.ndjson"]).wait()
    #expect(second.code == 0 && second.output.contains("exit"), "\(second.errors)\(second.output)")
    let replay = try command.start(words + ["--from", "r.ndjson"]).wait()
    #expect(replay.lines.sorted() == second.lines.sorted(), "\(replay.output)\n\(second.output)")
    if options.isEmpty { #expect(replay.output == second.output) }
    // A recording of the replay begins where the replay began.
    _ = try command.start(words + ["--from", "r.ndjson", "--record", "again.ndjson"]).wait()
    let again = try command.start(words + ["--from", "again.ndjson"]).wait()
    #expect(again.lines.sorted() == replay.lines.sorted())
    // Without its state it would be another run.
    let bare = command.read("r.ndjson").split(separator: "\n").filter { !$0.contains(#""state":"#) }
    try (bare.joined(separator: "\n") + "\n").write(
      to: command.url("bare.ndjson"), atomically: false, encoding: .utf8)
    #expect(
      try command.start(words + ["--from", "bare.ndjson"]).wait().lines.sorted() != replay.lines.sorted())
  }

  /// A run that was stopped or killed continues with its clocks where they stood, and with what waits in windows.
  @Test(arguments: [SIGINT, SIGKILL], ["0", "70"]) func replaysAfterAnInterruption(
    signal: Int32, window: String
  ) throws {
    let command = try Command(["s.lua": Self.script, "log.ndjson": Self.before + Self.after])
    let words = [
      "run", "s.lua", "--from", "log.ndjson", "--state", "st", "--json", "--reorder-window", window,
    ]
    let first = try command.start(words + ["--speed", "60", "--checkpoint", "0.1"])
    #expect(first.waitFor("exit"))
    first.send(signal)
    #expect(first.wait().code != 0)
    let second = try command.start(words + ["--record", "r.ndjson"]).wait()
    let replay = try command.run("run", "s.lua", "--json", "--from", "r.ndjson")
    // The first run has read, and counted, what waited in windows.
    let lines = second.lines.dropLast()
    #expect(
      lines.count > 5 && Array(replay.lines.dropLast()) == Array(lines), "\(replay.output)\n\(second.output)")
  }

  private func recorded(_ options: String...) throws -> Command {
    let command = try Command([
      "s.lua": Self.script, "log.ndjson": Self.before,
      "zones.geojson": """
      {"type":"Feature","properties":{"identifier":"home","radius":80},
       "geometry":{"type":"Point","coordinates":[13.4,52.5]}}
      """,
    ])
    let words = ["run", "s.lua", "--from", "log.ndjson", "--state", "st"]
    #expect(try command.start(words).wait().code == 0)
    try append(Self.after, to: "log.ndjson", of: command)
    let second = try command.start(words + ["--record", "r.ndjson"] + options).wait()
    #expect(second.code == 0, "\(second.errors)")
    return command
  }

  @Test func whyKnowsWhatTheRunKnew() throws {
    let command = try recorded()
    let answer = try command.run("why", "enter", "s.lua", "--from", "r.ndjson", "--bundle", "b.zip")
    #expect(answer.code == 0 && answer.output.contains("enter"), "\(answer.errors)")
    #expect(!answer.errors.contains("--state"))
  }

  /// A state has true positions.
  @Test func aMaskedRecordingHasNoState() throws {
    let command = try recorded("--privacy-zone", "zones.geojson", "--record-exact", "exact.ndjson")
    let text = command.read("r.ndjson")
    #expect(text.contains(#""state":{"devices":2}"#) && !text.contains(#""state":""#))
    #expect(command.read("exact.ndjson").contains(#""state":""#))
    let note =
      "r.ndjson: the run began from a state with 2 devices (--state): what happened before is not in the recording"
    #expect(try command.run("run", "s.lua", "--from", "r.ndjson").errors.contains(note))
    #expect(!(try command.run("run", "s.lua", "--from", "exact.ndjson").errors.contains("--state")))
  }

  @Test func theStateCountsOnlyWhereTheRecordingBegins() throws {
    let command = try recorded()
    let both = try command.run("run", "s.lua", "--from", "r.ndjson", "--from", "log.ndjson")
    #expect(both.errors.contains("it counts only if the recording is played alone"), "\(both.errors)")
    let own = try command.run("run", "s.lua", "--from", "r.ndjson", "--state", "new")
    #expect(own.errors.contains("is not used, because --state has one"), "\(own.errors)")
  }

  @Test func damage() throws {
    let command = try recorded()
    let text = command.read("r.ndjson").replacing(#""state":"H4s"#, with: #""state":"H5s"#)
    try text.write(to: command.url("bad.ndjson"), atomically: false, encoding: .utf8)
    let result = try command.run("run", "s.lua", "--from", "bad.ndjson")
    #expect(result.code == 65)
    #expect(
      result.errors.contains("bad.ndjson: the state that its run began from is damaged"), "\(result.errors)")
  }
}
