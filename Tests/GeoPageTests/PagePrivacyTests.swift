import Geo
import GeoLua
import Testing

@testable import GeoDelivery
@testable import GeoPage

/// What privacy zones leave of pages.
@Suite struct PagePrivacyTests {
  private let center = CLLocationCoordinate2D(latitude: 47.32, longitude: 8.53)

  private var zones: PrivacyZones {
    PrivacyZones([MonitoredRegion(identifier: "home", center: center, radius: 400)])
  }

  @Test func aPageHasTheEdgeAndNothingMeasured() throws {
    let record = PageRecord(DeviceID(index: 0), name: "rex", limit: .init(DeviceID(index: 0)), zones)
    let fix = Fix(
      coordinate: center, horizontalAccuracy: 5, altitude: 410, verticalAccuracy: 3, speed: 2, course: 90)
    record.add(fix, at: 10)
    let shown = try #require(record.track.fixes.first)
    #expect(shown.coordinate == zones.zones.first?.edge)
    #expect(shown.accuracy.isNaN && shown.altitude.isNaN && shown.speed.isNaN && shown.course.isNaN)
    #expect(shown.zone == "in the privacy zone 'home'")
    // A script without regions decides nothing more about it.
    let track = record.summary(watched: .empty)
    #expect(track.texts == ["in the privacy zone 'home'"] && track.fixes.map(\.text) == [1])
  }

  @Test func whatIsNotUsedInAZoneNamesBoth() throws {
    let record = PageRecord(DeviceID(index: 0), name: "rex", limit: .init(DeviceID(index: 0)), zones)
    let device = Device(
      id: DeviceID(index: 0), name: "rex", profile: .default, order: .file, now: 0,
      regionObjects: RegionObjects())
    record.add(Fix(coordinate: center, horizontalAccuracy: 5), at: 10)
    record.add(Explanation(time: 10, timestamp: 10, subject: .fix(.duplicate)), of: device, sequence: 0)
    let fix = try #require(record.track.fixes.first)
    #expect(record.track.texts[Int(fix.text) - 1] == "received twice (in the privacy zone 'home')")
    #expect(fix.outcome == .dropped)
  }
}
