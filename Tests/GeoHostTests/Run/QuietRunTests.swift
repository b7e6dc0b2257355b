import Testing

/// A run without crossings says why.
@Suite struct QuietRunTests {
  private func run(_ latitude: Double, _ longitude: Double, _ functions: String) throws -> Command.Result {
    let command = try Command([
      "s.lua": """
      local app = {}
      \(functions)
      CLLocationManager.new{ delegate = app }:startMonitoringForRegion(CLCircularRegion.new{
        center = CLLocationCoordinate2DMake(45.1, 13.9), radius = 500, identifier = "home" })
      """,
      "a.ndjson": [0.0, 0.01, 0.02].enumerated().map { number, step in
        #"{"time":\#(1_780_000_000 + number * 60),"latitude":\#(latitude + step),"longitude":\#(longitude)}"#
          + "\n"
      }.joined(),
    ])
    return try command.run("run", "s.lua", "--from", "a.ndjson")
  }

  @Test func exchangedCoordinatesAreSeen() throws {
    let result = try run(13.88, 45.1, "function app:didEnterRegion() geoscript.alert{ title = 'in' } end")
    #expect(result.errors.contains("no crossing: 'home', the nearest region, is "))
    #expect(result.errors.contains("with latitude and longitude exchanged it is"))
  }

  @Test func aFarRegionIsNamed() throws {
    let result = try run(48, 10, "function app:didEnterRegion() end")
    #expect(result.errors.contains("no crossing: 'home', the nearest region, is"))
    #expect(!result.errors.contains("exchanged"))
  }

  @Test func whoeverHearsACrossingIsNotAdvised() throws {
    let result = try run(45.1, 13.9, "function app:didExitRegion() end")
    #expect(!result.errors.contains("no crossing"))
  }
}
