import CommandTesting
import Foundation
import Geo
import Glibc
import Testing

@testable import GeoHost

/// Reloads of a run, as a user asks for them (HO-100, HO-103).
@Suite struct ReloaderTests {
  private static func version(_ name: String) -> String {
    """
    print("begins")
    local app = {}
    function app.didUpdateToLocation(_, new) print("\(name)", new.coordinate.latitude) end
    CLLocationManager.new{ delegate = app }:startUpdatingLocation()
    """
  }

  private static func fix(_ latitude: Double) -> String {
    #"{"device":"a","latitude":\#(latitude),"longitude":2,"horizontalAccuracy":5}"# + "\n"
  }

  private func begin(_ words: String..., change: (Running, Command, Datagrams) throws -> Void) throws
    -> Command.Result
  {
    let command = try Command(["s.lua": Self.version("one")])
    let sender = try Datagrams()
    let running = try command.start(["run", "s.lua", "--from", "udp://127.0.0.1:\(sender.port)"] + words)
    #expect(
      Running.eventually {
        sender.send(Self.fix(1.5))
        return command.read(".output").contains("one\t1.5")
      })
    try change(running, command, sender)
    running.send(SIGTERM)
    return running.wait()
  }

  private func write(_ text: String, _ command: Command) throws {
    try text.write(toFile: command.path("s.lua"), atomically: true, encoding: .utf8)
  }

  @Test(arguments: ["1", "2"]) func aHangupTakesOverTheNewScript(jobs: String) throws {
    var recording = ""
    let result = try begin("--reload-on-sighup", "--jobs", jobs, "--record", "r.ndjson") {
      running, command, sender in
      try write("local =", command)
      running.send(SIGHUP)
      #expect(running.waitFor("nothing is reloaded: the old version runs on", in: ".errors"))
      sender.send(Self.fix(2.5))
      #expect(running.waitFor("one\t2.5", in: ".output"))
      try write(Self.version("two"), command)
      running.send(SIGHUP)
      #expect(running.waitFor("reloaded s.lua: 1 device in ", in: ".errors"))
      sender.send(Self.fix(3.5))
      #expect(running.waitFor("two\t3.5", in: ".output"))
      running.send(SIGTERM)
      _ = Running.eventually { command.read(".errors").contains("recorded: ") }
      recording = command.read("r.ndjson")
    }
    #expect(result.code == 143)
    #expect(result.output.ranges(of: "begins").count == 1)
    #expect(recording.contains(#""part":1,"reload":1,"reloaded":""#))
    // sha256sum of the second version.
    #expect(
      recording.contains(
        #""script":"s.lua","sha256":"b2800a5e5e408c4c9528b9366153da59c97587b0362a2e737ae9215a5782b3a3"}"#))
  }

  @Test func aSavedFileIsTakenOver() throws {
    let result = try begin("--watch") { running, command, sender in
      try write(Self.version("two"), command)
      #expect(running.waitFor("reloaded s.lua: 1 device in ", in: ".errors"))
      sender.send(Self.fix(3.5))
      #expect(running.waitFor("two\t3.5", in: ".output"))
    }
    #expect(result.output.ranges(of: "begins").count == 1)
  }

  @Test func aRunOverFilesBeginsAnew() throws {
    let command = try Command([
      "s.lua": "require 'm'\n" + Self.version("one"), "m.lua": "print('m1')", "a.ndjson": Sample.log(2),
    ])
    let running = try command.start(["run", "s.lua", "--watch", "--from", "a.ndjson"])
    #expect(running.waitFor("one\t0.1", in: ".output"))
    usleep(300_000)
    try "print('m2')".write(toFile: command.path("m.lua"), atomically: true, encoding: .utf8)
    #expect(running.waitFor("m2\nbegins\none\t0.0\none\t0.1\n", in: ".output"))
    try "x = =".write(toFile: command.path("m.lua"), atomically: true, encoding: .utf8)
    #expect(running.waitFor("m.lua:1:", in: ".errors"))
    try "print('m3')".write(toFile: command.path("m.lua"), atomically: true, encoding: .utf8)
    #expect(running.waitFor("m3\nbegins\none\t0.0\none\t0.1\n", in: ".output"))
    running.send(SIGINT)
    #expect(running.wait().code == 130)
  }

  @Test func whatCannotBeginAnewIsRefused() throws {
    let command = try Command(["s.lua": "", "a.ndjson": Sample.log(1)])
    let input = try command.run("run", "s.lua", "--watch", "--from", "-")
    #expect(input.code == 64 && input.errors.contains("standard input cannot be: name a file"))
    let state = try command.run("run", "s.lua", "--watch", "--from", "a.ndjson", "--state", "kept")
    #expect(state.code == 64 && state.errors.contains("--watch begins again, and --state continues"))
  }

  @Test func optionsThatCannotChangeAreNamed() throws {
    let old = ["fences": ["a"], "jobs": ["1"], "speed": ["2"]]
    let new = ["fences": ["b"], "jobs": ["2"], "speed": ["2"], "alerts": ["text"]]
    #expect(ConfigurationOption.differing(old, new) == ["alerts", "fences", "jobs"])
  }
}
