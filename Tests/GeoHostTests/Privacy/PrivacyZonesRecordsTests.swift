import Geo
import GeoLua
import Testing

@testable import GeoDelivery
@testable import GeoHost

/// What zones leave of tracks, and of what servers are asked.
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
