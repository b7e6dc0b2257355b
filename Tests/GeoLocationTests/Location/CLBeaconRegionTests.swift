import GeoCore
import GeoRegions
import GeoTesting
import Testing

@testable import GeoLocation

/// RG-46, RG-47: regions of beacons, and ranging.
@Suite struct CLBeaconRegionTests {
  private static let uuid = "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"

  private let device: Device
  private let manager: CLLocationManager
  private let delegate = RecordingDelegate()

  init() {
    device = Device(id: DeviceID(index: 1), name: "phone", now: 1000)
    manager = CLLocationManager(device: device)
    delegate.callbacks.remove(.didChangeAuthorizationStatus)
    delegate.callbacks.remove(.locationManagerDidChangeAuthorization)
    manager.delegate = delegate
    device.deliver()
    delegate.lines = []
  }

  private func see(_ time: Double, _ major: Int = 1, _ minor: Int = 7, _ rest: String = "") {
    let json = #"{"uuid":"\#(Self.uuid)","major":\#(major),"minor":\#(minor)\#(rest)}"#
    send(time, .message(DeviceMessage(.message, form: "log", type: "beacon", json: json)))
  }

  private func send(_ time: Double, _ payload: DeviceEvent.Payload) {
    device.handle(DeviceEvent(time: time, timestamp: time, device: device.id, payload: payload))
  }

  private func region(_ identifier: String = "stable", major: Int? = 1) throws -> CLBeaconRegion {
    CLBeaconRegion(try #require(CLBeaconIdentity(uuid: Self.uuid, major: major)), identifier: identifier)
  }

  private func lines() -> [String] {
    defer { delegate.lines = [] }
    return delegate.lines.filter { !$0.hasPrefix("start") && !$0.hasPrefix("authorization") }
  }

  @Test func entersAtTheFirstSightingAndLeavesThirtySecondsAfterTheLast() throws {
    manager.startMonitoring(for: try region())
    see(1010, 2)
    #expect(lines() == [])
    see(1020)
    see(1040)
    #expect(lines() == ["enter stable"])
    send(1069, .clock)
    #expect(lines() == [])
    send(1071, .clock)
    #expect(lines() == ["exit stable"])
    let reports = delegate.reports.filter { $0.visit != 0 }
    #expect(reports.map(\.timestamp) == [1020, 1070])
    #expect(reports[0].visit != 0 && reports[0].visit == reports[1].visit)
    #expect(reports[1].visitDuration == 50)
    see(1100)
    #expect(delegate.reports.last?.visit != reports[0].visit)
  }

  @Test func isAmongTheMonitoredRegionsUnderItsIdentifier() throws {
    let area = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 1, longitude: 1), radius: 100, identifier: "stable")
    manager.startMonitoring(for: area)
    manager.startMonitoring(for: try region())
    #expect(manager.monitoredRegions.map(\.identifier) == ["stable"])
    #expect(manager.monitoredRegions.first is CLBeaconRegion)
    manager.startMonitoring(for: area)
    #expect(manager.monitoredRegions.count == 1 && !(manager.monitoredRegions.first is CLBeaconRegion))
    manager.startMonitoring(for: try region("other"))
    manager.stopMonitoring(for: try region("other"))
    #expect(manager.monitoredRegions.map(\.identifier) == ["stable"])
    see(1010)
    #expect(lines().isEmpty)
  }

  @Test func saysItsStateAndKeepsItsSwitches() throws {
    let quiet = try region()
    quiet.notifyOnEntry = false
    manager.startMonitoring(for: quiet)
    see(1010)
    manager.requestState(for: quiet)
    device.deliver()
    #expect(lines() == ["state inside stable"] || delegate.regions.contains { $0.identifier == "stable" })
    send(1050, .clock)
    #expect(lines() == ["exit stable"])
  }

  @Test func cannotHaveOptionsOrAnEmptyIdentifier() throws {
    let optioned = try region()
    optioned.options.dwell = 60
    manager.startMonitoring(for: optioned)
    manager.startMonitoring(for: try region(""))
    device.deliver()
    #expect(delegate.errors.map(\.code) == [5, 5])
    #expect(delegate.errors[0].localizedDescription.contains("options"))
    #expect(manager.monitoredRegions.isEmpty)
  }

  @Test func rangingListsTheNearestFirstAndForgetsTheSilent() throws {
    let identity = try #require(CLBeaconIdentity(uuid: Self.uuid))
    manager.startRangingBeacons(satisfying: identity)
    see(1010, 1, 7, #","accuracy":2.5"#)
    see(1012, 2, 1, #","acc":0.3,"rssi":-40"#)
    see(1014, 3, 1)
    #expect(lines() == ["range 1/7", "range 2/1 1/7", "range 2/1 1/7 3/1"])
    send(1021, .clock)
    #expect(lines() == ["range 2/1 3/1"])
    send(1030, .clock)
    #expect(lines() == ["range 3/1", "range "])
    manager.stopRangingBeacons(satisfying: identity)
    see(1040)
    #expect(lines().isEmpty)
  }

  @Test func rangingWithoutPermissionFails() throws {
    send(1001, .setting(.authorization(CLAuthorizationStatus.denied.rawValue)))
    _ = lines()
    manager.startRangingBeacons(satisfying: try #require(CLBeaconIdentity(uuid: Self.uuid)))
    device.deliver()
    #expect(lines() == ["range fail \(CLError.denied.rawValue)"])
    see(1010)
    #expect(lines().isEmpty)
  }

  @Test(arguments: [
    (#"{"uuid":"x"}"#, "cannot be used"), (#"{"major":1}"#, "uuid is missing"),
    (#"{"uuid":"E2C56DB5-DFFB-48D2-B060-D0F5A71096E0","major":1.5}"#, "cannot be used"),
    (#"{"uuid":"E2C56DB5-DFFB-48D2-B060-D0F5A71096E0","rssi":"loud"}"#, "rssi is not a number"),
    (#"{"uuid":"E2C56DB5-DFFB-48D2-B060-D0F5A71096E0","proximity":"hot"}"#, "immediate, near, far"),
  ])
  func aBadMessageSaysWhatIsWrong(_ json: String, _ words: String) throws {
    let error = #expect(throws: GeoError.self) {
      try CLBeacon(message: JSONParser.parse(json), at: 0)
    }
    #expect("\(try #require(error))".contains(words))
  }

  @Test func theProximityIsTheMessagesOrThatOfTheDistance() throws {
    func proximity(_ rest: String) throws -> CLProximity {
      try CLBeacon(message: JSONParser.parse(#"{"uuid":"\#(Self.uuid)"\#(rest)}"#), at: 0).proximity
    }
    #expect(try proximity("") == .unknown)
    #expect(try proximity(#","accuracy":0.2"#) == .immediate)
    #expect(try proximity(#","accuracy":2"#) == .near)
    #expect(try proximity(#","accuracy":20"#) == .far)
    #expect(try proximity(#","accuracy":20,"prox":1"#) == .immediate)
    #expect(try proximity(#","accuracy":20,"proximity":"near""#) == .near)
  }
}
