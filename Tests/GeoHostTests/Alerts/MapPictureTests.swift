import Geo
import Testing

@testable import GeoDelivery
@testable import GeoHost

@Suite struct MapPictureTests {
  @Test func aPictureIsAPNGOf600By400() throws {
    let drawer = try MapPicture(.utc)
    let places = (0..<100).map { number in
      MapMoment.Place(
        coordinate: CLLocationCoordinate2D(latitude: 45.39 + Double(number) / 1e4, longitude: 13.9), time: 0)
    }
    let moment = MapMoment(
      places: places, fix: MapPictureTests.place, accuracy: 30,
      regions: [MonitoredRegion(identifier: "home", center: MapPictureTests.place, radius: 100)])
    let png = try drawer.png(moment, device: "rex", title: "Rex is out", time: 1_780_000_000)
    // PNG, section 11.2.2: IHDR begins with width and height.
    #expect(Array(png[..<8]) == [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    #expect(Array(png[16..<24]) == [0, 0, 2, 0x58, 0, 0, 1, 0x90])
    #expect(png.count > 5000)
  }

  private static let place = CLLocationCoordinate2D(latitude: 45.4, longitude: 13.9)
}
