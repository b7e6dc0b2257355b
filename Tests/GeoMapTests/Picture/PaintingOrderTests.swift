import GeoTesting
import RecordingCanvas
import Testing

@testable import GeoCore
@testable import GeoLocation
@testable import GeoMap

/// The painting order of a picture of a map.
///
/// - Source: ZO-8, ZO-10, OV-15, MV-4.
struct PaintingOrderTests {
  private final class Ground: BaseMap {
    func prepare(_ scene: MapScene) -> Bool { true }
    func drawGround(_ scene: MapScene, in context: CGContext) { context.write("ground") }
    func drawLabels(_ scene: MapScene, in context: CGContext) { context.write("labels") }
    func attribution(_ scene: MapScene) -> String? { "attribution" }
  }

  private final class Named: MKAnnotationView {
    override var overridesDrawing: Bool { true }
    override func draw(_ rect: CGRect, in context: CGContext) throws {
      context.write("view " + (annotation?.title ?? "?"))
    }
  }

  private final class Label: UIView {
    override var overridesDrawing: Bool { true }
    override func draw(_ rect: CGRect, in context: CGContext) throws { context.write("subview") }
  }

  private final class Renderer: MKOverlayRenderer {
    override func draw(_ mapRect: MKMapRect, zoomScale: MKZoomScale, in context: CGContext) throws {
      context.write("overlay " + (overlay.title ?? "?"))
    }
  }

  private final class Overlay: MKOverlay {
    let title: String?
    let subtitle: String? = nil
    let coordinate = CLLocationCoordinate2D(latitude: 0, longitude: 0)
    let boundingMapRect: MKMapRect
    let canReplaceMapContent: Bool

    init(_ title: String, _ map: MKMapView, replaces: Bool = false) {
      self.title = title
      boundingMapRect = map.visibleMapRect.insetBy(dx: -10, dy: -10)
      canReplaceMapContent = replaces
    }
  }

  private final class Delegate: MKMapViewDelegate {
    func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) throws -> MKAnnotationView? {
      let view = Named(annotation: annotation, reuseIdentifier: nil)
      view.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
      view.canShowCallout = true
      return view
    }

    func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) throws -> MKOverlayRenderer? {
      Renderer(overlay: overlay)
    }
  }

  private let it = AnnotatedMap()
  private let ground = Ground()
  private let delegate = Delegate()
  private var map: MKMapView { it.map }

  init() {
    it.phone.device.screen.baseMap = ground
    it.map.delegate = delegate
  }

  /// The names in the order in which they are written, each once.
  private func written() -> [String] {
    let canvas = RecordingCanvas(size: CGSize(width: 800, height: 600))
    map.draw(in: CGContext(canvas))
    var names: [String] = []
    for line in canvas.painted() where line.hasPrefix("text \"") {
      let name = String(line.split(separator: "\"")[1])
      if names.last != name { names.append(name) }
    }
    return names
  }

  @Test func aMapIsPaintedFromTheGroundUpToItsAttribution() throws {
    map.addOverlay(Overlay("above labels", map))
    map.addOverlay(Overlay("above labels 2", map))
    map.addOverlay(Overlay("above roads", map), level: .aboveRoads)
    let selected = it.pin("north", 0, 3)
    it.pin("south", 1, -3)
    it.pin("middle", 2, 0)
    it.pin("middle 2", 3, 0)
    map.showsUserLocation = true
    map.userLocation.location = CLLocation(latitude: -5, longitude: 0, now: it.phone.device.now)
    map.annotation(map.userLocation, didChange: .coordinate)
    it.settle()
    map.selectAnnotation(selected, animated: false)
    let label = Label(frame: CGRect(x: 0, y: 0, width: 50, height: 20))
    try map.addSubview(label)
    map.showsScale = true
    it.settle()
    let bar = try #require(ScaleBar(map.scene))
    #expect(
      written() == [
        "ground", "overlay above roads", "labels", "overlay above labels", "overlay above labels 2",
        "view Current Location", "view middle", "view middle 2", "view south", "view north", "north",
        "subview", bar.label, "attribution",
      ])
    #expect(it.errors == [])
  }

  @Test func whatReplacesTheMapHidesItsNamesOnlyFromAboveThem() {
    map.addOverlay(Overlay("tiles", map, replaces: true), level: .aboveRoads)
    it.settle()
    #expect(written() == ["overlay tiles", "labels", "attribution"])
    map.removeOverlays(map.overlays)
    map.addOverlay(Overlay("tiles", map, replaces: true), level: .aboveLabels)
    it.settle()
    #expect(written() == ["overlay tiles"])
  }
}

extension CGContext {
  /// Each part of the picture writes its name instead of being drawn.
  fileprivate func write(_ name: String) {
    draw(TextBlock(name, font: .systemFont(ofSize: 10)), at: .zero)
  }
}
