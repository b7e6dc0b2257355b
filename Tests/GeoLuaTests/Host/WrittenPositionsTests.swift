import LuaBridge
import Testing

@testable import GeoLua

/// Calls that write positions (PR-12).
@Suite struct WrittenPositionsTests {
  private func lines(_ script: String) -> [Int] {
    WrittenPositions.warnings(in: script, called: "a.lua").map(\.line)
  }

  @Test func writtenPositionsAreNamed() {
    let script = """
      local m = CLLocationManager()
      m.delegate = {
        didUpdateLocations = function(_, list)
          local last = list[#list]
          print(last.coordinate.latitude)
          print(last.speed, last.timestamp, #list)
          geoscript.alert{ title = "at", body = string.format("%.3f", last.coordinate.longitude) }
          geoscript.row("fixes", { place = tostring(last) })
        end,
        didEnterRegion = function(_, region)
          geoscript.alert{ title = "in " .. region.identifier }
        end,
      }
      """
    #expect(lines(script) == [5, 7, 8])
    #expect(
      WrittenPositions.warnings(in: "print(x.coordinate)", called: "a.lua").map(\.description)
        == ["a.lua:1: warning: print writes a position, which --privacy-zone does not mask"])
  }
}
