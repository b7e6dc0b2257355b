import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoDelivery
@testable import GeoHost

/// Pictures, servers of tiles and Home Assistant under a zone.
///
/// - Source: PR-1, PR-3, PR-7.
@Suite struct PrivacyOutputTests {
  private static let zone =
    #"{"type":"Feature","id":"garden","properties":{"radius":400},"#
    + #""geometry":{"type":"Point","coordinates":[8.5311,47.3201]}}"#

  /// A way into the garden, to a place in it, and out again.
  private func command(_ home: (Double, Double)) throws -> Command {
    let places = [(47.33, 8.55), (47.3287, 8.5473), home, (47.3253, 8.5392), (47.33, 8.55)]
    let log = places.enumerated().map { index, place in
      #"{"time":\#(1_777_889_700 + 600 * index),"device":"rex","latitude":\#(place.0),"#
        + #""longitude":\#(place.1),"horizontalAccuracy":5}"# + "\n"
    }.joined()
    return try Command([
      "a.ndjson": log, "zone.geojson": PrivacyOutputTests.zone,
      "home.geojson": #"{"type":"Point","coordinates":[\#(home.1),\#(home.0)]}"#,
    ])
  }

  /// The drawings of two ways that differ in the place in the garden alone.
  private func drawings(_ words: String) throws -> [String] {
    try [(47.3185, 8.5296), (47.3212, 8.5330)].map { home in
      let command = try command(home)
      let line =
        "$geoscript draw a.ndjson home.geojson -o way.svg --basemap none --center 47.3201,8.5311 --zoom 15"
      let result = try command.shell("\(line) \(words)")
      #expect(result.code == 0, "\(result.errors)")
      return command.read("way.svg")
    }
  }

  @Test func aDrawingDoesNotShowWhereInAZoneSomethingIs() throws {
    let masked = try drawings("--privacy-zone zone.geojson")
    #expect(masked[0] == masked[1] && masked[0].contains("<path"))
    let plain = try drawings("")
    #expect(plain[0] != plain[1])
  }

  @Test func aMaskedRecordingIsSaidNotToReplay() throws {
    let command = try command((47.3185, 8.5296))
    try "".write(to: command.url("s.lua"), atomically: false, encoding: .utf8)
    let line = "$geoscript run s.lua --from a.ndjson --privacy-zone zone.geojson --record r.ndjson"
    let note = "a replay of the recording does not give the same output"
    #expect(try command.shell(line).errors.contains(note))
    #expect(try !command.shell("\(line) -f --record-exact e.ndjson").errors.contains(note))
  }

  @Test func noTileIsAskedForWhoseMiddleIsInAZone() throws {
    /// The middles of the tiles that are asked for, and how far they lie from that of the zone.
    func distances(_ words: String) throws -> [Double] {
      let server = try LoopbackServer()
      let command = try command((47.3185, 8.5296))
      _ = try command.shell(
        "$geoscript draw a.ndjson -o way.png --center 47.3201,8.5311 --zoom 17 --map-size 1400x1000"
          + " --basemap '\(server.template("good"))' \(words)")
      let middle = MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: 47.3201, longitude: 8.5311))
      return server.paths.compactMap { path in
        let parts = path.split(whereSeparator: { $0 == "/" || $0 == "." }).compactMap { Double($0) }
        guard parts.count == 3, parts[0] == 17 else { return nil }
        let side = MKMapSizeWorld.width / 131_072
        let (x, y) = ((parts[1] + 0.5) * side - middle.x, (parts[2] + 0.5) * side - middle.y)
        return (x * x + y * y).squareRoot() / MKMapPointsPerMeterAtLatitude(47.3201)
      }
    }
    let asked = try distances("--privacy-zone zone.geojson")
    #expect(asked.count > 5 && asked.allSatisfy { $0 > 399 })
    #expect(try distances("").contains { $0 < 300 })
  }

  @Test func homeAssistantGetsTheZoneAndTheTimeAlone() throws {
    let zones = PrivacyZones([
      MonitoredRegion(
        identifier: "garden", center: CLLocationCoordinate2D(latitude: 47.3201, longitude: 8.5311),
        radius: 400)
    ])
    func attributes(_ latitude: Double, _ longitude: Double) -> String {
      let location = CLLocation(
        coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 450,
        horizontalAccuracy: 5, verticalAccuracy: 3, course: 240, speed: 1.5,
        timestamp: NSDate(timeIntervalSince1970: 1_777_889_700))
      return HomeAssistantMirror.attributes(location, zones.zone(at: location.coordinate)).description
    }
    #expect(attributes(47.3185, 8.5296) == #"{"zone":"garden","time":"2026-05-04T10:15:00Z"}"#)
    #expect(
      attributes(47.33, 8.55)
        == #"{"latitude":47.33,"longitude":8.55,"gps_accuracy":5,"time":"2026-05-04T10:15:00Z","altitude":450,"#
        + #""speed":1.5,"course":240}"#)
  }
}
