import CommandTesting
import Foundation
import Testing

@testable import Geo
@testable import GeoDelivery

/// Pictures and reasons that messages take along (HO-87, HO-88).
@Suite struct MapMomentTests {
  static let place = CLLocationCoordinate2D(latitude: 45.4, longitude: 13.9)

  static func region(_ name: String, _ meters: Double) -> MonitoredRegion {
    let center = CLLocationCoordinate2D(latitude: 45.4 + meters / 111_195, longitude: 13.9)
    return MonitoredRegion(identifier: name, center: center, radius: 100)
  }

  @Test func itIsReadAsItWasWritten() throws {
    let places = (0..<1000).map { number in
      MapMoment.Place(
        coordinate: CLLocationCoordinate2D(latitude: 45.4 + Double(number) / 1e4, longitude: -179.9), time: 0)
    }
    let regions = [MapMomentTests.region("home", 0), MapMomentTests.region("über", 300)]
    let moment = MapMoment(places: places, fix: MapMomentTests.place, accuracy: 12, regions: regions)
    #expect(moment.places.count <= 200)
    #expect(moment.places.last == places.last?.coordinate)
    let text = moment.json.description
    #expect(text.utf8.count <= 8192)
    let read = try #require(MapMoment(try JSONParser.parse(text)))
    #expect(read.regions == regions)
    #expect(read.fix == moment.fix && read.accuracy == 12)
    for (one, other) in zip(read.places, moment.places) {
      #expect(abs(one.latitude - other.latitude) <= 0.6e-5 && abs(one.longitude - other.longitude) <= 0.6e-5)
    }
    for bad in ["{}", #"{"latitude":1,"longitude":2,"track":[1],"regions":""}"#] {
      #expect(MapMoment(try JSONParser.parse(bad)) == nil)
    }
  }

  @Test func manyRegionsWithManyCornersStayWithin8KiB() throws {
    let ring = (0..<400).map { step in
      let angle = Double(step) / 200 * .pi
      return CLLocationCoordinate2D(latitude: 45.4 + sin(angle) / 100, longitude: 13.9 + cos(angle) / 100)
    }
    let shape = AreaShape.polygon(try PolygonShape(parts: [[ring]]))
    let wide = MonitoredRegion(identifier: "wide", shape: shape)
    var set = RegionSet.empty.adding(contentsOf: [wide])
    set = set.adding(contentsOf: (0..<3000).map { MapMomentTests.region("r\($0)", Double($0) * 10) })
    let near = MapMoment.regions(of: set, near: MapMomentTests.place, first: "r2500")
    #expect(near.count == 30)
    #expect(near.first?.identifier == "r2500")
    #expect(near.contains { $0.identifier == "r3" })
    let moment = MapMoment(places: [], fix: MapMomentTests.place, accuracy: 5, regions: near)
    #expect(moment.json.description.utf8.count <= 8192)
    #expect(MapMoment(moment.json)?.regions.contains { $0.identifier == "r3" } == true)
  }

  @Test(arguments: [
    "text?map=1", "ndjson:f?map=1", "mqtt://host/t?map=1", "https://example.org/#map=1&template=slack",
    "none?map=1",
    "ntfy://host/t?map=maybe",
  ])
  func aSinkWithoutPicturesIs64(address: String) throws {
    let result = try Command(["s.lua": "print(1)"]).run("run", "s.lua", "--alerts", address)
    #expect(result.code == 64)
    #expect(result.errors.contains("map="))
  }

  @Test func theReasonIsThatOfTheCrossing() throws {
    let script = """
      local app = {}
      function app.didEnterRegion(_, region) geoscript.alert{ title = "in" } end
      function app.didExitRegion(_, region) geoscript.alert{ title = "out" } end
      CLLocationManager.new{ delegate = app }:startMonitoringForRegion(CLCircularRegion.new{
        identifier = "home", center = CLLocationCoordinate2DMake(0, 0), radius = 100 }, 20)
      """
    // 0.001° of latitude at the equator are 110.574 m (WGS 84).
    let log = [(0, 0.003), (1, 0), (2, 0.00155)].map {
      #"{"time":\#(1_780_000_000 + $0.0 * 60),"device":"rex","latitude":\#($0.1),"longitude":0,"horizontalAccuracy":12}"#
        + "\n"
    }.joined()
    let command = try Command(["s.lua": script, "a.ndjson": log])
    let result = try command.run(
      "run", "s.lua", "--from", "a.ndjson", "--alerts", "ndjson:why?why=1", "--alerts", "ndjson:plain",
      "--alerts",
      "text?why=1")
    #expect(result.code == 0)
    let reasons = command.read("why").split(separator: "\n").compactMap {
      (try? JSONParser.parse(String($0)))?["why"]?.text
    }
    try #require(reasons.count == 2)
    #expect(reasons[0].hasPrefix("100 m inside home, accuracy 12 m, needed 20 m; d"))
    #expect(reasons[1] == "71 m outside of home, accuracy 12 m, needed 20 m; d > 20 m")
    #expect(!command.read("plain").contains("why"))
    #expect(
      result.lines.last?.hasSuffix("(71 m outside of home, accuracy 12 m, needed 20 m; d > 20 m)") == true
    )
    #expect(result.errors.contains("explain") == false)
  }
}
