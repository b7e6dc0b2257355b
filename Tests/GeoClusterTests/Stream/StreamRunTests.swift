import CommandTesting
import Testing

/// What does not go with `--from nats://…`; `scripts/checks/nats_workers.py` runs workers on real servers.
@Suite struct StreamRunTests {
  private static let group = "local app = geoscript.app{ per = \"group\" }\n"
  private let command: Command

  init() throws {
    command = try Command([
      "s.lua": Sample.prints, "g.lua": Self.group, "r.lua": Self.group.replacing("group\"", with: "run\""),
      "p.lua": "CLLocationManager.new():startMonitoringProximity('b', 100, 200)\n",
    ])
  }

  @Test(arguments: [
    (["s.lua", "--from", "nats://127.0.0.1:1"], "add --state"),
    (["s.lua", "--from", "nats://127.0.0.1:1", "--from", "http://127.0.0.1:0"], "only source"),
    (["s.lua", "--from", "nats://127.0.0.1:1", "--state", "d", "--jobs", "2"], "--jobs"),
    (["s.lua", "--from", "nats://127.0.0.1:1", "--state", "d", "--record", "r.ndjson"], "--record"),
    (["s.lua", "--from", "nats://127.0.0.1:1", "--state", "d", "--stale-after", "5"], "--stale-after"),
    (["s.lua", "--from", "nats://127.0.0.1:1", "--state", "d", "--group-by", "family"], "owntracks-user"),
    (
      ["s.lua", "--from", "nats://127.0.0.1:1", "--state", "nats", "--alerts", "ndjson:a"],
      "stay on the worker"
    ),
    (["s.lua", "--from", "nats://127.0.0.1:1?stream=SNAPSHOTS", "--state", "nats"], "another name"),
    (["s.lua", "--from", "http://127.0.0.1:0", "--state", "nats"], "--state ./nats"),
    (["g.lua", "--from", "nats://127.0.0.1:1", "--state", "d"], "--group-by"),
    (["r.lua", "--from", "nats://127.0.0.1:1", "--state", "d"], "partitions=1"),
    (["p.lua", "--from", "nats://127.0.0.1:1", "--state", "d"], "watch each other"),
  ])
  func mistakesAreNamed(_ words: [String], _ expected: String) throws {
    let result = try command.start(["run"] + words).wait()
    #expect(result.code == 64 && result.errors.contains(expected), "\(result.errors)")
  }

  @Test func withoutAServerNothingIsRead() throws {
    let result = try command.run("run", "s.lua", "--from", "nats://127.0.0.1:1", "--state", "d")
    #expect(result.code == 69 && result.errors.contains("cannot connect"), "\(result.errors)")
  }
}
