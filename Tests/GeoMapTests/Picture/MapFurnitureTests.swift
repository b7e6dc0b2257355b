import GeoTesting
import RecordingCanvas
import Testing

@testable import GeoCore
@testable import GeoMap

/// The furniture over everything else on a map.
struct MapFurnitureTests {
  private let it = AnnotatedMap()
  private let canvas = RecordingCanvas(size: CGSize(width: 800, height: 600))

  private func furniture() -> [String] {
    it.map.drawFurniture(it.map.scene, in: CGContext(canvas))
    return canvas.painted()
  }

  @Test(arguments: [
    (1.0, 110.0, 100.0, "100 m"), (1, 99, 50, "50 m"), (1, 50, 50, "50 m"), (1, 49.9, 20, "20 m"),
    (9.2, 110, 1000, "1 km"), (20, 110, 2000, "2 km"), (40_000, 110, 2_000_000, "2000 km"),
    (0.05, 110, 5, "5 m"), (0.005, 110, 0.5, "50 cm"),
  ])
  func aScaleBarIsARoundDistance(metersPerPoint: Double, room: Double, meters: Double, label: String) throws {
    let bar = try #require(ScaleBar(metersPerPoint: metersPerPoint, room: room))
    #expect(abs(bar.meters - meters) < meters * 1e-12)
    #expect(abs(bar.length - meters / metersPerPoint) < 1e-9 && bar.length <= room * (1 + 1e-12))
    #expect(bar.label == label)
  }

  @Test(arguments: [0, -1, Double.nan, .infinity])
  func withoutAScaleThereIsNoBar(metersPerPoint: Double) {
    #expect(ScaleBar(metersPerPoint: metersPerPoint, room: 100) == nil)
  }

  /// On the map a degree of longitude is as long everywhere; the ground under it is cos 60° as long, and a little more as
  /// the earth is no sphere.
  @Test func aScaleBarIsThatOfTheMiddleOfThePicture() throws {
    it.map.setCenterCoordinate(CLLocationCoordinate2D(latitude: 60, longitude: 0), animated: false)
    let north = try #require(ScaleBar(it.map.scene))
    it.map.setCenterCoordinate(CLLocationCoordinate2D(latitude: 0, longitude: 0), animated: false)
    let equator = try #require(ScaleBar(it.map.scene))
    #expect(abs(equator.meters / equator.length / (north.meters / north.length) - 2) < 0.02)
  }

  @Test func scaleBarAndCompassShowWhenAskedFor() {
    #expect(furniture() == [])
    it.map.showsScale = true
    #expect(furniture().last?.hasPrefix("text \"") == true)
    it.map.showsScale = false
    it.map.setHeading(90, animated: false)
    #expect(!furniture().isEmpty)
    it.map.showsCompass = false
    #expect(furniture() == [])
  }

  private final class Ground: BaseMap {
    func prepare(_ scene: MapScene) -> Bool { true }
    func drawGround(_ scene: MapScene, in context: CGContext) {}
    func drawLabels(_ scene: MapScene, in context: CGContext) {}
    func attribution(_ scene: MapScene) -> String? { "© Somebody" }
  }

  @Test func whomTheMapIsOwedToIsSaidInTheLowerRightCorner() {
    it.phone.device.screen.baseMap = Ground()
    // 10 letters of 4.5 points, 10.8 high, 8 and 5 points from the edges.
    #expect(furniture().count == 1)
    #expect(furniture().first?.contains("\"© Somebody\"") == true)
    #expect(furniture().first?.contains("at 747 584.2") == true)
  }
}
