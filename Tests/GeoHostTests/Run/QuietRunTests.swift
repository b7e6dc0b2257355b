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

  @Test func crossingsWithoutAFunctionAreCounted() throws {
    let result = try run(45.1, 13.9, "function app:didEnterRegion() geoscript.alert{ title = 'in' } end")
    #expect(
      result.errors.contains(
        "crossings for which no delegate has a function: didExitRegion (1 ×): write function "
          + "app:didExitRegion(manager, region)"), "\(result.errors)")
    let heard = try run(45.1, 13.9, "function app:didExitRegion() end")
    #expect(!heard.errors.contains("no delegate has a function"), "\(heard.errors)")
  }

  @Test func aDeviceThatWasInsideFromTheStartIsNamed() throws {
    let command = try Command([
      "s.lua": """
      local app = {}
      function app:didEnterRegion() geoscript.alert{ title = "in" } end
      CLLocationManager.new{ delegate = app }:startMonitoringForRegion(CLCircularRegion.new{
        center = CLLocationCoordinate2DMake(0.1, 2), radius = 90000, identifier = "home" })
      """,
      "rex.ndjson": Sample.log(3, devices: ["rex"]),
    ])
    let result = try command.run("run", "s.lua", "--from", "rex.ndjson")
    #expect(result.errors.contains("no crossing: rex was inside 'home' from its first fix to its last"))
    #expect(try command.run("run", "s.lua", "--from", "rex.ndjson", "--quiet").errors == "")
  }

  @Test func aSourceWithoutACompassIsNamed() throws {
    let script = """
      local app = {}
      function app:didUpdateHeading() geoscript.alert{ title = "turned" } end
      CLLocationManager.new{ delegate = app }:startUpdatingHeading()
      """
    let command = try Command([
      "s.lua": script, "a.ndjson": Sample.log(2),
      "b.ndjson": #"{"time":1,"device":"b","type":"heading","magneticHeading":10}"# + "\n",
    ])
    let told = "no heading: the source has no compass readings for a"
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson").errors.contains(told))
    #expect(try !command.run("run", "s.lua", "--from", "b.ndjson").errors.contains("no heading"))
  }

  @Test func whatCheckWarnsOfIsSaid() throws {
    let result = try run(45.1, 13.9, "function app:didUpdateLocations() end")
    #expect(
      result.errors.contains("warning: s.lua:3: 'startMonitoringForRegion' has no effect"), "\(result.errors)"
    )
  }

  @Test func whoeverHearsACrossingIsNotAdvised() throws {
    let result = try run(45.1, 13.9, "function app:didExitRegion() end")
    #expect(!result.errors.contains("no crossing"))
  }
}
