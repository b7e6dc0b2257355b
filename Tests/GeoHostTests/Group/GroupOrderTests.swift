import CommandTesting
import Testing

/// GR-4, GR-5 and GR-7: one order for all devices of a group.
@Suite struct GroupOrderTests {
  private static let start = 1_780_000_000

  private static let script = """
    local app = geoscript.app{ per = "group" }
    app:startMonitoringForRegion(CLCircularRegion.new{
      identifier = "home", center = CLLocationCoordinate2DMake(0, 10), radius = 100 })
    local function at() return string.format("%d", geoscript.now():timeIntervalSince1970() - 1780000000) end
    function app:didAppear(device) print(at(), "appears", device.name) end
    function app:didEnterRegion(device) print(at(), "enters", device.name) end
    function app:didExitRegion(device) print(at(), "exits", device.name) end
    """

  private func fix(
    _ time: Int, _ device: String, _ longitude: Double, measured: Int? = nil, team: String? = nil
  )
    -> String
  {
    let timestamp = measured.map { ",\"timestamp\":\(Self.start + $0)" } ?? ""
    let team = team.map { ",\"team\":\"\($0)\"" } ?? ""
    return
      "{\"time\":\(Self.start + time)\(timestamp)\(team),\"device\":\"\(device)\",\"latitude\":0,\"longitude\":\(longitude)}\n"
  }

  private func run(_ lines: [String], _ words: String...) throws -> Command.Result {
    let command = try Command(["s.lua": Self.script, "log.ndjson": lines.joined()])
    return try command.start(["run", "s.lua", "--from", "log.ndjson"] + words).wait()
  }

  @Test func eventsOfOneMomentAreOrderedByTheBytesOfTheName() throws {
    let lines = ["b", "ä", "Zoë", "a"].map { fix(0, $0, 11) }
    #expect(try run(lines).lines == ["Zoë", "a", "b", "ä"].map { "0\tappears\t\($0)" })
  }

  @Test func anUploadOfTwoHoursIsNotLateAgainstOthers() throws {
    var lines = (0..<40).map { fix($0 * 10, "mom", 11) }
    // The phone has walked through the region two hours ago, and sends all of it at once.
    lines.insert(
      contentsOf: [(0, 11.0), (60, 10), (120, 11)].map { fix(205, "kid", $0.1, measured: -7200 + $0.0) },
      at: 21)
    let result = try run(lines)
    #expect(
      result.lines == ["0\tappears\tmom", "205\tappears\tkid", "205\tenters\tkid", "205\texits\tkid"])
    #expect(!result.errors.contains("late event"))
  }

  @Test func theClockOfTheGroupNeverGoesBack() throws {
    // The second device's own dates are far behind, but in order.
    let lines = [fix(100, "a", 11), fix(110, "a", 11), fix(5, "b", 11), fix(6, "b", 10), fix(120, "a", 10)]
    let result = try run(lines, "--reorder-window", "0")
    #expect(
      result.lines == ["100\tappears\ta", "110\tappears\tb", "110\tenters\tb", "120\tenters\ta"])
  }

  @Test(arguments: ["1", "2", "3"]) func aDeviceThatChangesItsGroupIsNewThere(jobs: String) throws {
    let lines = [
      fix(0, "a", 10, team: "red"), fix(1, "b", 10, team: "red"), fix(10, "a", 10, team: "blue"),
      fix(20, "a", 11, team: "blue"), fix(30, "a", 11, team: "red"), fix(40, "a", 10, team: "red"),
    ]
    let result = try run(lines, "--group-by", "team", "--jobs", jobs, "--json", "--quiet")
    let printed = result.lines.filter { $0.contains("\"type\":\"print\"") }
    func texts(_ group: String) -> [String] {
      printed.filter { $0.contains("\"group\":\"\(group)\"") }.compactMap {
        $0.split(separator: "\"text\":\"").last.map { String($0.dropLast(2)) }
      }
    }
    #expect(
      texts("red") == ["0\\tappears\\ta", "1\\tappears\\tb", "30\\tappears\\ta", "40\\tenters\\ta"])
    #expect(texts("blue") == ["10\\tappears\\ta", "20\\texits\\ta"])
  }
}
