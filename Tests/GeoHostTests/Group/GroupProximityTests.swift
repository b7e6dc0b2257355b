import CommandTesting
import Testing

/// GR-17: devices of a group watch each other, with any number of jobs.
@Suite struct GroupProximityTests {
  private static let devices = ["n-1", "n-2", "s-1", "s-2", "w-1", "w-2"]

  /// Each second device comes up to the first of its group and leaves again; the groups are side by side.
  private static let log: String = (0..<12).flatMap { step in
    devices.enumerated().map { place, device in
      let latitude = device.hasSuffix("1") ? 0 : abs(Double(step - 6)) * 0.001
      let longitude = 10 + Double(place / 2) * 0.0001
      return
        "{\"time\":\(1_780_000_000 + step * 10),\"device\":\"\(device)\",\"latitude\":\(latitude),\"longitude\":\(longitude)}\n"
    }
  }.joined()

  /// Everyone asks for everyone; only those of its group are somebody.
  private static let script = """
    local app = {}
    function app.didEnterRegion(_, region) geoscript.alert{ title = "near " .. region.device } end
    function app.didExitRegion(_, region) geoscript.alert{ title = "far from " .. region.device } end
    local manager = CLLocationManager.new{ delegate = app }
    for _, other in ipairs{ "n-1", "s-1", "w-1" } do
      if other ~= geoscript.device.name then manager:startMonitoringProximity(other, 250, 350) end
    end
    """

  private func alerts(_ words: String...) throws -> (lines: [String], errors: String) {
    let command = try Command(["s.lua": Self.script, "log.ndjson": Self.log])
    let result = try command.start(
      ["run", "s.lua", "--from", "log.ndjson", "--alerts", "ndjson:a.ndjson", "--state", "kept"] + words
    ).wait()
    #expect(result.code == 0, "\(result.errors)")
    return (command.read("a.ndjson").split(separator: "\n").map(String.init), result.errors)
  }

  @Test func onlyThoseOfTheGroupAreSeenAndJobsDoNotMatter() throws {
    let one = try alerts("--group-by", "device:([a-z])-", "--jobs", "1")
    let titles = one.lines.compactMap { $0.firstMatch(of: /"device":"([^"]*)".*"title":"([^"]*)"/) }
      .map { "\($0.output.1) \($0.output.2)" }
    #expect(
      titles.sorted() == ["n", "s", "w"].flatMap { ["\($0)-2 far from \($0)-1", "\($0)-2 near \($0)-1"] })
    let three = try alerts("--group-by", "device:([a-z])-", "--jobs", "3")
    #expect(three.lines == one.lines)
    #expect(!three.errors.contains("--jobs 1"))
  }

  @Test func withoutGroupsAllAreSeenByOneJob() throws {
    let all = try alerts("--jobs", "3")
    #expect(all.lines.count > 6)
    #expect(all.errors.contains("--jobs 1: the script watches other devices"))
  }
}
