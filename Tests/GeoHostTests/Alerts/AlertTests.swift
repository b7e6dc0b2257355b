import CommandTesting
import Foundation
import Glibc
import Testing

@testable import GeoHost

@Suite struct AlertTests {
  static let fence = """
    local app = {}
    function app.didEnterRegion(_, region)
      geoscript.alert{ title = "Rex is out", body = "near the\\nroad", collar = { battery = 0.5 }, n = 3 }
    end
    local manager = CLLocationManager.new{ delegate = app }
    manager:startMonitoringForRegion(
      CLCircularRegion.new{ identifier = "road", center = CLLocationCoordinate2DMake(-1, 2), radius = 500 })
    """
  static let walk = """
    {"time":"2026-05-28T20:26:40Z","device":"rex","latitude":-1.1,"longitude":2}
    {"time":"2026-05-28T20:27:40Z","device":"rex","latitude":-1.0000012,"longitude":2,"horizontalAccuracy":8}

    """

  @Test func theTextOfAnAlertIsOneLineWithTimeDeviceTitleBodyRegionAndPlace() throws {
    let command = try Command(["s.lua": AlertTests.fence, "a.ndjson": AlertTests.walk])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(
      result.output == """
        2026-05-28T20:27:40Z  rex  Rex is out: near the road  [enter road]  -1.00000, 2.00000  \
        collar={"battery":0.5}  n=3

        """)
  }

  @Test func theFieldsOfAnAlertAreFixedAndInOrder() throws {
    let command = try Command(["s.lua": AlertTests.fence, "a.ndjson": AlertTests.walk])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--alerts", "ndjson")
    let line = try #require(result.lines.first)
    #expect(
      line.wholeMatch(
        of:
          /\{"id":"[0-9a-f]{16}","time":"2026-05-28T20:27:40Z","device":"rex","title":"Rex is out","body":"near the\\nroad","region":"road","event":"enter","visit":"[0-9a-f]{16}","latitude":-1.0000012,"longitude":2,"horizontalAccuracy":8,"collar":\{"battery":0.5\},"n":3\}/
      ) != nil)
  }

  @Test func theReferenceNamesTheFieldsInTheirOrder() throws {
    let command = try Command(["s.lua": AlertTests.fence, "a.ndjson": AlertTests.walk])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--alerts", "ndjson")
    let reference = try command.run("docs", "alerts", "--markdown").output
    let fields = try #require(reference.range(of: "## Fields")).upperBound
    let table = reference[fields...].prefix { $0 != "#" }
    let named = table.matches(of: /\| `(\w+)` \|/).map { String($0.output.1) }
    // Only an alert of an app in the background has the first, only one with a key the others.
    let others = ["appState", "key", "status", "priority", "alert", "repeat"]
    #expect(named.count == 19 && Array(named.suffix(6)) == others)
    // Only one of a group has a group, and only one under a privacy zone that zone.
    let places = named.filter { !others.contains($0) && $0 != "group" && $0 != "zone" }.map { name in
      result.output.range(of: "\"\(name)\":")?.lowerBound
    }
    #expect(!places.contains(nil))
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
  }

  @Test func aFieldOfTheHostCannotBeSet() throws {
    let script = "print(pcall(geoscript.alert, { title = 'x', visit = 1 }))"
    let result = try Command(["s.lua": script]).run("run", "s.lua", "--quiet")
    #expect(
      result.output
        == "false\ts.lua:1: geoscript.alert: field 'visit' is reserved for the host: choose another name\n")
  }

  @Test func severalSinksGetEachAlert() throws {
    let command = try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(3)])
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", "text", "--alerts", "ndjson:first", "--alerts",
      "ndjson:second", "--alerts", "exec:cat >> third")
    #expect(result.lines.count == 3)
    #expect(command.read("first").split(separator: "\n").count == 3)
    #expect(command.read("first") == command.read("second"))
    #expect(command.read("first") == command.read("third"))
  }

  @Test func noneSilencesThem() throws {
    let command = try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(3)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--alerts", "none")
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("3 alerts in"))
  }

  @Test func aFileIsAppendedTo() throws {
    let command = try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(2), "alerts": "before\n"])
    for _ in 1...2 { _ = try command.run("run", "s.lua", "--from", "a.ndjson", "--alerts", "ndjson:alerts") }
    let lines = command.read("alerts").split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[0] == "before")
    #expect(lines[1...2] == lines[3...4])
  }

  @Test func afterAKillEveryLineOfTheFileIsWhole() throws {
    let command = try Command(["s.lua": Sample.alerts, "a.ndjson": Sample.log(200_000)])
    let running = try command.start(
      ["run", "s.lua", "--from", "a.ndjson", "--alerts", "ndjson:alerts", "--quiet"])
    #expect(Running.eventually { command.read("alerts").utf8.count > 100_000 })
    running.send(SIGKILL)
    #expect(running.wait().code == -SIGKILL)
    let text = command.read("alerts")
    #expect(text.hasSuffix("\n"))
    for (number, line) in text.split(separator: "\n").enumerated() {
      let alert = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      try #require(alert["count"] as? Int == number + 1)
    }
  }
}
