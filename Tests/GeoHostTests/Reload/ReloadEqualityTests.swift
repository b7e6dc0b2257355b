import Geo
import Testing

@testable import GeoHost

/// A run that reloads the same version at random moments does what a run without reloads does.
@Suite struct ReloadEqualityTests {
  private static let each = """
    local app = {}
    local manager = CLLocationManager.new{ delegate = app }
    local function count(what, region)
      local store = geoscript.store
      store.n = (store.n or 0) + 1
      geoscript.alert{ title = what .. region.identifier .. store.n, key = region.identifier }
    end
    function app.didEnterRegion(_, region) count("in ", region) end
    function app.didExitRegion(_, region) count("out ", region) end
    function app.didDwellInRegion(_, region) count("dwell ", region) end
    for number = 1, 4 do
      manager:startMonitoringForRegion(CLCircularRegion.new{
        identifier = "r" .. number, center = CLLocationCoordinate2DMake(number / 50, 2), radius = 900,
        dwell = number % 2 == 0 and 60 or nil, exitDelay = 30 })
    end
    function app.didVisit(_, visit) print("visit", visit.coordinate.latitude) end
    manager:startMonitoringVisits()
    geoscript.every(45, function() print("tick", geoscript.store.n) end)
    geoscript.after(200, function() print("once") end)
    print("begins")
    """
  private static let group = """
    local app = geoscript.app{ per = "group" }
    for number = 1, 4 do
      app:startMonitoringForRegion(CLCircularRegion.new{
        identifier = "r" .. number, center = CLLocationCoordinate2DMake(number / 50, 2), radius = 900 })
    end
    function app:didEnterRegion(device, region)
      device.store.n = (device.store.n or 0) + 1
      geoscript.alert{ title = device.name .. " in " .. region.identifier .. device.store.n }
    end
    function app:didExitRegion(device, region) geoscript.alert{ title = device.name .. " out " .. region.identifier } end
    function app:didChangeOccupancy(region, inside) print(region.identifier, #inside) end
    function app:didAppear(device) print("appears", device.name) end
    app:when(function() return #app.devices > 2 end, { duration = 100 }, function() geoscript.alert{ title = "many" } end)
    geoscript.every(45, function() print("tick", math.random(1000)) end)
    """

  @Test(arguments: [ReloadEqualityTests.each, ReloadEqualityTests.group], [0, 40]) func reloadsChangeNothing(
    script: String, window: Int
  ) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = RandomNumbers(seed: seed)
    func roll(_ sides: Int) -> Int { Int(random.unit() * Double(sides)) }
    let plain = try ReloadRig(script) { $0.reorderWindow = Double(window) }
    let reloaded = try ReloadRig(script) { $0.reorderWindow = Double(window) }
    var reloads = 0
    var places: [String: Double] = [:]
    for step in 0..<600 {
      let device = "d\(roll(5))"
      let place = (places[device] ?? 0.05) + Double(roll(21) - 10) / 1000
      places[device] = place
      let time = 1_780_000_000 + Double(step) * 3 - Double(roll(30))
      for rig in [plain, reloaded] { rig.fix(place, at: time, of: device) }
      if roll(15) == 0 {
        try reloaded.reload()
        reloads += 1
      }
    }
    let end = 1_780_000_000 + 3600.0
    let counts = plain.finish(at: end)
    let others = reloaded.finish(at: end)
    #expect(reloads > 10)
    #expect(plain.ledger() == reloaded.ledger(), "seed \(seed)")
    #expect(counts.enters == others.enters && counts.exits == others.exits && counts.alerts == others.alerts)
    #expect(counts.enters > 10)
  }
}
