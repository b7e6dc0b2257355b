import CommandTesting
import Glibc
import Testing

/// A stop by signal is clean: the current event is finished, `onFinish` runs, the summary is printed.
@Suite struct SignalTests {
  static let script = """
    geoscript.onFinish(function() print("finished") end)
    """ + "\n" + Sample.prints

  /// A replay at real speed, ten seconds from fix to fix, that has printed its first.
  private func running(_ words: [String] = []) throws -> Running {
    let command = try Command(["s.lua": SignalTests.script, "a.ndjson": Sample.log(100)])
    let running = try command.start(
      ["run", "s.lua", "--from", "a.ndjson", "--speed", "1", "--reorder-window", "0"] + words)
    #expect(running.waitFor("a\t0.0"))
    return running
  }

  @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143)), (SIGHUP, Int32(129))], ["1", "2"])
  func finishersRunAndTheSummaryIsPrinted(signal: (Int32, Int32), jobs: String) throws {
    let running = try running(["--jobs", jobs])
    running.send(signal.0)
    let result = running.wait()
    #expect(result.code == signal.1)
    #expect(result.lines == ["a\t0.0", "finished"])
    #expect(result.errors.hasPrefix("1 event, 1 device"))
  }

  @Test func whatNohupStartedOutlivesItsTerminal() throws {
    let command = try Command(["s.lua": SignalTests.script, "a.ndjson": Sample.log(2, seconds: 2)])
    let running = try command.start(
      [
        "-c",
        "trap '' HUP; exec $geoscript run s.lua --from a.ndjson --speed 1 --reorder-window 0",
      ], program: "/bin/sh")
    #expect(running.waitFor("a\t0.0"))
    running.send(SIGHUP)
    let result = running.wait()
    #expect(result.code == 0)
    #expect(result.lines == ["a\t0.0", "a\t0.1", "finished"])
  }

  @Test func withoutASourceToo() throws {
    let command = try Command([
      "s.lua": "geoscript.onFinish(function() print('end') end) geoscript.after(1000, print) print(1)"
    ])
    let running = try command.start(["run", "s.lua"])
    #expect(running.waitFor("1\n"))
    running.send(SIGINT)
    let result = running.wait()
    #expect(result.code == 130)
    #expect(result.lines == ["1", "end"])
  }

  @Test func aReadThatWaitsForStandardInputEnds() throws {
    let command = try Command(["s.lua": SignalTests.script, "first": Sample.log(1)])
    // The writer of the pipe stays for longer than the test.
    let running = try command.start(
      ["-c", "mkfifo p; { cat first; exec sleep 100; } > p & exec $geoscript run s.lua --from - < p"],
      program: "/bin/sh")
    #expect(running.waitFor("a\t0.0"))
    running.send(SIGTERM)
    let result = running.wait()
    #expect(result.code == 143)
    #expect(result.lines == ["a\t0.0", "finished"])
    kill(-running.process, SIGKILL)
  }

  /// A log that jumps most of a day, and a script with a timer every millisecond: 72 million calls.
  @Test(arguments: ["1", "2"]) func amongTimersToo(jobs: String) throws {
    let script = """
      geoscript.onFinish(function() print("finished") end)
      local count = 0
      geoscript.every(0.001, function() count = count + 1; if count % 100 == 1 then print("tick") end end)
      """
    let command = try Command(["s.lua": script])
    let running = try command.start(
      ["run", "s.lua", "--from", "-", "--jobs", jobs], stdin: Sample.log(2, seconds: 72_000))
    #expect(running.waitFor("tick"))
    running.send(SIGINT)
    let result = running.wait()
    #expect(result.code == 130)
    #expect(result.lines.last == "finished")
    #expect(result.errors.contains("still pending at the end: 1 timer"))
  }

  @Test func aSecondSignalEndsAtOnce() throws {
    let script = "geoscript.onFinish(function() print('finishing') while true do end end)\n" + Sample.prints
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(100)])
    let running = try command.start(
      [
        "run", "s.lua", "--from", "a.ndjson", "--speed", "1", "--reorder-window", "0", "--max-instructions",
        "1000000000000",
      ])
    #expect(running.waitFor("a\t0.0"))
    running.send(SIGINT)
    usleep(200_000)
    running.send(SIGTERM)
    let result = running.wait()
    #expect(result.code == 143)
    #expect(!result.errors.contains("events"))
  }

  /// A pipe holds 64 KiB. The reader of the first test stays away; that of the second one comes late.
  @Test(arguments: [false, true]) func aPipeThatNobodyReads(comes: Bool) throws {
    let command = try Command([
      "s.lua": """
      geoscript.onFinish(function() geoscript.appendFile("end", "finished") end)
      geoscript.appendFile("begun", "yes")
      for n = 1, 100 do print(string.rep("x", 1000)) end
      """
    ])
    let reader = comes ? "sleep 2; cat > read" : "sleep 100"
    let running = try command.start(
      ["-c", "mkfifo p; { \(reader); } < p & exec $geoscript run s.lua --allow-write . > p"],
      program: "/bin/sh")
    #expect(running.waitFor("yes", in: "begun"))
    usleep(500_000)
    running.send(SIGTERM)
    let result = running.wait()
    #expect(result.code == 143)
    #expect(result.errors.contains("nobody reads the output") == !comes)
    #expect(command.read("end") == (comes ? "finished" : ""))
    kill(-running.process, SIGKILL)
  }
}
