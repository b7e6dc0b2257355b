import CommandTesting
import Testing

/// GR-19: what a group keeps from one run to the next.
@Suite struct GroupStateTests {
  private static let script = """
    local app = geoscript.app{ per = "group" }
    local home = CLCircularRegion.new{
      identifier = "home", center = CLLocationCoordinate2DMake(0, 10), radius = 100 }
    app:startMonitoringForRegion(home)
    local function tell(...) geoscript.alert{ title = table.concat({...}, " ") } end
    local function later() tell("later", math.random(1000000)) end
    geoscript.after(math.huge, later, { identifier = "later" })
    function app:didAppear(device) tell("appears", device.name) end
    function app:didEnterRegion(device)
      device.store.visits = (device.store.visits or 0) + 1
      tell("enters", device.name, device.store.visits)
      geoscript.after(100, later, { identifier = "later" })
    end
    function app:didExitRegion(device) tell("exits", device.name) end
    function app:didChangeOccupancy(_, inside, _, unknown)
      geoscript.store.changes = (geoscript.store.changes or 0) + 1
      tell("inside", #inside, "unknown", #unknown, "change", geoscript.store.changes)
    end
    function app:didFallSilent(device) tell("silent", device.name) end
    app:when(function() return geoscript.group.count("home") >= 1 end, { duration = 150, identifier = "long" },
      function() tell("somebody is in for long") end)
    """

  private static func fix(_ time: Int, _ device: String, _ longitude: Double, _ team: String) -> String {
    "{\"time\":\(1_780_000_000 + time),\"device\":\"\(device)\",\"latitude\":0,\"longitude\":\(longitude),\"team\":\"\(team)\"}\n"
  }

  /// A kid that comes home, changes its team and returns; a mother that falls silent and comes back.
  private static let log = [
    fix(0, "kid", 11, "a"), fix(5, "mum", 11, "a"), fix(20, "kid", 10, "a"), fix(60, "mum", 10, "a"),
    fix(70, "kid", 10, "a"), fix(150, "kid", 10, "b"), fix(160, "kid", 11, "b"), fix(170, "kid", 10, "b"),
    fix(250, "kid", 10, "a"), fix(300, "kid", 11, "a"), fix(400, "mum", 10, "a"), fix(460, "kid", 10, "a"),
    fix(700, "kid", 10, "a"), fix(720, "mum", 11, "a"),
  ]

  private static let words = ["--group-by", "team", "--stale-after", "130"]

  private func command() throws -> Command {
    try Command(["s.lua": Self.script, "log.ndjson": Self.log.joined()])
  }

  /// The run is interrupted after each event, and goes on with the next.
  @Test(arguments: ["1", "3"]) func aGroupContinuesAfterEachInterruption(jobs: String) throws {
    let calm = try command()
    let whole = try calm.start(
      ["run", "s.lua", "--from", "log.ndjson", "--alerts", "ndjson:a.ndjson", "--state", "kept"] + Self.words
    ).wait()
    #expect(whole.code == 0, "\(whole.errors)")
    let expected = calm.read("a.ndjson")
    for what in ["silent mum", "enters kid 1", "later", "somebody is in for long", "unknown 1"] {
      #expect(expected.contains(what), "\(what)")
    }
    let cut = try command()
    for _ in 0..<3 {
      // A limit on output ends the process hard, wherever it is.
      _ = try cut.shell(
        "for n in 1 2 3 4 5; do $geoscript run s.lua --from log.ndjson --alerts ndjson:a.ndjson --state kept "
          + "--checkpoint 0 --speed 2000 --jobs \(jobs) \(Self.words.joined(separator: " ")) & p=$!; sleep 0.07; "
          + "kill -9 $p; wait $p; done 2>/dev/null")
    }
    let last = try cut.start(
      [
        "run", "s.lua", "--from", "log.ndjson", "--alerts", "ndjson:a.ndjson", "--state", "kept", "--jobs",
        jobs,
      ]
        + Self.words
    ).wait()
    #expect(last.code == 0, "\(last.errors)")
    // With --speed, the timers of one group may come before or after events of the other.
    #expect(Self.byGroup(cut.read("a.ndjson")) == Self.byGroup(expected))
  }

  /// The alerts of group a, and those of group b, each in their order.
  private static func byGroup(_ alerts: String) -> [Bool: [Substring]] {
    Dictionary(grouping: alerts.split(separator: "\n")) { $0.contains("\"group\":\"a\"") }
  }

  @Test func theNextInputFindsMembersStatesAndStores() throws {
    let command = try Command([
      "s.lua": Self.script, "monday.ndjson": Self.log[..<5].joined(),
      "tuesday.ndjson": Self.log[5...].joined(),
    ])
    for day in ["monday", "tuesday"] {
      let result = try command.start(
        ["run", "s.lua", "--from", "\(day).ndjson", "--state", "kept", "--alerts", "ndjson:a.ndjson"]
          + Self.words
      ).wait()
      #expect(result.code == 0, "\(result.errors)")
      #expect(!result.errors.contains("kept from an earlier run"))
    }
    let titles = StateTests.titles(command, "a.ndjson")
    // In its first group the kid has appeared; what it comes back to after the other group is new.
    #expect(titles.count { $0 == "appears mum" } == 1)
    #expect(titles.count { $0 == "appears kid" } == 3)
    #expect(titles.contains("silent mum"))
    #expect(!titles.contains("enters mum 2"))
  }

  @Test func theStateOfAGroupIsShownAndForgotten() throws {
    let command = try Command(["s.lua": Self.script, "log.ndjson": Self.log[..<5].joined()])
    _ = try command.start(["run", "s.lua", "--from", "log.ndjson", "--state", "kept"] + Self.words).wait()
    let list = try command.run("state", "list", "--state", "kept").lines
    #expect(list.dropFirst().map { $0.prefix(9).description } == ["group a  ", "  kid    ", "  mum    "])
    let group = try command.run("state", "show", "--group", "a", "--state", "kept").lines
    #expect(group.contains("devices     kid, mum"))
    #expect(group.contains("region      home  kid, mum"))
    #expect(group.contains("when        long  holds since 2026-05-28T20:27:00Z"))
    #expect(group.contains { $0.hasPrefix("store       {\"changes\":") })
    let kid = try command.run("state", "show", "kid", "--state", "kept").lines
    #expect(kid.contains("group       a"))
    #expect(kid.contains("store       {\"visits\":1}"))
    let json = try command.run("state", "show", "--group", "a", "--json", "--state", "kept").output
    #expect(json.contains(#""regions":[{"identifier":"home","inside":["kid","mum"],"unknown":[]}]"#))
    let wrong = try command.run("state", "show", "--group", "b", "--state", "kept")
    #expect(wrong.code == 64 && wrong.errors.contains("there is no group 'b' here"))
    #expect(try command.run("state", "forget", "kid", "--state", "kept").code == 0)
    #expect(try command.run("state", "show", "kid", "--state", "kept").code == 64)
    #expect(try command.run("state", "forget", "--group", "a", "--state", "kept").code == 0)
    #expect(try command.run("state", "list", "--json", "--state", "kept").output.isEmpty)
  }

  @Test func aStoreOfADeviceThatCannotBeSavedIsNamed() throws {
    let script = """
      local app = geoscript.app{ per = "group" }
      function app:didAppear(device) device.store.f = print end
      """
    let command = try Command(["s.lua": script, "log.ndjson": Self.log[0]])
    for words in [[], ["--state", "kept"]] {
      let result = try command.start(["run", "s.lua", "--from", "log.ndjson"] + words).wait()
      #expect(result.code == 1)
      #expect(result.errors.contains("device.store.f: "), "\(result.errors)")
    }
  }
}
