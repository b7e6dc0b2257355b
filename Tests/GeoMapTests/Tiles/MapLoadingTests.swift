import RecordingCanvas
import Testing

@testable import GeoCore
@testable import GeoLocation
@testable import GeoMap

/// A delegate's calls about loading.
@Suite struct MapLoadingTests {
  private final class CallLog: MKMapViewDelegate {
    var lines: [String] = []
    var makesRenderers = true

    func mapViewWillStartLoadingMap(_ mapView: MKMapView) { lines.append("start") }
    func mapViewDidFinishLoadingMap(_ mapView: MKMapView) { lines.append("finish") }
    func mapViewDidFailLoadingMap(_ mapView: MKMapView, withError error: NSError) {
      lines.append("fail \(error.domain): \(error.localizedDescription)")
    }
    func mapViewDidFinishRenderingMap(_ mapView: MKMapView, fullyRendered: Bool) {
      lines.append("rendered \(fullyRendered ? "fully" : "in part")")
    }
    func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer? {
      (overlay as? MKTileOverlay).map { MKTileOverlayRenderer(tileOverlay: $0) }
    }
    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  private let loader = TestLoader()
  private let log = CallLog()
  private let device = Device(id: DeviceID(index: 0), name: "phone")
  private let map: MKMapView

  init() {
    device.screen.tileLoader = loader
    map = MKMapView(frame: CGRect(x: 0, y: 0, width: 256, height: 256), device: device)
    map.delegate = log
    device.deliver()
    _ = log.take()
  }

  private func look(_ latitude: Double, _ longitude: Double, _ span: Double) {
    map.setRegion(
      MKCoordinateRegion(
        center: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
        span: MKCoordinateSpan(latitudeDelta: span, longitudeDelta: span)), animated: false)
    device.deliver()
  }

  @Test func aMapWithoutTilesLoadsNothing() {
    look(10, 20, 5)
    #expect(log.take() == ["rendered fully"])
  }

  @Test func loadingIsReportedOncePerArea() {
    map.addOverlay(TileFixtures.overlay(loader))
    device.deliver()
    #expect(log.take() == ["start", "finish"])
    look(10, 20, 5)
    #expect(log.take() == ["start", "finish", "rendered fully"])
    device.deliver()
    #expect(log.take().isEmpty)
  }

  @Test func laterContentIsReportedThen() {
    loader.waits = true
    map.addOverlay(TileFixtures.overlay(loader))
    look(10, 20, 5)
    #expect(log.take() == ["start", "rendered in part"])
    loader.give { $0 }
    device.deliver()
    #expect(log.take() == ["finish"])
  }

  @Test func missingTilesAreReportedOncePerArea() {
    loader.usual = .failed(.tile("there are no tiles"))
    map.addOverlay(TileFixtures.overlay(loader))
    look(10, 20, 5)
    let fail = "fail MKErrorDomain: there are no tiles"
    #expect(log.lines.first == "start" && log.lines.contains { $0.hasPrefix(fail) })
    #expect(log.take().contains("rendered in part"))
    #expect(map.prepareToDraw() && map.prepareToDraw())
    device.deliver()
    #expect(log.take().isEmpty && loader.reports.isEmpty)
  }

  @Test func withoutADelegateTheHostGetsTheReport() {
    loader.usual = .failed(.tile("there are no tiles"))
    let overlay = TileFixtures.overlay(loader)
    map.addOverlay(overlay)
    device.deliver()
    map.delegate = nil
    look(40, 20, 1)
    #expect(map.prepareToDraw() && map.prepareToDraw())
    #expect(loader.reports.count == 1)
  }

  private final class Ground: BaseMap {
    var drawn: [String] = []
    func prepare(_ scene: MapScene) -> Bool { true }
    func drawGround(_ scene: MapScene, in context: CGContext) { drawn.append("ground") }
    func drawLabels(_ scene: MapScene, in context: CGContext) { drawn.append("labels") }
    func attribution(_ scene: MapScene) -> String? { nil }
  }

  /// OV-15; only content above the map's names hides them.
  @Test(arguments: [
    (false, MKOverlayLevel.aboveLabels, ["ground", "labels"]), (true, .aboveLabels, []),
    (true, .aboveRoads, ["labels"]),
  ])
  func whatReplacesTheMapLeavesItUndrawn(_ replaces: Bool, _ level: MKOverlayLevel, _ drawn: [String]) {
    let ground = Ground()
    device.screen.baseMap = ground
    let overlay = TileFixtures.overlay(loader)
    overlay.canReplaceMapContent = replaces
    map.addOverlay(overlay, level: level)
    device.deliver()
    map.draw(in: CGContext(RecordingCanvas(size: map.bounds.size)))
    #expect(ground.drawn == drawn)
  }

  @Test func aBaseMapOfTilesIsLoadedAndNamesItsSource() throws {
    loader.known.attribution = "© Somebody"
    let base = TileBaseMap(template: "{z}/{x}/{y}", loader: loader)
    device.screen.baseMap = base
    look(10, 20, 5)
    #expect(log.take() == ["start", "finish", "rendered fully"])
    let canvas = RecordingCanvas(size: map.bounds.size)
    #expect(map.prepareToDraw())
    map.draw(in: CGContext(canvas))
    let painted = canvas.painted()
    #expect(painted.contains { $0.hasPrefix("image") } && painted.contains { $0.contains("© Somebody") })
  }
}
