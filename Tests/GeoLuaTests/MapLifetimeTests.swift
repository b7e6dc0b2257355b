import Geo
import LuaBridge
import Testing

@testable import GeoLua

/// How long a script's maps live.
@Suite struct MapLifetimeTests {
  private let machine = GeoLibrary.machine()
  private let device = Device(id: DeviceID(index: 0), name: "phone")

  private func run(_ source: String) throws -> RunningScript {
    let environment = LuaEnvironment(machine: machine)
    let script = RunningScript(device: device, environment: environment, options: ScriptOptions())
    try script.run(LuaChunk(source, name: "test.lua", machine: machine), keepsTimers: false)
    device.deliver()
    return script
  }

  private static let cycle = """
    local app = { count = 0 }
    app.map = MKMapView.new{}
    app.map.delegate = app
    function app.regionDidChangeAnimated(map) app.count = app.count + 1; app.last = map end
    app.map:setCenterCoordinate(CLLocationCoordinate2DMake(1, 1), true)
    """

  // «collection never decides what is drawn»
  /// MV-35: collection never decides what is drawn or monitored.
  @Test func collectorKeepsMapsOnTheScreen() throws {
    let script = try run("MKMapView.new{}")
    machine.collect()
    #expect(device.maps.count == 1)
    device.closeScreen()
    script.environment.finish()
  }

  // «The device owns every `MKMapView` until its script instance ends»
  @Test func anEndedScriptReleasesItsMaps() throws {
    let script = try run(MapLifetimeTests.cycle)
    weak var map: MKMapView?
    weak var delegate: AnyObject?
    map = device.maps.first
    delegate = map?.attachment
    #expect(map != nil && delegate != nil)
    device.closeScreen()
    script.environment.finish()
    machine.collect()
    machine.collect()
    #expect(map == nil && delegate == nil)
    #expect(device.maps.isEmpty)
  }

  // «or `map:removeFromSuperview()`»
  @Test func aRemovedMapIsCollectedWithItsDelegate() throws {
    let script = try run(MapLifetimeTests.cycle)
    weak var map: MKMapView?
    weak var delegate: AnyObject?
    map = device.maps.first
    delegate = map?.attachment
    map?.removeFromSuperview()
    machine.collect()
    machine.collect()
    #expect(map == nil && delegate == nil)
    script.environment.finish()
  }

  @Test func scriptsAreLimitedToAThousandMaps() throws {
    let script = try run(
      """
      for _ = 1, 1000 do MKMapView.new{ frame = CGRectMake(0, 0, 1, 1) } end
      local made, message = pcall(MKMapView.new, {})
      assert(not made and message:find("1,000 map views are on the screen"), message)
      """)
    device.closeScreen()
    script.environment.finish()
  }

  @Test func endlessMapChangesAreAnError() throws {
    let script = try run(
      """
      local map = MKMapView.new{}
      local done, message = pcall(function()
        for count = 1, 1000000 do map.centerCoordinate = CLLocationCoordinate2DMake(0, count % 100) end
      end)
      assert(not done and message:find("100,000 callbacks are pending"), message)
      """)
    device.closeScreen()
    script.environment.finish()
  }
}
