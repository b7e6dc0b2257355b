import CommandTesting
import Foundation
import Testing

/// Scripts whose shapes, lines and lists are small in Lua and large in the host.
@Suite struct HostileShapeScriptTests {
  private static let start = """
    local function at(x, y) return CLLocationCoordinate2DMake(x, y) end
    local ring = {}
    for i = 1, 1000 do ring[i] = at(math.cos(i / 500 * math.pi), math.sin(i / 500 * math.pi)) end
    local many = {}
    """

  /// Runs a script that must not take more than a gigabyte of addresses beside what the program has.
  private func run(_ script: String, _ words: String = "") throws -> Command.Result {
    let command = try Command([
      "s.lua": Self.start + "\n" + script, "a.ndjson": Sample.log(1, devices: ["a"]),
    ])
    return try command.shell("ulimit -v 1600000; \"$geoscript\" run s.lua --from a.ndjson \(words)")
  }

  /// One table that stands in another a hundred thousand times: a hundred million coordinates.
  @Test(arguments: [
    "for i = 1, 1e5 do many[i] = ring end print(PolygonRegion(ring, 'x', many))",
    "for i = 1, 1e5 do many[i] = { ring } end print(PolygonRegion.new{ identifier = 'x', parts = many })",
    "local line = MKPolyline:polylineWithCoordinates(ring) for i = 1, 1e5 do many[i] = line end print(geoscript.geoJSON(many))",
  ])
  func aTableInsideOfAnotherManyTimesIsCharged(script: String) throws {
    let result = try run(script, "--max-instructions 3000000")
    #expect(result.code == 65, "\(result.errors.prefix(500))")
    #expect(result.errors.contains("stopped after 30000000 instructions"), "\(result.errors.prefix(500))")
  }

  @Test func theTextOfManyShapesMustFitIntoTheMemory() throws {
    let result = try run(
      """
      local line = MKPolyline:polylineWithCoordinates(ring)
      for i = 1, 1e3 do many[i] = line end
      print(pcall(geoscript.geoJSON, many))
      """, "--max-memory-device 64")
    #expect(
      result.output.contains("not enough memory (--max-memory-device, --max-memory)"),
      "\(result.output.prefix(500))")
  }

  @Test func longEdgesTakeNoMoreMemoryThanShortOnes() throws {
    // An earlier version took 16 KB for each.
    let result = try run(
      """
      local comb = {}
      for i = 1, 80000 do comb[i] = at(i % 2 * 80, i / 1000) end
      comb[#comb + 1], comb[#comb + 2] = at(-1, 80), at(-1, 0)
      local region = PolygonRegion(comb, 'comb')
      print(region:containsCoordinate(at(-0.5, 40)), region:containsCoordinate(at(-2, 40)))
      """)
    #expect(result.output == "true\tfalse\n", "\(result.output)\(result.errors.prefix(500))")
  }

  /// Each touches some hundred cells of the index.
  @Test(arguments: [
    "m:startMonitoringForRegion(CLCircularRegion(at(0, 0), 1e6, 'r' .. i))",
    "m:startMonitoringForRegion(PolygonRegion({ at(0, 0), at(20, 0), at(0, i / 1e4 + 20) }, 'r' .. i))",
    "monitor:add(CLMonitor.CircularGeographicCondition(at(0, 0), 1e6), 'r' .. i)",
  ])
  func largeRegionsAreChargedForTheIndex(script: String) throws {
    let result = try run(
      "local m, monitor = CLLocationManager(), CLMonitor.new('m') for i = 1, 10000 do \(script) end",
      "--max-memory-device 16")
    #expect(result.errors.contains("not enough memory"), "\(result.errors.prefix(500))")
  }

  /// A line of many legs is looked at leg by leg.
  @Test(arguments: [
    "geoscript.nearestPoint(many, at(3, 3))", "geoscript.lineLength(many)", "geoscript.pointAlong(many, 1e9)",
  ])
  func workOnLinesIsCharged(script: String) throws {
    let result = try run(
      "for i = 1, 60000 do many[i] = ring[i % 1000 + 1] end while true do pcall(function() \(script) end) end",
      "--max-instructions 1200000")
    #expect(result.errors.contains("stopped after 12000000 instructions"), "\(result.errors.prefix(500))")
  }

  @Test func aLineToApproachAlongHasAMostLength() throws {
    let result = try run(
      """
      for i = 1, 20001 do many[i] = ring[i % 1000 + 1] end
      print(pcall(geoscript.onApproach, at(0, 0), { within = 60, along = many }, print))
      """)
    #expect(
      result.output.contains("a line of at most 20000 places expected"), "\(result.output)\(result.errors)")
  }
}
