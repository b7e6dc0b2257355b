import CommandTesting
import Foundation
import Testing

@testable import SQLite

/// States with numbers, texts and tables that no run has written.
@Suite struct StateDamageTests {
  private static let words = [
    "run", "s.lua", "--from", "log.ndjson", "--state", "kept", "--alerts", "ndjson:alerts.ndjson",
  ]
  private static let first = StateTests.log([StateTests.away, 0, StateTests.away, 0])
  private static let second = StateTests.log([StateTests.away, 0], from: 1_780_010_000)

  /// A state after a first run, with two more fixes in the log.
  private func kept() throws -> Command {
    let command = try Command([
      "s.lua": StateTests.script(before: "geoscript.store.n = (geoscript.store.n or 0) + 1"),
      "log.ndjson": Self.first,
    ])
    #expect(try command.start(Self.words).wait().code == 0)
    try (Self.first + Self.second).write(to: command.url("log.ndjson"), atomically: false, encoding: .utf8)
    return command
  }

  private func change(_ command: Command, _ sql: String) throws {
    try Database(path: command.path("kept/state.sqlite"), mode: .write).run(sql)
  }

  private func run(_ command: Command) throws -> Command.Result { try command.start(Self.words).wait() }

  /// As many alerts as a run that nobody disturbed raises, whatever the position says.
  @Test(arguments: ["byte = 2147483648", "byte = 9007199254740992", "events = 1000000000000", "events = 3"])
  func aPlaceBehindTheEndOfTheFileIsSaidAndNewFixesAreRead(change sql: String) throws {
    let calm = try kept()
    #expect(try run(calm).code == 0)
    let command = try kept()
    try change(command, "UPDATE sources SET \(sql)")
    let result = try run(command)
    #expect(result.code == 0)
    #expect(
      result.errors.contains(
        "log.ndjson ends before the place where the last run stopped: geoscript reads it"))
    #expect(!result.errors.contains("its clock was wrong"))
    #expect(command.read("alerts.ndjson") == calm.read("alerts.ndjson"))
    let again = try run(command)
    #expect(again.code == 0 && !again.errors.contains("ends before"))
  }

  @Test(arguments: [
    ("UPDATE region_sets SET content = substr(content, 1, 2)", "the regions of device 'van'"),
    ("UPDATE devices SET regions = NULL", "the regions of device 'van'"),
    ("UPDATE devices SET regions = 0", "the regions of device 'van'"),
    ("UPDATE devices SET region_count = 9", "the regions of device 'van'"),
    ("UPDATE devices SET clock = 4e9", "the clock of device 'van'"),
    ("UPDATE devices SET state = substr(state, 1, 20)", "device 'van'"),
  ])
  func aDeviceThatCannotBeReadIsNamedAndCanBeForgotten(sql: String, what: String) throws {
    let command = try kept()
    try change(command, sql)
    let result = try run(command)
    #expect(result.code == 65)
    #expect(
      result.errors.contains(
        "\(what) cannot be read: remove it with `geoscript state forget van --state kept`, or restore a copy")
    )
    #expect(try command.run("state", "forget", "van", "--state", "kept").code == 0)
    #expect(try run(command).code == 0)
  }

  @Test(arguments: [
    ("UPDATE run SET status = 'x'", "the last run cannot be read"),
    ("UPDATE run SET clock = 4e9", "the clock of the last run cannot be read"),
    ("UPDATE sources SET line = -1", "log.ndjson' cannot be read"),
    ("DROP TABLE run", "is damaged: it lacks run.clock, which a state of version 4 has"),
    ("ALTER TABLE devices DROP COLUMN quarantine", "is damaged: it lacks devices.quarantine"),
    ("DROP INDEX outbox_waiting", "is damaged: it lacks outbox_waiting"),
    ("PRAGMA user_version = 0", "is damaged: it has no version"),
    ("PRAGMA user_version = 1", "is damaged: it has begun.alert, which a state of version 1 lacks"),
    ("PRAGMA user_version = 3", "is damaged: it has version.id, which a state of version 3 lacks"),
  ])
  func whatConcernsAllDevicesIsNamedAndEverythingCanBeForgotten(sql: String, what: String) throws {
    let command = try kept()
    try change(command, sql)
    let result = try run(command)
    #expect(result.code == 65)
    #expect(result.errors.contains(what))
    #expect(result.errors.contains("remove everything with `geoscript state forget --all --state kept`"))
    #expect(try command.run("state", "forget", "--all", "--state", "kept").code == 0)
    #expect(try run(command).code == 0)
  }

  @Test(arguments: [
    "bytes = 9223372036854775807", "attempts = 9223372036854775807", "status = -1", "created = 1e300",
    "id = 9223372036854775807",
  ])
  func messagesWithDamagedNumbersAreSaidAndMended(change sql: String) throws {
    let command = try kept()
    let place = sql.hasPrefix("id") ? " WHERE alert = 'a1'" : ""
    try change(
      command,
      """
      INSERT INTO outbox (sink, alert, body, device, bytes, created) VALUES
        ('http://127.0.0.1:9/', 'a1', '{}', 'van', 2, unixepoch()),
        ('http://127.0.0.1:9/', 'a2', '{}', 'van', 2, unixepoch());
      UPDATE outbox SET \(sql)\(place)
      """)
    #expect(try command.run("alerts", "list", "--state", "kept").output.contains("a1  "))
    let result = try command.start(
      Self.words + ["--alerts", "http://127.0.0.1:9/", "--alert-timeout", "1"]
    ).wait()
    #expect(result.code == 0)
    #expect(result.errors.contains("to sinks had damaged numbers"))
    let list = try command.run("alerts", "list", "--state", "kept").output
    let isDead = sql.hasPrefix("status") || sql.hasPrefix("attempts")
    #expect(list.contains(isDead ? "a1  dead  van  its record in the state was damaged" : "a1  waiting  van"))
    #expect(try !run(command).errors.contains("damaged"))
  }

  @Test(arguments: ["-1", "null", "\"x\"", "{"])
  func aStoreThatIsNoTableBeginsEmpty(text: String) throws {
    let command = try kept()
    try change(command, "UPDATE devices SET store = '\(text)'")
    let result = try run(command)
    #expect(result.code == 0)
    #expect(result.errors.contains("device van: geoscript.store cannot be read: it begins empty"))
    #expect(try command.run("state", "show", "van", "--state", "kept").output.contains(#"{"n":1}"#))
  }

  @Test(arguments: [nil, "", "x"] as [String?])
  func aStateThatIsGoneIsSaid(content: String?) throws {
    let command = try kept()
    let url = command.url("kept/state.sqlite")
    try FileManager.default.removeItem(at: url)
    try content?.write(to: url, atomically: false, encoding: .utf8)
    let result = try run(command)
    #expect(result.code == 0)
    #expect(
      result.errors.contains(
        "warning: kept/state.sqlite was \(content == nil ? "missing" : "empty"): the state begins again"))
  }
}
