import CommandTesting
import Testing

/// What a script means otherwise when it registers regions is said where it stands.
@Suite struct RegionMistakeTests {
  private func errors(_ lines: String) throws -> String {
    let command = try Command([
      "s.lua": """
      local manager = CLLocationManager()
      local function region(latitude, radius, name)
        return CLCircularRegion.new{
          center = CLLocationCoordinate2DMake(latitude, 2), radius = radius, identifier = name }
      end
      \(lines)
      """,
      "a.ndjson": Sample.log(2),
    ])
    return try command.run("run", "s.lua", "--from", "a.ndjson").errors
  }

  @Test(arguments: [
    (
      "manager:startMonitoringForRegion(region(1, -5, 'home'))",
      "s.lua:6: region 'home' is not watched: The radius of region 'home' must be above 0 m, got -5.0."
    ),
    (
      "manager:startMonitoringForRegion(region(139.7, 5, 'home'))",
      "s.lua:6: region 'home' is not watched: The center of region 'home' is not a place on the earth: "
        + "latitude 139.7, longitude 2.0."
    ),
    (
      "manager:startMonitoringForRegion(region(1, 5, 'home')) manager:startMonitoringForRegion(region(2, 5, 'home'))",
      "s.lua:6: region 'home' replaces the other region of that name: give each region its own identifier"
    ),
    (
      "local home = region(1, 5, 'home') manager:startMonitoringForRegion(home) home.notifyOnExit = false",
      "s.lua:6: region 'home' is changed too late: startMonitoringForRegion took it as it was; change it before, "
        + "or register it again"
    ),
  ])
  func aMistakeIsNamedWithItsPlace(lines: String, message: String) throws {
    #expect(
      try errors(lines).contains(
        "warning: " + (message.contains("not watched") ? "device a: " : "") + message))
  }

  @Test(arguments: [
    "manager:startMonitoringForRegion(region(1, 5, 'home')) manager:startMonitoringForRegion(region(1, 5, 'home'))",
    "local home = region(1, 5, 'home') manager:startMonitoringForRegion(home) home.notifyOnExit = false "
      + "manager:startMonitoringForRegion(home)",
    "local home = region(1, 5, 'home') manager:startMonitoringForRegion(home) manager:stopMonitoringForRegion(home) "
      + "manager:startMonitoringForRegion(region(2, 5, 'home'))",
  ])
  func whatIsMeantIsNotNamed(lines: String) throws {
    let errors = try errors(lines)
    #expect(!errors.contains("replaces") && !errors.contains("too late"), "\(errors)")
  }

  @Test func aRegionThatMovesIsNotASecondOne() throws {
    let errors = try errors(
      """
      local app, at = {}, 1
      manager.delegate = app
      function app:didUpdateLocations()
        at = at + 1
        manager:startMonitoringForRegion(region(at, 5, "around me"))
      end
      manager:startMonitoringForRegion(region(at, 5, "around me"))
      manager:startUpdatingLocation()
      """)
    #expect(!errors.contains("replaces"), "\(errors)")
  }

  @Test func aStoreThatCannotBeKeptFailsWithoutState() throws {
    let command = try Command(["s.lua": "geoscript.store.f = function() end", "a.ndjson": Sample.log(1)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(result.code == 1)
    #expect(result.errors.contains("geoscript.store.f: "), "\(result.errors)")
    #expect(result.errors.contains("geoscript check: line 1: geoscript.store keeps text"), "\(result.errors)")
  }

  @Test func devicesThatWatchEachOtherShareAThread() throws {
    let command = try Command([
      "s.lua": """
      local app = {}
      function app:didEnterRegion(manager, region) geoscript.alert{ title = region.identifier } end
      CLLocationManager.new{ delegate = app }:startMonitoringProximity("b", 1000)
      """,
      "a.ndjson": [(0.0, "a"), (0.0, "b"), (60, "a"), (60, "b")].map { time, name in
        let latitude = name == "b" && time > 0 ? 45.0 : name == "b" ? 46 : 45
        return #"{"time":\#(time),"device":"\#(name)","latitude":\#(latitude),"longitude":2}"# + "\n"
      }.joined(),
    ])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--jobs", "2")
    #expect(result.output.contains("proximity:b"), "\(result.errors)")
    #expect(result.errors.contains("--jobs 1: the script watches other devices"))
    // Where the script itself does not say so.
    let hidden = try Command([
      "s.lua": "require 'near'", "a.ndjson": command.read("a.ndjson"), "near.lua": command.read("s.lua"),
    ])
    #expect(try hidden.run("run", "s.lua", "--from", "a.ndjson", "--jobs", "2").code == 64)
  }
}
