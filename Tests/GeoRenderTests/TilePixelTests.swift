import Geo
import Testing

@testable import GeoRender

/// Tiles as dots: seams and magnification.
@Suite struct TilePixelTests {
  /// Hands out the same tile for every place.
  private final class Loader: TileLoader {
    var bytes: [UInt8] = []
    func load(_ address: String, _ path: MKTileOverlayPath, result: @escaping (TileAnswer) -> Void) {
      result(.bytes(bytes))
    }
    func source(of template: String) -> TileSource {
      var source = TileSource()
      source.levels = 0...4
      return source
    }
    func report(_ error: NSError) { Issue.record("\(error)") }
  }

  private let loader = Loader()
  private let device = Device(id: DeviceID(index: 0), name: "phone")

  /// A tile of one color.
  init() throws {
    let tile = try Picture(.png, size: CGSize(width: 256, height: 256))
    CGContext(tile.canvas).fill(CGPath(CGRect(x: 0, y: 0, width: 256, height: 256)))
    loader.bytes = try tile.bytes()
  }

  /// The least alpha of a map covered by opaque tiles.
  private func leastAlpha(scale: Double = 1, _ change: (MKMapView) -> Void) throws -> Int {
    device.screen.baseMap = TileBaseMap(template: "{z}/{x}/{y}", loader: loader)
    device.screen.contentScaleFactor = scale
    let map = MKMapView(frame: CGRect(x: 0, y: 0, width: 300, height: 200), device: device)
    map.showsCompass = false
    map.zoomSnapping = false
    change(map)
    #expect(map.prepareToDraw())
    let dots = try Dots(300, 200, scale: scale) { map.draw(in: $0) }
    return (0..<dots.height).reduce(255) { least, row in
      (0..<dots.width).reduce(least) { min($0, Int(dots[$1, row].alpha)) }
    }
  }

  private func look(_ map: MKMapView, _ span: Double, _ heading: Double = 0) {
    map.setRegion(
      MKCoordinateRegion(
        center: CLLocationCoordinate2D(latitude: 3.7, longitude: 179.3),
        span: MKCoordinateSpan(latitudeDelta: span, longitudeDelta: span)), animated: false)
    let camera = map.camera
    camera.heading = heading
    map.camera = camera
  }

  @Test(arguments: [20, 31.7, 77.3], [1.0, 3])
  func tilesMeetWithoutALine(_ span: Double, _ scale: Double) throws {
    #expect(try leastAlpha(scale: scale) { look($0, span) } == 255)
  }

  /// Cairo samples 15 rows per pixel: two parts of a pixel may lack that much of the whole, which is not
  /// visible.
  @Test(arguments: [17.0, 90, 133, 200])
  func tilesOfATurnedMapMeetWithoutALine(_ heading: Double) throws {
    #expect(try leastAlpha { look($0, 31.7, heading) } >= 255 - 255 / 15)
  }

  @Test(arguments: [0.5, 0.001])
  func tilesAreMagnifiedHoweverDeep(_ span: Double) throws {
    #expect(try leastAlpha { look($0, span) } == 255)
  }
}
