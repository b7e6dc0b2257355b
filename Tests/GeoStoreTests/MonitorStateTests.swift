import Geo
import SQLite
import Testing

@testable import GeoStore

/// RG-40: monitors of conditions as bytes.
@Suite struct MonitorStateTests {
  private static let home = CLLocationCoordinate2D(latitude: 48, longitude: 11)

  private static func watched() throws -> (Device, CLMonitor) {
    let device = Device(id: DeviceID(index: 1), name: "phone", now: 1000)
    let monitor = try CLMonitor("places", device: device)
    monitor.add(CLCondition(center: home, radius: 100), identifier: "home")
    let stay = CLCircularRegion(center: home, radius: 200, identifier: "")
    stay.options.dwell = 60
    monitor.add(CLCondition(stay), identifier: "stay", assuming: .unsatisfied)
    let beacon = try #require(CLBeaconIdentity(uuid: "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0", major: 1))
    monitor.add(CLCondition(beacon), identifier: "beacon")
    return (device, monitor)
  }

  private static func see(_ device: Device, _ time: Double) {
    let json = #"{"_type":"beacon","uuid":"E2C56DB5-DFFB-48D2-B060-D0F5A71096E0","major":1,"minor":2}"#
    let message = DeviceMessage(.message, form: "owntracks", type: "beacon", json: json)
    device.handle(DeviceEvent(time: time, timestamp: time, device: device.id, payload: .message(message)))
  }

  private static func fix(_ device: Device, _ time: Double, _ longitude: Double) {
    let fix = Fix(coordinate: .init(latitude: 48, longitude: longitude), horizontalAccuracy: 5)
    device.handle(DeviceEvent(time: time, timestamp: time, device: device.id, payload: .location(fix)))
  }

  /// The same device, from the bytes of its state.
  private static func restored(_ device: Device) throws -> (Device, CLMonitor) {
    let state = try DeviceState(bytes: DeviceState(device: device.snapshot).bytes)
    let later = Device(id: DeviceID(index: 1), name: "phone")
    later.restore(
      state.device, regions: device.monitoredSet,
      .init(continuesInput: true, continuesClock: true, waitsForEvents: false))
    return (later, try CLMonitor("places", device: later))
  }

  private static func take(_ monitor: CLMonitor) -> [String] {
    var lines: [String] = []
    while let event = monitor.nextEvent() {
      lines.append("\(event.identifier) \(event.state.rawValue) \(event.date)")
    }
    return lines
  }

  /// A device that is stored and restored after any of its fixes reports the same events.
  @Test(arguments: 0...8)
  func aRestoredMonitorReportsTheSameEvents(_ cut: Int) throws {
    let longitudes = [11.01, 11, 11, 11.01, 11, 11.01, 11, 11]
    let (calm, calmMonitor) = try Self.watched()
    for (step, longitude) in longitudes.enumerated() {
      Self.fix(calm, 1010 + Double(step) * 40, longitude)
      if step % 3 == 1 { Self.see(calm, 1020 + Double(step) * 40) }
    }
    var (device, monitor) = try Self.watched()
    for step in 0...longitudes.count {
      if step == cut { (device, monitor) = try Self.restored(device) }
      guard step < longitudes.count else { break }
      Self.fix(device, 1010 + Double(step) * 40, longitudes[step])
      if step % 3 == 1 { Self.see(device, 1020 + Double(step) * 40) }
    }
    #expect(monitor.identifiers == ["home", "stay", "beacon"])
    let expected = Self.take(calmMonitor)
    #expect(expected.filter { $0.hasPrefix("beacon") }.count > 3)
    #expect(Self.take(monitor) == expected)
  }

  @Test func bytesOfAnUnknownStateAreRefused() throws {
    let (device, _) = try Self.watched()
    let bytes = DeviceState(device: device.snapshot).bytes
    #expect(throws: ByteReader.Fault.self) { try DeviceState(bytes: Array(bytes.dropLast())) }
    #expect(throws: ByteReader.Fault.self) { try DeviceState(bytes: bytes + [0]) }
  }
}
