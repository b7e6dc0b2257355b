import Geo
import SQLite
import Testing

@testable import GeoStore

/// What managers remember, as bytes.
@Suite struct ManagerStateTests {
  private static let stay = VisitMonitor.Stay(
    latitude: 1, longitude: 2, begin: 3, last: 4, isBeginKnown: true,
    mean: MeanPosition(x: 5, y: 6, z: 7, weight: 8, count: 9))

  private static var managers: [CLLocationManager.Snapshot] {
    var visits = VisitMonitor.Snapshot()
    visits.stay = stay
    visits.hasArrived = true
    var plain = CLLocationManager.Snapshot(number: 1)
    plain.isUpdating = true
    var paused = CLLocationManager.Snapshot(number: 2)
    paused.isUpdating = true
    paused.delivered = .older(
      Fix(coordinate: CLLocationCoordinate2D(latitude: 10, longitude: 11), horizontalAccuracy: 12, speed: 13),
      timestamp: 14)
    paused.pause = .init(isPaused: true, minimumStay: 900, stay: visits)
    paused.rest = visits
    var waking = CLLocationManager.Snapshot(number: 300)
    waking.isMonitoringVisits = true
    waking.delivered = .newest
    waking.significant = .init()
    waking.significant?.reported = CLLocationCoordinate2D(latitude: 15, longitude: 16)
    waking.significant?.heldUntil = 17
    return [plain, paused, waking]
  }

  private static var bytes: [UInt8] {
    var device = Device.Snapshot()
    device.managers = managers
    return DeviceState(device: device).bytes
  }

  @Test func bytesReadBackAreTheSame() throws {
    let state = try DeviceState(bytes: Self.bytes)
    #expect(state.bytes == Self.bytes)
    let read = state.device.managers
    #expect(read.map(\.number) == [1, 2, 300])
    #expect(read.map(\.isUpdating) == [true, true, false])
    #expect(read.map(\.isMonitoringVisits) == [false, false, true])
    guard case .older(let fix, timestamp: 14) = read[1].delivered, case .newest = read[2].delivered,
      case .none = read[0].delivered
    else {
      Issue.record("\(read)")
      return
    }
    #expect(fix.coordinate.longitude == 11 && fix.speed == 13 && fix.course.isNaN)
    #expect(read[1].pause?.isPaused == true && read[1].pause?.minimumStay == 900)
    #expect(read[1].pause?.stay == read[1].rest && read[1].rest?.stay == Self.stay)
    #expect(read[2].significant?.heldUntil == 17 && read[2].significant?.reported.latitude == 15)
    #expect(read[0].significant == nil && read[0].pause == nil)
  }

  @Test func damagedBytesAreRefusedOrRead() {
    let bytes = Self.bytes
    for count in 0..<bytes.count {
      #expect(throws: ByteReader.Fault.self) { try DeviceState(bytes: Array(bytes[..<count])) }
    }
    for index in bytes.indices {
      for flip: UInt8 in [0x01, 0x80, 0xff] {
        var damaged = bytes
        damaged[index] ^= flip
        _ = try? DeviceState(bytes: damaged)
      }
    }
  }

  /// States of devices without such managers can be read by older programs.
  @Test func withoutManagersTheFormStays() {
    #expect(Self.bytes.first == 9)
    #expect(DeviceState(device: Device.Snapshot()).bytes.first == 1)
  }
}
