import CommandTesting
import Testing

/// GR-8 and GR-10: who is unknown in a region whose options ignore some fixes.
@Suite struct GroupOptionTests {
  private static let script = """
    local family = geoscript.app{ per = "group" }
    family:startMonitoringForRegion(CLCircularRegion.new{
      identifier = "home", center = CLLocationCoordinate2DMake(0, 10), radius = 100, minimumAccuracy = 50 })
    function family:didChangeOccupancy(_, inside, _, unknown)
      print(#inside, #unknown, geoscript.group.none("home"))
    end
    """

  private func fix(_ time: Int, accuracy: Int) -> String {
    "{\"time\":\(1_780_000_000 + time),\"device\":\"kid\",\"latitude\":0,\"longitude\":11,\"horizontalAccuracy\":\(accuracy)}\n"
  }

  @Test func aDeviceIsKnownOutsideFromTheFirstFixThatTheRegionTakes() throws {
    let command = try Command([
      "s.lua": Self.script,
      "log.ndjson": fix(0, accuracy: 500) + fix(60, accuracy: 5) + fix(120, accuracy: 5),
    ])
    let result = try command.run("run", "s.lua", "--from", "log.ndjson")
    #expect(result.lines == ["0\t1\tfalse", "0\t0\ttrue"], "\(result.errors)")
  }
}
