import Foundation
import Geo
import GeoFormats
import GeoHost
import GeoLua
import Testing

@testable import GeoWorkshop

/// WY-7.
@Suite struct WhatIfTests {
  private static let script = """
    local manager = CLLocationManager()
    manager.delegate = {
      didEnterRegion = function(_, region) geoscript.alert{ title = "in " .. region.identifier } end,
    }
    manager:startMonitoringForRegion(CLCircularRegion({ latitude = 47, longitude = 8 }, 100, "home"))
    manager:startMonitoringForRegion(CLCircularRegion({ latitude = 48, longitude = 8 }, 100, "far"))
    """

  /// Fixes that come nearer from the north, a minute apart: 223 m, 167 m, 111 m, 56 m, 0 m. A thousandth of a degree of
  /// latitude is 111.2 m there (WGS 84).
  private static let log = [20, 15, 10, 5, 0].enumerated().map { index, tenths in
    #"{"type":"location","device":"rex","time":\#(1_777_889_700 + index * 60),"latitude":47.00\#(tenths < 10 ? "0" : "")\#(tenths),"longitude":8}"#
      + "\n"
  }.joined()

  private func answer(_ words: String...) throws -> WhatIf {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("what-if-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try WhatIfTests.script.write(
      to: folder.appendingPathComponent("a.lua"), atomically: false, encoding: .utf8)
    try WhatIfTests.log.write(
      to: folder.appendingPathComponent("a.ndjson"), atomically: false, encoding: .utf8)
    var options = RunOptions(script: folder.appendingPathComponent("a.lua").path)
    options.sources = [folder.appendingPathComponent("a.ndjson").path]
    options.changes = try words.map { try RegionChange($0) }
    return try WhatIf(options)
  }

  @Test func aWiderCircleIsEnteredEarlier() throws {
    let answer = try answer("home.radius=150")
    // 56 m is the first fix within 100 m, 111 m the first within 150 m.
    #expect(answer.comes.map(\.time) == [1_777_889_820])
    #expect(answer.goes.map(\.time) == [1_777_889_880])
    #expect(answer.stays == 0)
    let text = answer.text(in: .utc)
    #expect(
      text.hasPrefix("+ 2026-05-04T10:17:00Z  rex  in home\n− 2026-05-04T10:18:00Z  rex  in home\n"),
      "\(text)")
    #expect(text.hasSuffix("home.radius=150: 1 alert more, 1 alert fewer, 0 as before\n"))
    #expect(answer.json["comes"]?.description.contains("in home") == true)
  }

  @Test func aDelayKeepsTheAlertAway() throws {
    let answer = try answer("home.enterDelay=3600")
    #expect(answer.comes.isEmpty && answer.goes.count == 1)
  }

  @Test func whatChangesNothingStays() throws {
    let answer = try answer("home.radius=101", "far.radius=200")
    #expect(answer.comes.isEmpty && answer.goes.isEmpty && answer.stays == 1)
  }

  @Test(arguments: [
    ("hom.radius=150", "no device registers a region called 'hom'"),
    ("home.radius=-1", "--what-if home.radius=-1"),
    ("home.width=10", "the region is no corridor"), ("home.radius=wide", "--what-if home.radius=wide"),
  ])
  func aChangeThatCannotBeMadeIsSaid(_ word: String, _ message: String) throws {
    #expect {
      _ = try answer(word)
    } throws: { fault in
      (fault as? GeoError)?.code == .data && "\(fault)".contains(message)
    }
  }
}
