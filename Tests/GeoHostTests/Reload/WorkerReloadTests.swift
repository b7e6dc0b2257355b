import CommandTesting
import Foundation
import Geo
import GeoStore
import Glibc
import Testing

@testable import GeoHost

/// What goes on in a reload, and what does not (HO-100 … HO-104).
@Suite struct WorkerReloadTests {
  static let start = 1_780_000_000.0

  /// Watches one circle, and says which version it is.
  static func version(_ name: String, _ more: String = "") -> String {
    """
    local app = {}
    local manager = CLLocationManager.new{ delegate = app }
    function app.didEnterRegion(_, region) geoscript.alert{ title = "\(name) in " .. region.identifier } end
    function app.didExitRegion(_, region) geoscript.alert{ title = "\(name) out " .. region.identifier } end
    local function watch(name, latitude)
      manager:startMonitoringForRegion(CLCircularRegion.new{
        identifier = name, center = CLLocationCoordinate2DMake(latitude, 2), radius = 500 })
    end
    watch("depot", 0)
    \(more)
    """
  }

  @Test(arguments: [1, 2]) func theNewVersionContinuesWhereTheOldOneWas(jobs: Int) throws {
    let rig = try ReloadRig(Self.version("old", "print('hello')")) { $0.jobs = jobs }
    rig.fix(0.1, at: Self.start)
    rig.fix(0, at: Self.start + 10)
    let report = try rig.reload(Self.version("new", "print('hello', geoscript.launchOptions.reload)"))
    #expect(report.devices == 1)
    rig.fix(0, at: Self.start + 20)
    rig.fix(0.1, at: Self.start + 30)
    let counts = rig.finish(at: Self.start + 40)
    // No second enter, and what the main chunk prints is not repeated.
    #expect(rig.told() == ["hello", "old in depot", "new out depot"])
    #expect(counts.enters == 1 && counts.exits == 1 && counts.alerts == 2 && counts.devices == 1)
  }

  @Test func theNewVersionKnowsThatItFollowsAnother() throws {
    let rig = try ReloadRig(Self.version("old"))
    rig.fix(0.1, at: Self.start)
    try rig.reload(
      Self.version(
        "new", "local is = geoscript.launchOptions.reload geoscript.after(5, function() print(is) end)"))
    rig.fix(0.1, at: Self.start + 10)
    rig.fix(0.1, at: Self.start + 20)
    _ = rig.finish(at: Self.start + 20)
    #expect(rig.told() == ["true"])
  }

  @Test(arguments: [1, 2]) func aVersionThatFailsAnywhereLeavesAllOldOnes(jobs: Int) throws {
    let rig = try ReloadRig(Self.version("old")) { $0.jobs = jobs }
    for name in ["a", "b", "c", "d"] { rig.fix(0.1, at: Self.start, of: name) }
    let broken = [
      ("local = 1", "s.lua:1"),
      (
        Self.version("new", "if geoscript.device.id == 'c' then error('no depot') end"), "no depot (device c)"
      ),
      (Self.version("new", "require 'gone'"), "module 'gone' not found"),
    ]
    for (script, reason) in broken {
      let fault = #expect(throws: GeoError.self) { try rig.reload(script) }
      #expect(fault?.description.contains(reason) == true, "\(fault?.description ?? "")")
    }
    for name in ["a", "b", "c", "d"] { rig.fix(0, at: Self.start + 10, of: name) }
    let counts = rig.finish(at: Self.start + 20)
    #expect(rig.told() == Array(repeating: "old in depot", count: 4))
    #expect(counts.failures == 0 && counts.stopped == 0)
  }

  @Test(arguments: [1, 2], [false, true]) func aVersionWithoutADeviceIsTriedOnce(jobs: Int, isGroup: Bool)
    throws
  {
    let group = "local fleet = geoscript.app{ per = 'group' }\n"
    let rig = try ReloadRig(isGroup ? group : Self.version("old")) { $0.jobs = jobs }
    let broken =
      (isGroup ? group : Self.version("new")) + "\ngeoscript.writeFile('a.txt', 'x') error('no depot')"
    let fault = #expect(throws: GeoError.self) { try rig.reload(broken) }
    #expect(
      fault?.description.contains("no depot (device \(isGroup ? "default" : "trial"))") == true,
      "\(fault?.description ?? "")")
    // The trial leaves nothing behind.
    #expect(!rig.command.exists("a.txt") && rig.plan.directory.count == 0)
    let tells = "\nprint(geoscript.launchOptions.reload)"
    let report = try rig.reload((isGroup ? group : Self.version("new")) + tells)
    #expect(report.devices == 0 && rig.told() == [])
    rig.fix(0.1, at: Self.start)
    let counts = rig.finish(at: Self.start + 10)
    #expect(rig.told() == ["nil"] && counts.devices == 1 && counts.failures == 0)
  }

  @Test func whatTheMainChunkWritesWaitsUntilAllHaveStarted() throws {
    let rig = try ReloadRig(Self.version("old"))
    for name in ["a", "b"] { rig.fix(0.1, at: Self.start, of: name) }
    let writes = "geoscript.writeFile(geoscript.device.id .. '.txt', 'x')"
    #expect(throws: GeoError.self) {
      try rig.reload(Self.version("new", writes + " if geoscript.device.id == 'b' then error('no') end"))
    }
    #expect(!rig.command.exists("a.txt"))
    try rig.reload(Self.version("new", writes + " geoscript.alert{ title = 'hello' }"))
    #expect(rig.command.read("a.txt") == "x" && rig.command.read("b.txt") == "x")
    #expect(rig.told() == [])
    #expect(rig.finish(at: Self.start).alerts == 0)
  }

  @Test func regionsThatTheMainChunkNoLongerRegistersAreStopped() throws {
    let rig = try ReloadRig(
      Self.version("old", "watch('yard', 1) geoscript.after(1, function() watch('late', 3) end)"))
    for name in ["a", "b"] { rig.fix(0.1, at: Self.start, of: name) }
    for name in ["a", "b"] { rig.fix(0.1, at: Self.start + 10, of: name) }
    let report = try rig.reload(Self.version("new"))
    #expect(report.stopped == ["yard": 2])
    #expect(
      report.lines(script: "s.lua", seconds: 0.5) == [
        "reloaded s.lua: 2 devices in 0.50 s", "not watched any more: 'yard' (2 devices)",
      ])
    // Again, and what a callback has registered stays.
    #expect(try rig.reload().stopped.isEmpty)
    rig.fix(1, at: Self.start + 20, of: "a")
    rig.fix(3, at: Self.start + 30, of: "a")
    _ = rig.finish(at: Self.start + 40)
    #expect(rig.told() == ["new in late"])
  }

  @Test func fencesAreReadAgain() throws {
    let fence = { (name: String, latitude: Double) in
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"\(name)","radius":500},
      "geometry":{"type":"Point","coordinates":[2,\(latitude)]}}]}
      """
    }
    let rig = try ReloadRig(Self.version("old"))
    rig.fix(0.1, at: Self.start)
    try fence("yard", 1).write(toFile: rig.command.path("f.geojson"), atomically: true, encoding: .utf8)
    let path = rig.command.path("f.geojson")
    try rig.reload { $0.fences = [path] }
    // The first fix after a registration makes no event.
    rig.fix(0.1, at: Self.start + 5)
    rig.fix(1, at: Self.start + 10)
    try fence("quay", 4).write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try rig.reload().stopped == ["yard": 1])
    rig.fix(1, at: Self.start + 15)
    rig.fix(4, at: Self.start + 20)
    _ = rig.finish(at: Self.start + 30)
    #expect(rig.told() == ["old in yard", "old in quay"])
  }

  @Test func timersAreKnownByIdentifierElseByIntervalAndOrder() throws {
    let rig = try ReloadRig(
      Self.version(
        "old",
        """
        geoscript.after(100, function() print('old once') end)
        geoscript.every(60, function() print('old tick') end)
        geoscript.after(90, function() print('old named') end, { identifier = 'n' })
        """))
    rig.fix(0.1, at: Self.start)
    rig.fix(0.1, at: Self.start + 50)
    // Other lines, another order, and a new timer between them.
    let report = try rig.reload(
      Self.version(
        "new",
        """
        geoscript.after(1e6, function() print('new named') end, { identifier = 'n' })
        geoscript.every(60, function() print('new tick') end)
        geoscript.after(30, function() print('new short') end)
        geoscript.after(100, function() print('new once') end)
        """))
    #expect(report.timers == 0)
    for time in stride(from: 55.0, through: 125, by: 5) { rig.fix(0.1, at: Self.start + time) }
    // 60 and 120 by the old clock, 80 after 50 + 30, 90 and 100 as they were due.
    #expect(rig.told() == ["new tick", "new short", "new named", "new once", "new tick"])
    _ = rig.finish(at: Self.start + 125)
  }

  @Test func whatEndsWithTheOldVersionIsCounted() throws {
    let rig = try ReloadRig(
      Self.version(
        "old",
        """
        geoscript.after(1, function()
          geoscript.after(1000, print)
          geoscript.every(1000, print)
          geoscript.after(2000, print, { identifier = 'gone' })
          geoscript.task(function() geoscript.sleep(5000) print('never') end)
          map = MKMapView()
        end)
        """))
    rig.fix(0.1, at: Self.start)
    rig.fix(0.1, at: Self.start + 10)
    let report = try rig.reload(Self.version("new"))
    #expect(report.timers == 3 && report.tasks == 1 && report.maps == 1 && report.requests == 0)
    #expect(
      report.lines(script: "s.lua", seconds: 0).last == "ended with the old version: 3 timers, 1 task, 1 map")
    rig.fix(0.1, at: Self.start + 6000)
    _ = rig.finish(at: Self.start + 6000)
    #expect(rig.told() == [])
  }

  @Test func aRepairedScriptRunsAgainWhereTheOldOneWasStopped() throws {
    let rig = try ReloadRig(Self.version("old", "error('broken')"))
    rig.fix(0.1, at: Self.start)
    try rig.reload(Self.version("new"))
    rig.fix(0, at: Self.start + 10)
    let counts = rig.finish(at: Self.start + 20)
    #expect(rig.told() == ["new in depot"])
    #expect(counts.stopped == 0 && counts.failures == 1)
  }

  @Test func anotherUnitIsRefused() throws {
    let rig = try ReloadRig(Self.version("old"))
    let fault = #expect(throws: GeoError.self) { try rig.reload("local app = geoscript.app{ per = 'run' }") }
    #expect(
      fault?.description
        == "s.lua: one instance stood for each device and now for each run: stop the run, and start it")
    _ = rig.finish(at: Self.start)
  }

  @Test func fixesInTheWindowAreHandled() throws {
    let prints = Sample.prints
    let rig = try ReloadRig(prints) { $0.reorderWindow = 100 }
    for step in 0..<10 {
      rig.fix(Double(step) / 10, at: Self.start + Double(step) * 7)
      try rig.reload()
    }
    _ = rig.finish(at: Self.start + 100)
    #expect(rig.told() == (0..<10).map { "van\t\(Double($0) / 10)" })
  }
}
