import CommandTesting
import Testing

/// No failure ends with 0 (HO-30).
@Suite struct ExitCodeTruthTests {
  private static func callback(_ line: String) -> String {
    """
    local app = {}
    function app.didUpdateToLocation(manager, new) \(line) end
    CLLocationManager.new{ delegate = app }:startUpdatingLocation()
    """
  }

  @Test(arguments: ["1", "2"]) func aCallbackThatFailedIs1(jobs: String) throws {
    let command = try Command([
      "s.lua": Self.callback("if new.coordinate.latitude > 0.05 then error('no') end"),
      "a.ndjson": Sample.log(3, devices: ["a", "b"]),
    ])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--jobs", jobs)
    #expect(result.code == 1)
    #expect(result.reports.contains("failed: 4 callbacks"))
    #expect(result.reports.contains("  ×4  s.lua:2: no  (a, b)"))
    #expect(result.reports.count { $0 == "stack traceback:" } == 1)
    let kept = try command.run("run", "s.lua", "--from", "a.ndjson", "--jobs", jobs, "--keep-going")
    #expect(kept.code == 0)
    #expect(kept.reports.contains("failed: 4 callbacks"))
  }

  @Test func oneFailureIsNotListedAgain() throws {
    let command = try Command(["s.lua": Self.callback("error('no')"), "a.ndjson": Sample.log(1)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(result.code == 1)
    #expect(result.reports.last == "failed: 1 callback")
  }

  @Test func quietKeepsWhatWasOnlyCounted() throws {
    let command = try Command(["s.lua": Self.callback("error('no')"), "a.ndjson": Sample.log(4)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--quiet")
    #expect(result.reports.last == "  ×4  s.lua:2: no  (a)")
  }

  @Test(arguments: ["io", "main"]) func whatIsNotAllowedIs77(place: String) throws {
    let line = "geoscript.writeFile('/tmp/geoscript-not-allowed.txt', 'x')"
    let command = try Command([
      "s.lua": place == "main" ? line : Self.callback(line), "a.ndjson": Sample.log(2),
    ])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--keep-going")
    #expect(result.code == 77)
    #expect(result.errors.contains("--allow-write=/tmp"))
  }

  @Test func whatAScriptCatchesIsNoFailure() throws {
    let command = try Command([
      "s.lua": Self.callback("pcall(geoscript.writeFile, '/tmp/geoscript-not-allowed.txt', 'x')"),
      "a.ndjson": Sample.log(2),
    ])
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson").code == 0)
  }

  @Test func aFileThatCannotBeMadeIs73() throws {
    let command = try Command([
      "s.lua": Self.callback("geoscript.writeFile('s.lua/there/x.txt', 'x')"), "a.ndjson": Sample.log(1),
    ])
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson", "--allow-write", ".").code == 73)
  }

  @Test func aStoreThatCannotBeKeptIs1() throws {
    let command = try Command([
      "s.lua": Self.callback("geoscript.store.f = print"), "a.ndjson": Sample.log(1),
    ])
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson", "--state", "st").code == 1)
  }

  @Test(arguments: ["radius = -5", "center = CLLocationCoordinate2DMake(139.7, 35)"])
  func aRegionThatCannotBeWatchedIs1(field: String) throws {
    let command = try Command([
      "s.lua": """
      local region = CLCircularRegion.new{
        center = CLLocationCoordinate2DMake(1, 2), radius = 100, identifier = "home" }
      region = CLCircularRegion.new{ \(field.hasPrefix("radius")
          ? "center = CLLocationCoordinate2DMake(1, 2), \(field)" : "\(field), radius = 100"), identifier = "home" }
      CLLocationManager.new{ delegate = {} }:startMonitoringForRegion(region)
      """, "a.ndjson": Sample.log(1),
    ])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(result.code == 1)
    #expect(result.errors.contains("region 'home' is not watched"))
    #expect(result.reports.contains("not watched: 1 region"))
  }

  @Test func aUserWhoForbidsRegionsIsNoFailure() throws {
    let command = try Command([
      "s.lua": """
      CLLocationManager.new{ delegate = {} }:startMonitoringForRegion(CLCircularRegion.new{
        center = CLLocationCoordinate2DMake(1, 2), radius = 100, identifier = "home" })
      """,
      "a.ndjson": #"{"type":"authorization","time":1780000000,"device":"a","status":"denied"}"# + "\n"
        + Sample.log(1, devices: ["a"]),
    ])
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson").code == 0)
  }

  @Test func theSummaryOfJSONNamesWhatCounts() throws {
    let command = try Command([
      "s.lua": """
      CLLocationManager():startMonitoringForRegion(CLCircularRegion.new{
        center = CLLocationCoordinate2D(1, 2), radius = -5, identifier = "home" })
      """,
      "a.ndjson": Sample.log(2), "b.csv": "latitude,longitude,time\nx,y,z\n",
    ])
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--from", "b.csv", "--keep-going", "--json")
    #expect(result.code == 0, "\(result.errors)")
    let summary = try #require(result.lines.last)
    #expect(
      summary.contains(
        #""faults":[{"code":1,"message":"device a: s.lua:1: region 'home' is not watched: The radius of region 'home' "#
          + #"must be above 0 m, got -5.0."},{"code":65,"message":"b.csv: contains nothing usable: "#),
      "\(summary)")
  }

  @Test func fencesOfWhichNoneCanBeUsedAre65() throws {
    let point =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":"#
      + #"{"type":"Point","coordinates":[1,2]}}]}"#
    let command = try Command([
      "s.lua": "print(1)", "a.ndjson": Sample.log(1), "f.geojson": point,
      "none.geojson": #"{"type":"FeatureCollection","features":[]}"#,
    ])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--fences", "f.geojson")
    #expect(result.code == 65)
    #expect(
      result.errors.contains("error: f.geojson: contains no usable region: geoscript skipped all of it"))
    #expect(
      try command.run("run", "s.lua", "--from", "a.ndjson", "--fences", "f.geojson", "--keep-going").code == 0
    )
    let empty = try command.run("run", "s.lua", "--from", "a.ndjson", "--fences", "none.geojson")
    #expect(empty.code == 0)
    #expect(empty.reports.first == "warning: none.geojson contains no region")
  }

  @Test func aDeadTileServerIs69() throws {
    let command = try Command(["s.lua": "print(1)", "a.ndjson": Sample.log(2)])
    let server = "http://127.0.0.1:1/{z}/{x}/{y}.png"
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--map", "m.png", "--basemap", server, "--map-wait", "5")
    #expect(result.code == 69)
    let drawn = try command.run("draw", "a.ndjson", "-o", "d.png", "--basemap", server)
    #expect(drawn.code == 69)
    #expect(drawn.errors.contains("warning: "))
    #expect(command.exists("d.png"))
  }

  @Test func aFileThatCannotBeUsedIs65ToReplayInfoToo() throws {
    let command = try Command(["a.gpx": "<gpx></gpx>", "b.ndjson": "hello\n", "c.ndjson": ""])
    let piped = try command.run("replay-info", "-", stdin: "hello\n")
    #expect(piped.code == 65)
    #expect(try command.run("replay-info", "b.ndjson").code == 65)
    #expect(try command.run("replay-info", "c.ndjson").code == 0)
  }
}
