import Geo
import Glibc
import Testing

@testable import GeoRender

@Suite struct GraticuleTests {
  @Test(arguments: [
    (0, "0°"), (180 * 3600, "180°"), (-180 * 3600, "180°"), (10 * 3600, "10°E"), (-126_000, "35°W"),
    (128_100, "35°35′E"), (-15, "0°00′15″W"),
  ])
  func degreesAreWrittenWithMinutesAndSecondsWhereThereAreAny(_ seconds: Int, _ text: String) {
    #expect(Graticule.text(seconds, "E", "W") == text)
  }

  @Test(arguments: [2.0, 5, 9, 13, 17, 21])
  func linesAreNeitherCrowdedNorRare(_ level: Double) {
    let device = Device(id: DeviceID(index: 0), name: "phone")
    let map = MKMapView(frame: CGRect(x: 0, y: 0, width: 1000, height: 800), device: device)
    let width = 1000 * exp2(20 - level)
    let middle = MKMapPointForCoordinate(CLLocationCoordinate2DMake(40, 179.99))
    map.setVisibleMapRect(
      MKMapRect(x: middle.x - width / 2, y: middle.y - width * 0.4, width: width, height: width * 0.8),
      animated: false)
    var texts: [String] = []
    Graticule(map.scene).forEachLabel { text, _, _ in texts.append(text) }
    // A second of arc is the finest: at level 21 it is 829 points.
    #expect(texts.count >= (level > 18 ? 1 : 4) && texts.count <= 24, "\(texts)")
    #expect(Set(texts).count == texts.count)
  }
}
