import CommandTesting
import Foundation
import Geo
import Testing

@testable import GeoDelivery

/// Where privacy zones are, and where tracks end at them.
@Suite struct PrivacyZonesTests {
  private func place(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }

  private func circle(_ name: String, _ latitude: Double, _ longitude: Double, _ radius: Double)
    -> MonitoredRegion
  {
    MonitoredRegion(identifier: name, center: place(latitude, longitude), radius: radius)
  }

  private func zones(_ features: String) throws -> PrivacyZones? {
    let folder = try Command(["zones.geojson": #"{"type":"FeatureCollection","features":[\#(features)]}"#])
    defer { withExtendedLifetime(folder) {} }
    return try PrivacyZones(files: [folder.path("zones.geojson")])
  }

  @Test func aTrackEndsNorthOfACircle() throws {
    let zones = PrivacyZones([circle("home", 47.3201, 8.5311, 400)])
    let edge = try #require(zones.zones.first?.edge)
    // 400 m of the meridian at 47.32° are 400 / 111,180 degrees (Snyder 1987, Table of arcs: 111.18 km a degree at 47°).
    #expect(abs(edge.latitude - (47.3201 + 400 / 111_180)) < 1e-5)
    #expect(edge.longitude == 8.5311)
    // Whatever the device crossed.
    for bearing in stride(from: 0.0, to: 360, by: 15) {
      let inside = Geodesic.direct(from: place(47.3201, 8.5311), azimuth: bearing, distance: 399).destination
      let outside = Geodesic.direct(from: place(47.3201, 8.5311), azimuth: bearing, distance: 401).destination
      #expect(zones.shown(inside) == edge)
      #expect(zones.shown(outside) == outside)
    }
    #expect(zones.zone(at: place(.nan, 8.5311)) == nil && zones.zone(at: nil) == nil)
  }

  @Test func aPolygonAndACorridorHaveTheirNorthernmostCorner() throws {
    let polygon = try #require(
      try zones(
        #"{"type":"Feature","id":"p","properties":{},"geometry":{"type":"Polygon","coordinates":[[[8,47],[8.02,47],[8.01,47.01],[8,47]]]}}"#
      ))
    let top = try #require(polygon.zones.first?.edge)
    #expect(abs(top.latitude - 47.01) < 1e-6 && abs(top.longitude - 8.01) < 1e-6)
    #expect(polygon.zone(at: place(47.002, 8.01))?.name == "p")
    #expect(polygon.zone(at: place(47.009, 8.002)) == nil)
    let corridor = try #require(
      try zones(
        #"{"type":"Feature","id":"c","properties":{"width":200},"geometry":{"type":"LineString","coordinates":[[8,47],[8,47.01]]}}"#
      ))
    let end = try #require(corridor.zones.first?.edge)
    #expect(abs(Geodesic.distance(from: end, to: place(47.01, 8)) - 100) < 0.01)
    #expect(end.latitude > 47.01)
  }

  @Test func aZoneCrossesThe180thMeridian() throws {
    let zones = PrivacyZones([circle("reef", -16.95, 179.999, 2000)])
    #expect(zones.zone(at: place(-16.95, -179.99))?.name == "reef")
    #expect(zones.zone(at: place(-16.95, 179.99))?.name == "reef")
    #expect(zones.zone(at: place(-16.95, -179.97)) == nil)
  }

  @Test func overlappingZonesEndAtOnePoint() throws {
    let zones = PrivacyZones([circle("south", 47, 8, 1000), circle("north", 47.01, 8, 1000)])
    #expect(zones.shown(place(47, 8)) == zones.shown(place(47.012, 8)))
    #expect(zones.zone(at: place(47, 8))?.name == "south")
    #expect(zones.zone(at: zones.zones[0].edge.north)?.name == nil)
  }

  @Test func regionsThatNameAPlaceInAZoneStandAtItsEdge() throws {
    let zones = PrivacyZones([circle("home", 47.32, 8.53, 400)])
    let edge = zones.zones[0].edge
    let masked = zones.masked(circle("garden", 47.321, 8.531, 30))
    #expect(masked.identifier == "garden" && masked.center == edge && masked.radius == 1)
    let shop = circle("shop", 47.4, 8.6, 30)
    #expect(zones.masked(shop) == shop)
    // A line that ends at home names it.
    let path = try CorridorShape(path: [place(47.4, 8.6), place(47.32, 8.53)], halfWidth: 50)
    #expect(zones.masked(MonitoredRegion(identifier: "way", shape: .corridor(path))).center == edge)
    let set = RegionSet.empty.adding(contentsOf: [shop, circle("garden", 47.321, 8.531, 30)])
    #expect(zones.masked(set).regions.map(\.center) == [shop.center, edge])
    let far = RegionSet.empty.adding(shop)
    #expect(zones.masked(far) == far)
  }

  @Test func serversAreNotAskedForTilesInAZone() {
    let zones = PrivacyZones([circle("home", 47.32, 8.53, 400)])
    func rect(_ place: CLLocationCoordinate2D, _ meters: Double) -> MKMapRect {
      let (point, side) = (
        MKMapPointForCoordinate(place), meters * MKMapPointsPerMeterAtLatitude(place.latitude)
      )
      return MKMapRect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side)
    }
    #expect(zones.zone(hiding: rect(place(47.32, 8.53), 150))?.name == "home")
    #expect(zones.zone(hiding: rect(place(47.33, 8.53), 150)) == nil)
    // A tile of a whole town says nothing.
    #expect(zones.zone(hiding: rect(place(47.32, 8.53), 5000)) == nil)
  }

  @Test func whatIsNoAreaIsRefused() throws {
    #expect(try PrivacyZones(files: []) == nil)
    let flawed = [
      ("", "contains no area"),
      (
        #"{"type":"Feature","id":"a","properties":{},"geometry":{"type":"Point","coordinates":[8,47]}}"#,
        "radius"
      ),
      (
        #"{"type":"Feature","id":"a","properties":{"radius":0},"geometry":{"type":"Point","coordinates":[8,47]}}"#,
        "radius"
      ),
      (
        #"{"type":"Feature","id":"a","properties":{},"geometry":{"type":"Polygon","coordinates":[[[8,47],[9,47],[10,47],[8,47]]]}}"#,
        "has no area"
      ),
    ]
    for (feature, word) in flawed {
      #expect { try zones(feature) } throws: { error in
        let fault = error as? GeoError
        return fault?.code == .data && fault?.description.contains(word) == true
      }
    }
  }

  @Test func aMissingFileHas66AndAnUnusableOne65() throws {
    let command = try Command([
      "a.lua": "", "a.ndjson": #"{"time":1777889700,"latitude":1,"longitude":2}"# + "\n",
    ])
    let missing = try command.run("run", "a.lua", "--from", "a.ndjson", "--privacy-zone", "home.geojson")
    #expect(missing.code == 66 && missing.errors.contains("home.geojson"))
    try #"{"type":"FeatureCollection","features":[]}"#.write(
      to: command.url("home.geojson"), atomically: false, encoding: .utf8)
    let empty = try command.run("run", "a.lua", "--from", "a.ndjson", "--privacy-zone", "home.geojson")
    #expect(empty.code == 65 && empty.errors.contains("contains no area"))
  }
}

extension CLLocationCoordinate2D {
  /// A hundred meters farther north.
  fileprivate var north: CLLocationCoordinate2D {
    Geodesic.direct(from: self, azimuth: 0, distance: 100).destination
  }
}
