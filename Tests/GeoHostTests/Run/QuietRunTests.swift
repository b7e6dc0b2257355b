import CommandTesting
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

  @Test func aSourceWithoutTheRangedBeaconIsNamed() throws {
    let beacon =
      #"{"type":"beacon","time":1,"device":"b","uuid":"E2C56DB5-DFFB-48D2-B060-D0F5A71096E0","major":1,"minor":7,"rssi":-61,"accuracy":0.3}"#
      + "\n"
    let command = try Command([
      "s.lua": """
      local app = {}
      function app:didRangeBeacons() end
      CLLocationManager.new{ delegate = app }:startRangingBeaconsSatisfyingConstraint(
        CLBeaconIdentityConstraint("E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"))
      """,
      "a.ndjson": Sample.log(2), "b.ndjson": beacon,
    ])
    let told = "no beacon: the source has none that a ranges (events of the type beacon)"
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson").errors.contains(told))
    #expect(try !command.run("run", "s.lua", "--from", "b.ndjson").errors.contains("no beacon"))
  }

  /// A visit is five minutes within 100 m.
  @Test(arguments: [(minutes: 4, isTold: true), (minutes: 20, isTold: false)])
  func aTrackWithoutAStayIsNamed(minutes: Int, isTold: Bool) throws {
    let command = try Command([
      "s.lua": """
      local app = {}
      function app:didVisit() end
      CLLocationManager.new{ delegate = app }:startMonitoringVisits()
      """,
      "a.ndjson": (0...minutes).map { minute in
        #"{"time":\#(1_780_000_000 + minute * 60),"device":"a","latitude":45,"longitude":14,"horizontalAccuracy":5}"#
          + "\n"
      }.joined(),
    ])
    let told = "no visit: no 5 minutes of a's fixes lie within 100 m"
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson").errors.contains(told) == isTold)
  }

  @Test(arguments: ["", "\n  \n", "-- later\n", "#!/usr/bin/geoscript\n--[[\nlater\n]]"])
  func anEmptyScriptIsCalledSo(script: String) throws {
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(2)])
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson").errors.contains("the script is empty"))
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

  /// A device at home that goes 1.1 km away and comes back, and a region with options.
  private func there(_ options: String) throws -> String {
    let command = try Command([
      "s.lua": """
      local app = {}
      function app:didEnterRegion() geoscript.alert{ title = "in" } end
      function app:didExitRegion() geoscript.alert{ title = "out" } end
      local home = CLCircularRegion.new{
        center = CLLocationCoordinate2D(45, 14), radius = 200, identifier = "home" }
      \(options)
      CLLocationManager.new{ delegate = app }:startMonitoringForRegion(home)
      """,
      "w.ndjson": [45, 45.001, 45.01, 45].enumerated().map { minute, latitude in
        #"{"time":"2026-05-04T06:0\#(minute):00Z","device":"a","latitude":\#(latitude),"longitude":14}"#
          + "\n"
      }.joined(),
    ])
    let errors = try command.run("run", "s.lua", "--from", "w.ndjson").errors
    return errors.split(separator: "\n").filter { $0.hasPrefix("no crossing: ") }.joined(separator: "\n")
  }

  @Test(arguments: [
    (
      "home.schedule = { from = '20:00', to = '21:00' }",
      "a crossed the edge of 'home' while its schedule was closed"
    ),
    ("home.notifyOnEntry, home.notifyOnExit = false, false", "a left 'home', but its notifyOnExit is false"),
    (
      "home.enterDelay, home.exitDelay = 3600, 3600",
      "a went out of 'home', but came back before its exitDelay of 3,600.00 s was over"
    ),
    (
      "home.minimumAccuracy = 2",
      "'home' ignored fixes of a: their accuracy is worse than its minimumAccuracy of 2 m"
    ),
    (
      "home.altitudes = { min = 1000 }",
      "'home' ignored fixes of a: they have no altitude, and the region has altitudes"
    ),
  ])
  func whatARegionDidNotReportIsSaid(options: String, said: String) throws {
    #expect(try there(options) == "no crossing: \(said)")
  }

  @Test func aPlainRegionReports() throws { #expect(try there("") == "") }
}
