import Geo
import SQLite
import Testing

@testable import GeoStore

/// RG-48: approaches as bytes.
@Suite struct ApproachStateTests {
  private static let home = CLLocationCoordinate2D(latitude: 48, longitude: 11)
  private static let line = GeodesicPath([CLLocationCoordinate2D(latitude: 48.1, longitude: 11), home])
  /// Meters from home, ten seconds apart: there, some minutes of rest, away, and there again.
  private static let distances =
    Array(stride(from: 9000.0, through: 0, by: -100)) + Array(repeating: 0, count: 20)
    + Array(stride(from: 0.0, through: 9000, by: 100)) + Array(stride(from: 9000.0, through: 3000, by: -100))

  private final class Heard {
    var calls: [String] = []
  }

  private static func watch(_ device: Device, _ heard: Heard) {
    for (name, line) in [("straight", nil), ("line", Self.line)] {
      device.watch(
        ApproachWatch(home, within: 305, along: line) { heard.calls.append("\(name) \($0.arrival)") })
    }
    device.watch(ApproachWatch(home, within: 200) { heard.calls.append("near \($0.arrival)") })
    device.forgetPastApproaches()
  }

  private static func drive(_ device: Device, _ steps: Range<Int>) {
    for step in steps {
      let place = Geodesic.direct(from: home, azimuth: 0, distance: distances[step]).destination
      let time = 1000 + Double(step) * 10
      let payload = DeviceEvent.Payload.location(Fix(coordinate: place, horizontalAccuracy: 5))
      device.handle(DeviceEvent(time: time, timestamp: time, device: device.id, payload: payload))
      device.handle(DeviceEvent(time: time, timestamp: time, device: device.id, payload: .clock))
    }
  }

  private static func told(cutAt cut: Int?) throws -> [String] {
    let heard = Heard()
    let device = Device(id: DeviceID(index: 1), name: "phone", now: 1000)
    watch(device, heard)
    guard let cut else {
      drive(device, 0..<distances.count)
      return heard.calls
    }
    drive(device, 0..<cut)
    let state = try DeviceState(bytes: DeviceState(device: device.snapshot).bytes)
    let later = Device(id: DeviceID(index: 1), name: "phone")
    later.restore(
      state.device, regions: device.monitoredSet,
      .init(continuesInput: true, continuesClock: true, waitsForEvents: false))
    watch(later, heard)
    drive(later, cut..<distances.count)
    return heard.calls
  }

  /// A device that is stored and restored after any of its fixes says the same, once.
  @Test(arguments: [0, 1, 20, 59, 60, 61, 62, 75, 91, 100, 115, 150, 203, 230, 262])
  func aRestoredWatchSaysTheSame(_ cut: Int) throws {
    let calm = try Self.told(cutAt: nil)
    #expect(calm.count == 5)
    #expect(try Self.told(cutAt: cut) == calm)
  }

  @Test func anotherWatchBeginsAnew() throws {
    let heard = Heard()
    let device = Device(id: DeviceID(index: 1), name: "phone", now: 1000)
    Self.watch(device, heard)
    Self.drive(device, 0..<70)
    #expect(heard.calls.count == 2)
    device.closeApproaches()
    // The same place, in another time.
    device.watch(ApproachWatch(Self.home, within: 306) { heard.calls.append("other \($0.arrival)") })
    device.forgetPastApproaches()
    Self.drive(device, 70..<90)
    #expect(heard.calls.count == 3)
    #expect(DeviceState(device: device.snapshot).bytes.first == 7)
    device.closeApproaches()
    device.forgetPastApproaches()
    #expect(DeviceState(device: device.snapshot).bytes.first ?? 7 < 7)
  }
}
