import Geo
import GeoLua
import Testing

@testable import GeoHost

/// What zones leave of tracks, of pages, and of what servers are asked.
@Suite struct PrivacyZonesRecordsTests {
  private let center = CLLocationCoordinate2D(latitude: 47.32, longitude: 8.53)
  private let far = CLLocationCoordinate2D(latitude: 47.35, longitude: 8.53)

  private var zones: PrivacyZones {
    PrivacyZones([MonitoredRegion(identifier: "home", center: center, radius: 400)])
  }

  @Test func aTrackEndsAndBeginsAtOnePoint() throws {
    let edge = try #require(zones.zones.first?.edge)
    let record = TrackRecord(Track(limit: 100), zones)
    let home = CLLocationCoordinate2D(latitude: 47.3201, longitude: 8.5302)
    for (index, place) in [far, home, center, home, far].enumerated() {
      record.moved(to: place, at: Double(index))
    }
    let device = Device(
      id: DeviceID(index: 0), name: "rex", profile: .default, order: .file, now: 0,
      regionObjects: RegionObjects())
    let parts = record.summary(device).track.parts(until: .infinity)
    #expect(parts.count == 1)
    let ends = try #require(parts.first)
    for place in ends {
      #expect([edge, far].contains { Geodesic.distance(from: $0, to: place) < 0.02 })
    }
    #expect(ends.count == 3)
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
    record.add(Explanation(time: 10, timestamp: 10, subject: .fix(.duplicate)), of: device)
    let fix = try #require(record.track.fixes.first)
    #expect(record.track.texts[Int(fix.text) - 1] == "received twice (in the privacy zone 'home')")
    #expect(fix.outcome == .dropped)
  }

  @Test func aRecordKeepsOnlyWhatSaysNothingOfThePlace() throws {
    let place: [(name: String, value: JSONValue)] = [
      ("latitude", .number(47.32)), ("longitude", .number(8.53)), ("altitude", .number(410)),
      ("course", .number(3)),
      ("timestamp", .string("t")), ("newMember", .number(1)),
    ]
    let record = ScriptRecord(
      unnumbered: .call(
        name: "didUpdateLocations", fields: place + [("locations", .array([.object(place), .object([])]))]),
      time: 0, device: "rex", sequence: 1)
    guard case .call(_, let fields) = zones.masked(record).content else {
      Issue.record("the record became another one")
      return
    }
    let text = JSONValue.object(fields).description
    #expect(
      text
        == #"{"zone":"home","timestamp":"t","locations":[{"zone":"home","timestamp":"t"},{}]}"#)
  }

  @Test func serversAreNotAsked() throws {
    let reports = ChainGeocoder.Reports(note: { _ in }, warn: { _ in })
    let option = try GeocoderOption("nominatim:http://127.0.0.1:1/")
    let geocoder = ChainGeocoder(
      option, cache: GazetteerCache { _ in }, fetcher: nil, reports: reports, privacy: zones)
    guard case .failed(_, let reason) = geocoder.answer(GeocodeRequest(.position(center))) else {
      Issue.record("a server was asked")
      return
    }
    #expect(reason.contains("the position is in the privacy zone 'home': no server is asked about it"))
    guard case .places(let none) = geocoder.answer(GeocodeRequest(.position(far))) else {
      Issue.record("a position outside was refused")
      return
    }
    #expect(none.isEmpty)
  }
}
