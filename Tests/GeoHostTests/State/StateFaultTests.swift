import CommandTesting
import Foundation
import Glibc
import Testing

/// Faults of a state directory, and their messages.
@Suite struct StateFaultTests {
  private static let words = ["run", "s.lua", "--from", "log.ndjson", "--state", "kept"]

  private func command() throws -> Command {
    try Command(["s.lua": StateTests.script(), "log.ndjson": StateTests.log([StateTests.away, 0])])
  }

  private func run(_ command: Command, _ words: String...) throws -> Command.Result {
    try command.start(StateFaultTests.words + words).wait()
  }

  @Test func aSecondRunLearnsWhoHoldsTheDirectory() throws {
    let command = try command()
    try "geoscript.every(3600, function() end)".write(
      to: command.url("waits.lua"), atomically: false, encoding: .utf8)
    let first = try command.start(["run", "waits.lua", "--state", "kept"])
    #expect(Running.eventually { command.read("kept/lock").contains("waits.lua") })
    let other = try Command()
    let second = try other.run("run", command.path("waits.lua"), "--state", command.path("kept"))
    #expect(second.code == 73)
    #expect(second.errors.contains("is in use by process"))
    #expect(second.errors.contains("geoscript run waits.lua"))
    first.send(SIGTERM)
    #expect(first.wait().code == 143)
    #expect(try run(command).code == 0)
  }

  @Test func aDamagedDatabaseIsNamed() throws {
    let command = try command()
    _ = try run(command)
    try String(repeating: "no database ", count: 1000).write(
      to: command.url("kept/state.sqlite"), atomically: false, encoding: .utf8)
    let result = try run(command)
    #expect(result.code == 65)
    #expect(result.errors.contains("kept/state.sqlite: is damaged"))
    #expect(result.errors.contains("move it away to start over"))
  }

  @Test func aDirectoryThatMayNotBeWrittenIsNamed() throws {
    let command = try command()
    try FileManager.default.createDirectory(at: command.url("kept"), withIntermediateDirectories: false)
    // Root may write everywhere, so the command runs as another user.
    let user = geteuid() == 0 ? "setpriv --reuid 65534 --clear-groups " : ""
    let result = try command.shell(
      "chmod 755 . && chmod 555 kept && \(user)$geoscript \(StateFaultTests.words.joined(separator: " "))")
    #expect(result.code == 73)
    #expect(result.errors.contains("kept/lock: cannot be written: Permission denied"))
  }

  @Test func aFileInThePlaceOfADirectoryIsNamed() throws {
    let result = try command().run("run", "s.lua", "--from", "log.ndjson", "--state", "log.ndjson")
    #expect(result.code == 73)
    #expect(result.errors.contains("log.ndjson: is a file (expected a directory or a new path)"))
  }

  @Test func aReadOnlyDirectoryCanBeListed() throws {
    let command = try command()
    _ = try run(command)
    let user = geteuid() == 0 ? "setpriv --reuid 65534 --clear-groups " : ""
    let result = try command.shell(
      "chmod 755 . && chmod 644 kept/* && chmod 555 kept && \(user)$geoscript state list --state kept")
    #expect(result.code == 0)
    #expect(result.output.contains("van"))
  }

  @Test func aFullDiskUnderTheAlertsIsReportedOnce() throws {
    let result = try run(try command(), "--alerts", "ndjson:/dev/full")
    #expect(result.code == 74)
    let said = result.errors.split(separator: "\n").filter { $0.contains("/dev/full") }
    #expect(
      said == [
        "error: /dev/full: cannot be written: No space left on device; nothing was kept since the last checkpoint"
      ])
  }

  @Test func aParentThatIsNotThereIsNamed() throws {
    let result = try command().run("run", "s.lua", "--from", "log.ndjson", "--state", "no/where")
    #expect(result.code == 73)
    #expect(result.errors.contains("no/where: cannot be created: No such file or directory"))
  }

  /// A limit on the size of files stands for a full disk: the writes of the database fail in the same places.
  @Test func aRunOnAFullDiskEndsAndTheNextResumesSeamlessly() throws {
    let devices = (0..<400).map { "device-with-a-long-name-\($0)" }
    let log = (0..<12).map { index in
      devices.map { device in
        StateTests.log(
          [index / 3 % 2 == 0 ? StateTests.away : 0], from: 1_780_000_000 + index * 10, device: device)
      }.joined()
    }.joined()
    let files = ["s.lua": StateTests.script(), "log.ndjson": log]
    let words = (StateFaultTests.words + ["--checkpoint", "0", "--alerts", "ndjson:alerts.ndjson"])
      .joined(separator: " ")
    let calm = try Command(files)
    #expect(try calm.shell("$geoscript \(words)").code == 0)
    let command = try Command(files)
    // In blocks of 512 bytes: the alerts fit, the database does not.
    let result = try command.shell("ulimit -f 300; $geoscript \(words)")
    #expect(result.code == 74)
    #expect(result.errors.contains("kept/state.sqlite: cannot be written"))
    #expect(result.errors.contains("nothing was kept since the last checkpoint"))
    #expect(try command.shell("$geoscript \(words)").code == 0)
    #expect(command.read("alerts.ndjson") == calm.read("alerts.ndjson"))
    #expect(calm.read("alerts.ndjson").count > 100_000)
  }

  @Test func aDeviceThatHungIsNotStartedAgainUntilItIsForgotten() throws {
    let command = try command()
    _ = try run(command)
    try "\"van\"\n".write(to: command.url("kept/quarantine"), atomically: false, encoding: .utf8)
    try StateTests.log([1], from: 1_780_086_400).write(
      to: command.url("log.ndjson"), atomically: false, encoding: .utf8)
    let result = try run(command)
    #expect(
      result.errors.contains("device van: the script is stopped: a call never returned in an earlier run"))
    #expect(result.code == 65)
    #expect(
      try command.run("state", "list", "--state", "kept").output.contains("stopped: a call never returned")
    )
    #expect(try command.run("state", "forget", "van", "--state", "kept").code == 0)
    #expect(try run(command).code == 0)
  }

  @Test func aDeviceThatHungARunBeforeItsFirstCheckpointIsNotStartedAgain() throws {
    let command = try command()
    _ = try run(command)
    // As after a damage, when the state begins again.
    try FileManager.default.removeItem(at: command.url("kept/state.sqlite"))
    try "\"van\"\n".write(to: command.url("kept/quarantine"), atomically: false, encoding: .utf8)
    let result = try run(command)
    #expect(
      result.errors.contains("device van: the script is stopped: a call never returned in an earlier run"))
    #expect(result.code == 65)
  }

  @Test func theCheckpointOptionNeedsAStateDirectory() throws {
    let result = try command().run("run", "s.lua", "--from", "log.ndjson", "--checkpoint", "5")
    #expect(result.code == 64)
    #expect(result.errors.contains("--checkpoint needs --state"))
  }

  /// A replay at real speed that keeps its state, and has handled its first fix.
  private func stateful(_ words: String...) throws -> Running {
    let script = Sample.alerts.replacing("count = count + 1", with: "count = count + 1 print('fix', count)")
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(20)])
    let start = ["run", "s.lua", "--from", "a.ndjson", "--state", "kept", "--reorder-window", "0"]
    let running = try command.start(start + ["--speed", "1", "--alerts", "ndjson:alerts.ndjson"] + words)
    #expect(running.waitFor("fix\t1"))
    return running
  }

  private func next(_ command: Command) throws -> Command.Result {
    try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--state", "kept", "--alerts", "ndjson:alerts.ndjson",
      "--alerts", "ndjson")
  }

  /// What quiet hours hold back is sent, although the next run has none.
  @Test func heldAlertsDoNotNeedTheOptionThatHeldThem() throws {
    let running = try stateful("--quiet-hours", "00:00-23:59")
    running.send(SIGTERM)
    #expect(running.wait().code == 143)
    let command = running.command
    #expect(StateTests.titles(command).isEmpty)
    let result = try next(command)
    #expect(result.code == 0)
    #expect(StateTests.titles(command).count == 20)
    // Those that were held are printed now, and the others once.
    #expect(result.lines.count { $0.hasPrefix("{") } == 20)
  }

  /// systemd sends SIGABRT to a run that does not report: that is the fault of no device.
  @Test func aSignalFromOutsideStopsNoDevice() throws {
    let running = try stateful()
    running.send(SIGABRT)
    #expect(running.wait().code == -SIGABRT)
    let result = try next(running.command)
    #expect(result.code == 0 && !result.errors.contains("the script is stopped"), "\(result.errors)")
    // The script counts anew, with or without the first fix: the state may not have it yet.
    #expect(["fix 19", "fix 20"].contains(StateTests.titles(running.command).last))
  }
}
