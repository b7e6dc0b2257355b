import GeoCore
import GeoLocation
import GeoTesting
import Testing

@testable import GeoMap

/// A map that provides its content for a snapshot of another area.
@Suite struct LentMapTests {
  private let annotated = AnnotatedMap()
  private let maker = SnapshotCanvasFactory()
  private var device: Device { annotated.phone.device }

  init() { annotated.phone.device.screen.canvasFactory = maker }

  private func snapshot(_ change: (MKMapSnapshotOptions) -> Void) throws {
    let options = MKMapSnapshotOptions()
    options.mapView = annotated.map
    change(options)
    try MKMapSnapshotter(options: options, device: device).start { _, _ in }
    device.advance(to: device.clock.now)
  }

  private func pin(_ title: String, _ latitude: Double, _ longitude: Double) -> MKPointAnnotation {
    let pin = MKPointAnnotation()
    pin.coordinate = ShapeFixtures.place(latitude, longitude)
    pin.title = title
    return pin
  }

  private var tokyo: MKCoordinateRegion {
    MKCoordinateRegionMake(ShapeFixtures.place(35.7, 139.7), MKCoordinateSpanMake(2, 2))
  }

  @Test func whatLiesInTheSnapshotGetsAViewAndTheMapKeepsItsOwn() throws {
    let (map, log) = (annotated.map, annotated.log)
    let (near, far) = (pin("near", 0, 0), pin("far", 35.7, 139.7))
    map.setRegion(
      MKCoordinateRegionMake(ShapeFixtures.place(0, 0), MKCoordinateSpanMake(10, 10)), animated: false)
    map.addAnnotations([near, far])
    device.deliver()
    let view = map.view(for: near)
    let (frame, region) = (view?.frame, map.region)
    log.lines = []
    var seen: [MKCoordinateRegion] = []
    log.onCall = { _ in seen.append(map.region) }
    try snapshot { $0.region = tokyo }
    #expect(log.lines == ["view far", "added far"])
    #expect(seen.allSatisfy { abs($0.center.longitude - 139.7) < 0.01 } && seen.count == 2)
    #expect(map.region == region)
    #expect(map.view(for: near) === view && view?.frame == frame)
    #expect(map.view(for: far) == nil)
  }

  @Test func aSelectedAnnotationStaysSelected() throws {
    let (map, log) = (annotated.map, annotated.log)
    let near = pin("near", 0, 0)
    map.addAnnotation(near)
    device.deliver()
    map.selectAnnotation(near, animated: false)
    device.deliver()
    log.lines = []
    try snapshot { $0.region = tokyo }
    #expect(log.lines.isEmpty)
    #expect(map.selectedAnnotations.count == 1 && map.callout != nil)
  }

  @Test func overlaysAreDrawnByTheMapsRenderers() throws {
    let drawing = OverlayDelegate()
    annotated.map.delegate = drawing
    annotated.map.addOverlay(OverlayFixtures.colorado())
    try snapshot {
      $0.region = MKCoordinateRegionMake(ShapeFixtures.place(39, -105), MKCoordinateSpanMake(8, 8))
    }
    let drawn = try #require(drawing.renderers.first).rects.count
    #expect(drawing.renderers.count == 1 && drawn > 0)
    try snapshot { $0.region = tokyo }
    #expect(drawing.renderers.first?.rects.count == drawn)
  }

  /// A change that a script makes while its overlay is drawn follows when the snapshot is made.
  @Test func aChangeMadeWhileASnapshotIsDrawnFollows() throws {
    let (map, drawing) = (annotated.map, OverlayDelegate())
    map.delegate = drawing
    map.addOverlay(OverlayFixtures.colorado())
    drawing.onDraw = { map.centerCoordinate = ShapeFixtures.place(10, 10) }
    try snapshot {
      $0.region = MKCoordinateRegionMake(ShapeFixtures.place(39, -105), MKCoordinateSpanMake(8, 8))
    }
    #expect(abs(map.centerCoordinate.latitude - 10) < 1e-6)
  }

  @Test func aMapThatLeftTheScreenLendsNothing() throws {
    let drawing = OverlayDelegate()
    annotated.map.delegate = drawing
    annotated.map.addOverlay(OverlayFixtures.colorado())
    device.deliver()
    annotated.map.removeFromSuperview()
    try snapshot { $0.region = tokyo }
    #expect(maker.canvases.count == 1)
  }

  private final class OverlayDelegate: MKMapViewDelegate {
    var renderers: [NotedRenderer] = []
    var onDraw: (() -> Void)?

    func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) -> MKOverlayRenderer? {
      let renderer = NotedRenderer(overlay: overlay)
      renderer.onDraw = onDraw
      renderers.append(renderer)
      return renderer
    }
  }

  private final class NotedRenderer: MKOverlayRenderer {
    var rects: [MKMapRect] = []
    var onDraw: (() -> Void)?

    override func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) {
      rects.append(mapRect)
      onDraw?()
    }
  }
}
