import CommandTesting
import Testing

@Suite struct StateCommandTests {
  private func kept() throws -> Command {
    let script =
      StateTests.script(before: "geoscript.store.seen = 1\ngeoscript.every(3600, function() end)") + """

        manager:startMonitoringForRegion(CLCircularRegion.new{
          identifier = "far", center = CLLocationCoordinate2DMake(50, 2), radius = 10 })
        """
    let command = try Command([
      "s.lua": script,
      "log.ndjson": StateTests.log([StateTests.away, 0]) + StateTests.log([StateTests.away], device: "b"),
    ])
    _ = try command.run("run", "s.lua", "--from", "log.ndjson", "--state", "kept")
    return command
  }

  @Test func theListTellsTheLastRunAndEachDevice() throws {
    let result = try kept().run("state", "list", "--state", "kept")
    #expect(
      result.output == """
        The last run, of s.lua, reached the end of its input at 2026-05-28T20:26:50Z.
        b    2026-05-28T20:26:50Z  2 regions
        van  2026-05-28T20:26:50Z  2 regions

        """)
  }

  @Test func aDeviceIsShownWithItsRegionsStatesAndStore() throws {
    let command = try kept()
    let output = try command.run("state", "show", "van", "--state", "kept").output
    #expect(output.contains("last fix    0.0, 2.0 ± 5.0 m at 2026-05-28T20:26:50Z"))
    #expect(output.contains("region      far  outside"))
    #expect(output.contains("region      depot  inside since 2026-05-28T20:26:50Z, visit "))
    #expect(output.contains(#"store       {"seen":1}"#))
    #expect(output.contains("timer       s.lua:4  "))
    let json = try command.run("state", "show", "van", "--state", "kept", "--json").output
    #expect(
      json.contains(#"{"identifier":"depot","state":"inside","since":"2026-05-28T20:26:50Z","visit":""#))
    #expect(json.contains(#""store":{"seen":1}"#))
  }

  @Test func forgottenDevicesAreGone() throws {
    let command = try kept()
    #expect(try command.run("state", "forget", "van", "depot", "--state", "kept").code == 0)
    #expect(try !command.run("state", "show", "van", "--state", "kept").output.contains("depot"))
    #expect(try command.run("state", "forget", "van", "--state", "kept").code == 0)
    #expect(try !command.run("state", "list", "--state", "kept").output.contains("van"))
    #expect(try command.run("state", "forget", "--all", "--state", "kept").code == 0)
    #expect(try command.run("state", "list", "--state", "kept").output.isEmpty)
  }

  /// The end of the input has moved the clocks of both, but one was heard later.
  @Test func whatIsOldIsForgotten() throws {
    let command = try Command([
      "s.lua": "",
      "log.ndjson": StateTests.log([0, 0]) + StateTests.log([45.678912], from: 1_780_086_400, device: "b"),
    ])
    #expect(try command.run("run", "s.lua", "--from", "log.ndjson", "--state", "kept").code == 0)
    let nothing = try command.run("state", "forget", "--before", "2026-05-28", "--state", "kept")
    #expect(nothing.code == 0 && nothing.output == "nothing to remove before 2026-05-28T00:00:00Z\n")
    let result = try command.run("state", "forget", "--before", "2026-05-29", "--state", "kept")
    #expect(result.code == 0)
    #expect(result.output == "device van, last heard 2026-05-28T20:26:50Z\nremoved 1 device\n")
    #expect(try command.run("state", "list", "--state", "kept", "--json").lines.count == 1)
    #expect(try command.run("state", "show", "b", "--state", "kept").output.contains("45.678912"))
    #expect(try command.shell("! grep -qs van kept/*").code == 0)
  }

  @Test(arguments: [
    ["--before", "yesterday"], ["--before", "2026-05-29", "--all"], ["van", "--before", "2026-05-29"],
  ])
  func aWrongDateForgetsNothing(words: [String]) throws {
    let command = try kept()
    let result = try command.start(["state", "forget", "--state", "kept"] + words).wait()
    #expect(result.code == 64)
    #expect(try command.run("state", "list", "--state", "kept", "--json").lines.count == 2)
  }

  @Test func anUnknownNameGetsTheNearestOne() throws {
    let command = try kept()
    let result = try command.run("state", "show", "vam", "--state", "kept")
    #expect(result.code == 64)
    #expect(result.errors.contains("there is no device 'vam' here"))
    #expect(result.errors.contains("van"))
    #expect(
      try command.run("state", "forget", "van", "depto", "--state", "kept").errors.contains(
        "does not watch a region 'depto'"))
    #expect(try command.run("state", "forget", "--state", "kept").code == 64)
    let both = try command.run("state", "forget", "van", "--all", "--state", "kept")
    #expect(both.code == 64)
    #expect(both.errors.contains("give only one of them: 'van' forgets this device, --all every device"))
    #expect(try command.run("state", "list", "--state", "nothing").code == 66)
  }
}
