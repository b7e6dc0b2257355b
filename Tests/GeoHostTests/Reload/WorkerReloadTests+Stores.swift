import Foundation
import Geo
import GeoStore
import Glibc
import Testing

@testable import GeoHost

extension WorkerReloadTests {
  /// What the next checkpoint writes of stores, by device.
  private static func stores(_ rig: ReloadRig) -> [String: String] {
    rig.pool.checkpoint().devices.reduce(into: [:]) { $0[$1.name] = $1.store }
  }

  @Test func aStoreThatWasNotSavedBeforeAReloadIsSavedAfterIt() throws {
    let count = """
      local app, store = {}, geoscript.store
      function app.didUpdateToLocation() store.count = (store.count or 0) + 1 end
      CLLocationManager.new{ delegate = app }:startUpdatingLocation()
      """
    let rig = try ReloadRig(count, keepsState: true)
    rig.fix(0, at: Self.start)
    #expect(Self.stores(rig) == ["van": #"{"count":1}"#])
    rig.fix(0, at: Self.start + 10)
    try rig.reload(count + "-- again")
    #expect(Self.stores(rig) == ["van": #"{"count":2}"#])
    try rig.reload()
    #expect(Self.stores(rig) == [:])
    rig.fix(0, at: Self.start + 20)
    // A version that does not use the store keeps it for the next one.
    try rig.reload("geoscript.onFinish(function() end)")
    #expect(Self.stores(rig) == ["van": #"{"count":3}"#])
    rig.fix(0, at: Self.start + 30)
    try rig.reload(count)
    rig.fix(0, at: Self.start + 40)
    #expect(Self.stores(rig) == ["van": #"{"count":4}"#])
    _ = rig.finish(at: Self.start + 50)
  }

  @Test func storesOfMembersThatWereNotSavedAreSavedAfterAReload() throws {
    let count = """
      local app = geoscript.app{ per = "group" }
      app:startMonitoringForRegion(CLCircularRegion.new{
        identifier = "home", center = CLLocationCoordinate2DMake(0, 2), radius = 100 })
      function app:didEnterRegion(device) device.store.visits = (device.store.visits or 0) + 1 end
      """
    let rig = try ReloadRig(count, keepsState: true) { $0.groupBy = "owntracks-user" }
    func visit(_ time: Double) {
      rig.fix(1, at: Self.start + time, of: "a/kid")
      rig.fix(0, at: Self.start + time + 60, of: "a/kid")
    }
    visit(0)
    #expect(Self.stores(rig) == ["a/kid": #"{"visits":1}"#])
    visit(120)
    try rig.reload("local app = geoscript.app{ per = 'group' }")
    #expect(Self.stores(rig) == ["a/kid": #"{"visits":2}"#])
    try rig.reload(count)
    #expect(Self.stores(rig) == [:])
    visit(240)
    #expect(Self.stores(rig) == ["a/kid": #"{"visits":3}"#])
    _ = rig.finish(at: Self.start + 400)
  }

  @Test func theStoreIsHandedOn() throws {
    let counts =
      "local s = geoscript.store s.n = (s.n or 0) + 1 function app.didUpdateToLocation() print(s.n) end "
    let rig = try ReloadRig(Self.version("old", counts + "manager:startUpdatingLocation()"))
    rig.fix(0.1, at: Self.start)
    try rig.reload()
    // A version that does not ask for it hands it on, too.
    try rig.reload(Self.version("mute"))
    try rig.reload(Self.version("new", counts + "manager:startUpdatingLocation()"))
    rig.fix(0.1, at: Self.start + 10)
    _ = rig.finish(at: Self.start + 10)
    #expect(rig.told() == ["1", "3"])
  }

  @Test func aStoreThatCannotBeKeptRefusesTheReload() throws {
    let rig = try ReloadRig(Self.version("old", "geoscript.store.f = print"))
    rig.fix(0.1, at: Self.start)
    let fault = #expect(throws: GeoError.self) { try rig.reload(Self.version("new")) }
    #expect(
      fault?.description.contains("device van: geoscript.store.f") == true, "\(fault?.description ?? "")")
    rig.fix(0, at: Self.start + 10)
    #expect(rig.told() == ["old in depot"])
    _ = rig.finish(at: Self.start + 10)
  }
}
