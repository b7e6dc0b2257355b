import Geo
import Testing

@testable import GeoHost

/// What belongs to the start of a new version.
@Suite struct ReloadStartTests {
  private static let start = 1_780_000_000.0
  private static let script = """
    local app = {}
    function app.didEnterRegion(_, region) geoscript.alert{ title = "in " .. region.identifier } end
    function app.locationManagerDidChangeAuthorization(manager) manager:startUpdatingLocation() end
    local manager = CLLocationManager.new{ delegate = app }
    manager:startMonitoringForRegion(CLCircularRegion.new{
      identifier = "depot", center = CLLocationCoordinate2DMake(0, 2), radius = 500 })
    """

  /// The numbers of records, and with them the ids of alerts, continue.
  @Test(arguments: [1, 2]) func callsOfAStartHaveNumbersOfTheirOwn(jobs: Int) throws {
    func ledger(_ reloads: Int) throws -> [String] {
      let rig = try ReloadRig(Self.script) { $0.jobs = jobs }
      rig.fix(0.1, at: Self.start)
      rig.fix(0, at: Self.start + 10)
      for version in 0..<reloads { try rig.reload(Self.script + "\n-- \(version)") }
      rig.fix(0.1, at: Self.start + 20)
      rig.fix(0, at: Self.start + 30)
      _ = rig.finish(at: Self.start + 40)
      return rig.ledger()
    }
    let undisturbed = try ledger(0)
    #expect(undisturbed.count == 2)
    #expect(try ledger(1) == undisturbed)
    #expect(try ledger(3) == undisturbed)
  }

  @Test func whatNoTrialDeviceStartsIsTakenOverWithoutATrial() throws {
    let needsItsDevice = "\nassert(geoscript.device.id == 'van', 'no van')"
    let rig = try ReloadRig(Self.script + needsItsDevice)
    try rig.reload(Self.script + needsItsDevice + "\nprint('new')")
    rig.fix(0.1, at: Self.start)
    _ = rig.finish(at: Self.start + 10)
    #expect(rig.told() == ["new"])
  }
}
