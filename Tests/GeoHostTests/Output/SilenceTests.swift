import CommandTesting
import Testing

/// Reports for scripts that cannot do anything.
struct SilenceTests {
  private static let region = """
    local region = CLCircularRegion.new{
      identifier = "home", center = CLLocationCoordinate2DMake(45, 14), radius = 100,
    }

    """

  @Test func anUnwatchableRegionIsReportedIfNoDelegateHandlesIt() throws {
    let script = """
      local region = CLCircularRegion.new{
        identifier = "home", center = CLLocationCoordinate2DMake(-122, 37), radius = 100,
      }
      CLLocationManager.new{}:startMonitoringForRegion(region)
      """
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(3)])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson", "--quiet")
    #expect(result.errors.contains(": region 'home' is not watched: The center of region 'home'"))
  }

  @Test func crossingsWithoutAnyDelegateAreCounted() throws {
    let script = Self.region + "CLLocationManager.new{}:startMonitoringForRegion(region, 0)"
    let log = """
      {"time":1,"latitude":45,"longitude":14}
      {"time":2,"latitude":46,"longitude":14}

      """
    let command = try Command(["s.lua": script, "a.ndjson": log])
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(
      result.reports == [
        "skipped: 1 × crossing while no location manager had a delegate, first: device a",
        "warning: s.lua:4: 'startMonitoringForRegion' has no effect: the script has no delegate function "
          + "didEnterRegion or didExitRegion",
      ])
  }

  @Test func functionsWhoseServiceIsNeverStartedAreListedAtTheStart() throws {
    let script = """
      local app, m = {}, CLLocationManager()
      m.delegate = app
      function app:didUpdateHeading(m, heading) end
      function app:didUpdateLocations(m, list) geoscript.alert{ title = "here" } end
      app.didVisit = nil
      m:startUpdatingLocation()
      """
    let command = try Command(["s.lua": script, "a.ndjson": Sample.log(3)])
    let advice =
      "s.lua:3: warning: 'didUpdateHeading' is never called: the script does not call startUpdatingHeading"
    #expect(try command.run("check", "s.lua").output == advice + "\n")
    let result = try command.run("run", "s.lua", "--from", "a.ndjson")
    #expect(
      result.errors.hasPrefix("warning: " + advice.replacing("warning: ", with: "")), "\(result.errors)")
    #expect(result.code == 0)
    #expect(try command.run("run", "s.lua", "--from", "a.ndjson", "--quiet").errors.isEmpty)
  }

  @Test(arguments: [
    "m:startUpdatingHeading()", "app:didUpdateHeading()",
    "function app:startIt() m:startUpdatingHeading() end",
    "require 'other'",
  ])
  func functionsThatMayBeCalledAreNotListed(more: String) throws {
    let script = """
      local app, m = {}, CLLocationManager()
      m.delegate = app
      function app:didUpdateHeading() end
      \(more)
      """
    let command = try Command(["s.lua": script, "other.lua": ""])
    #expect(!(try command.run("check", "s.lua").output.contains("is never called")))
  }

  @Test func aScriptThatWaitsForLocationsWithoutASourceIsReported() throws {
    let script = Self.region + "CLLocationManager.new{}:startMonitoringForRegion(region)"
    let command = try Command(["s.lua": script])
    #expect(try command.run("run", "s.lua").reports == ["no location will come: there is no --from"])
  }

  @Test func aSyntaxErrorHasTheCheckersAdvice() throws {
    let command = try Command(["s.lua": "local x = 1\nx += 1\n"])
    let result = try command.run("run", "s.lua")
    #expect(result.code == 65)
    #expect(
      result.errors == "geoscript: s.lua:2: syntax error near '+' (Lua has no '+='; write 'x = x + …')\n")
  }
}
