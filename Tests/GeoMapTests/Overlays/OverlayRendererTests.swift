import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoLocation
@testable import GeoMap

/// When the map requests renderers, and the state of a renderer.
@Suite struct OverlayRendererTests {
  /// Records requests and calls.
  final class Asked: MKMapViewDelegate {
    struct Refusal: Error {}

    var lines: [String] = []
    var onAsk: ((MKMapView, any MKOverlay) -> Void)?
    var onAdd: ((MKMapView) -> Void)?
    var refuses: Set<String> = []
    var hasNone: Set<String> = []

    func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) throws -> MKOverlayRenderer? {
      let title = overlay.title ?? "?"
      lines.append(title)
      onAsk?(mapView, overlay)
      if refuses.contains(title) { throw Refusal() }
      return hasNone.contains(title) ? nil : MKOverlayRenderer(overlay: overlay)
    }

    func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) throws -> MKAnnotationView? {
      lines.append("view of \(annotation.title ?? "?")")
      return nil
    }

    func mapView(_ mapView: MKMapView, didAdd renderers: [MKOverlayRenderer]) throws {
      lines.append("added " + OverlayFixtures.titles(renderers.map(\.overlay)))
      onAdd?(mapView)
    }
  }

  /// An overlay of the app's own; E-7 and OV-4: an existing class that adopts the protocol.
  final class Storm: MKOverlay {
    let title: String?
    let coordinate = ShapeFixtures.place(0, 0)
    var boundingMapRect = MKMapRectWorld
    var meets = true
    var asked: [MKMapRect] = []

    init(_ title: String) { self.title = title }

    func intersects(_ mapRect: MKMapRect) throws -> Bool {
      asked.append(mapRect)
      return meets
    }
  }

  private let device = Device(id: DeviceID(index: 0), name: "phone")
  private let map: MKMapView
  private let delegate = Asked()

  init() {
    map = MKMapView(device: device)
    show(50, 10, degrees: 4)
    map.delegate = delegate
  }

  private func show(_ latitude: Double, _ longitude: Double, degrees: Double) {
    var viewport = map.viewport
    viewport.center = MKMapPointForCoordinate(ShapeFixtures.place(latitude, longitude))
    viewport.zoomScale = 800 / (degrees * MKMapSizeWorld.width / 360)
    map.viewport = viewport
  }

  private func settle() { device.screen.flushCallbacks() }

  /// MV-32: bottom to top, then one `didAddOverlayRenderers`.
  @Test func renderersAreAskedForFromBottomToTopThenToldOnce() {
    map.addOverlays([OverlayFixtures.square("c", 50, 10), OverlayFixtures.square("d", 49, 9)])
    map.addOverlay(OverlayFixtures.square("a", 50, 10), level: .aboveRoads)
    map.insertOverlay(OverlayFixtures.square("b", 50, 9), at: 0)
    map.addOverlay(OverlayFixtures.square("far", 0, 0))
    #expect(delegate.lines.isEmpty)
    settle()
    #expect(delegate.lines == ["a", "b", "c", "d", "added a b c d"])
    settle()
    #expect(delegate.lines.count == 5)
  }

  // - Source: OV-13, OV-14; its bounding rect shows the one, its coordinate the other (OV-6).
  @Test func anOverlayMayBeAnAnnotationTooAndIsTakenFromEachListByItself() {
    let square = OverlayFixtures.square("a", 50, 10)
    map.addOverlay(square)
    map.addAnnotation(square)
    settle()
    #expect(delegate.lines == ["view of a", "a", "added a"])
    #expect(map.view(for: square) != nil && map.renderer(for: square) != nil)
    // Its middle leaves the view, a corner of it stays.
    show(square.boundingMapRect.corner.latitude, square.boundingMapRect.corner.longitude, degrees: 0.5)
    settle()
    #expect(map.view(for: square) == nil && map.renderer(for: square) != nil)
    map.removeOverlay(square)
    #expect(map.overlays.isEmpty && map.annotations.count == 1)
    map.removeAnnotation(square)
    #expect(map.annotations.isEmpty)
  }

  @Test func anOverlayIsAskedForWhenItFirstComesIntoSight() {
    map.addOverlay(OverlayFixtures.square("far", 0, 0))
    settle()
    #expect(delegate.lines.isEmpty)
    show(0, 0, degrees: 4)
    settle()
    #expect(delegate.lines == ["far", "added far"])
    show(50, 10, degrees: 4)
    settle()
    show(0, 0, degrees: 4)
    settle()
    #expect(delegate.lines.count == 2)
  }

  /// OR-8: a renderer (or nil) is kept until its overlay is removed.
  @Test func aRendererOrNilIsKeptUntilItsOverlayIsRemoved() {
    let square = OverlayFixtures.square("a", 50, 10)
    let plain = OverlayFixtures.square("none", 50, 10)
    delegate.hasNone = ["none"]
    map.addOverlays([square, plain])
    settle()
    let first = map.renderer(for: square)
    #expect(first?.overlay === square)
    #expect(map.renderer(for: plain) == nil)
    map.addOverlay(square)
    show(50, 11, degrees: 4)
    settle()
    #expect(map.renderer(for: square) === first)
    #expect(delegate.lines == ["a", "none", "added a"])
    map.removeOverlay(square)
    #expect(map.renderer(for: square) == nil)
    map.addOverlay(square)
    settle()
    #expect(map.renderer(for: square) !== first)
    #expect(delegate.lines == ["a", "none", "added a", "a", "added a"])
  }

  /// MV-31: a script that asks for a renderer forces the pass.
  @Test func askingForARendererForcesThePass() {
    let square = OverlayFixtures.square("a", 50, 10)
    map.addOverlay(square)
    #expect(map.renderer(for: square)?.overlay === square)
    #expect(delegate.lines == ["a", "added a"])
  }

  @Test func renderersAreRequestedOnceThereIsADelegate() {
    map.delegate = nil
    map.addOverlay(OverlayFixtures.square("a", 50, 10))
    settle()
    map.delegate = delegate
    settle()
    #expect(delegate.lines == ["a", "added a"])
  }

  @Test func acrossThe180thMeridianOverlaysAreInSightFromBothSides() {
    map.addOverlays([OverlayFixtures.square("west", -18, 178), OverlayFixtures.square("east", -18, -179)])
    map.addOverlay(MKPolyline(coordinates: ShapeFixtures.ring((-18, 179.5), (-18, -179.5))))
    show(-18, 179.9, degrees: 4)
    settle()
    #expect(delegate.lines == ["west", "east", "?", "added west east ?"])
  }

  @Test func theOverlayItselfMaySayThatItIsNotMet() {
    let storm = Storm("storm")
    storm.meets = false
    map.addOverlay(storm)
    let triangle = MKPolygon(coordinates: ShapeFixtures.ring((40, 0), (40, 12), (49, 0)))
    triangle.title = "triangle"
    map.addOverlay(triangle)
    settle()
    #expect(delegate.lines.isEmpty)
    #expect(storm.asked == [map.visibleMapRect])
    storm.meets = true
    show(41, 5, degrees: 4)
    settle()
    #expect(delegate.lines == ["storm", "triangle", "added storm triangle"])
  }

  @Test func anOverlayBeyondTheWorldIsAskedWithTheRectMovedThere() {
    let storm = Storm("storm")
    storm.boundingMapRect = MKMapRect(x: -1e7, y: 0, width: 2e7, height: MKMapSizeWorld.width)
    map.addOverlay(storm)
    show(0, 178, degrees: 4)
    settle()
    #expect(delegate.lines == ["storm", "added storm"])
    #expect(storm.asked.map(\.midX).allSatisfy { $0 < 0 && $0 > -1e7 })
  }

  @Test func anOverlayWithoutExtentIsNeverAsked() {
    let storm = Storm("storm")
    storm.boundingMapRect = MKMapRectNull
    map.addOverlays([storm, MKPolygon(coordinates: [])])
    settle()
    #expect(delegate.lines.isEmpty)
    #expect(map.overlays.count == 2)
    map.removeOverlays([storm])
    #expect(map.overlays.count == 1)
  }

  @Test func aDelegateThatThrowsStopsNoOther() {
    var errors = 0
    device.hooks.onError = { _ in errors += 1 }
    delegate.refuses = ["a"]
    map.addOverlays([OverlayFixtures.square("a", 50, 10), OverlayFixtures.square("b", 50, 10)])
    settle()
    show(50, 10.5, degrees: 4)
    settle()
    #expect(errors == 1)
    #expect(delegate.lines == ["a", "b", "added b"])
  }

  @Test func overlaysRemovedMeanwhileAreNotRequested() {
    let b = OverlayFixtures.square("b", 50, 10)
    let c = OverlayFixtures.square("c", 50, 10)
    delegate.onAsk = { map, overlay in
      guard overlay.title == "a" else { return }
      map.removeOverlay(b)
      map.addOverlay(c)
      // The pass within the pass asks for c; a itself has no renderer yet.
      #expect(map.renderer(for: c) != nil)
      #expect(map.renderer(for: overlay) == nil)
    }
    map.addOverlays([OverlayFixtures.square("a", 50, 10), b])
    settle()
    #expect(delegate.lines == ["a", "c", "added c", "added a"])
  }

  @Test func anOverlayThatItsOwnDelegateTakesAwayHasNoRenderer() {
    let a = OverlayFixtures.square("a", 50, 10)
    delegate.onAsk = { map, overlay in map.removeOverlay(overlay) }
    map.addOverlay(a)
    settle()
    #expect(delegate.lines == ["a"])
    #expect(map.renderer(for: a) == nil)
  }

  /// Listing S34, in Swift.
  @Test func anOverlayCanBeKeptOnTopFromWhereRenderersAreAdded() {
    let top = OverlayFixtures.square("always on top", 50, 10)
    let new = OverlayFixtures.square("new", 50, 10)
    map.addOverlay(top)
    settle()
    delegate.onAdd = { $0.exchangeOverlay(new, with: top) }
    map.addOverlay(new)
    settle()
    #expect(OverlayFixtures.titles(map.overlays) == "new always on top")
  }
}

extension MKMapRect {
  fileprivate var corner: CLLocationCoordinate2D { MKCoordinateForMapPoint(origin) }
}
