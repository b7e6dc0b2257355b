import Testing

@testable import GeoCore
@testable import GeoLocation
@testable import GeoMap

/// Touches of what lies in or on the map: subviews, annotations and their callouts.
extension TouchTests {

  /// ZO-10, MV-4: the map's direct subviews lie in front of annotations and stay.
  @Test func subviewsOfTheMapStayAndAreTouchedBeforeAnnotations() throws {
    let annotation = MKPointAnnotation(coordinate: CLLocationCoordinate2DMake(52, 13), title: "A")
    it.script { it.map.addAnnotation(annotation) }
    let view = try add(CGRect(x: 390, y: 270, width: 20, height: 20))
    perform("tap", #""x":400,"y":280"#)
    #expect(view.lines == ["began 10 10", "ended 10 10"] && it.map.selectedAnnotations.isEmpty)
    perform("pan", #""dx":100"#)
    #expect(view.frame.origin == CGPoint(x: 390, y: 270))
    perform("tap", #""annotation":"A""#)
    #expect(it.map.selectedAnnotations.count == 1)
    // However far back it is put, it stays in front of the map's own layer.
    it.map.sendSubviewToBack(view)
    try it.map.insertSubview(view, at: 0)
    it.map.exchangeSubview(at: 0, withSubviewAt: 1)
    it.map.bringSubviewToFront(it.map.subviews[0])
    #expect(it.map.subviews.last === view)
    // On the empty map a tap takes the selection away.
    perform("tap", #""x":700,"y":500"#)
    #expect(it.map.selectedAnnotations.isEmpty)
  }

  @Test func aFingerThatMovesBeforeHalfASecondDragsNothing() {
    let annotation = MKPointAnnotation(coordinate: CLLocationCoordinate2DMake(52, 13), title: "A")
    it.script { it.map.addAnnotation(annotation) }
    it.map.view(for: annotation)?.draggable = true
    touch("began", 400, 280, at: 2)
    touch("moved", 420, 280, at: 2.3)
    touch("moved", 500, 280, at: 3)
    touch("ended", 500, 280, at: 3)
    #expect(annotation.coordinate == CLLocationCoordinate2DMake(52, 13))
    touch("began", 400, 280, at: 4)
    touch("moved", 405, 280, at: 4.3)
    touch("moved", 500, 280, at: 5)
    touch("cancelled", 500, 280, at: 5)
    // Taken away from the finger, it is where it was.
    #expect(annotation.coordinate == CLLocationCoordinate2DMake(52, 13))
    #expect(it.map.view(for: annotation)?.dragState == MKAnnotationViewDragState.none)
    touch("began", 400, 280, at: 6)
    touch("moved", 500, 180, at: 7)
    touch("ended", 500, 180, at: 7)
    let point = it.map.convert(annotation.coordinate, toPointTo: it.map)
    #expect(abs(point.x - 500) < 1e-6 && abs(point.y - 200) < 1e-6)
  }

  /// A view of an annotation at 400, 300 that records its touches.
  private func addToucher() throws -> Toucher {
    let annotation = MKPointAnnotation(coordinate: CLLocationCoordinate2DMake(52, 13), title: "A")
    it.script { it.map.addAnnotation(annotation) }
    let pin = try #require(it.map.view(for: annotation))
    let view = Toucher(frame: pin.bounds)
    try pin.addSubview(view)
    return view
  }

  /// LG-2: what has moved little after 0.08 s is the view's, with the place and time at which it began.
  @Test func anAnnotationViewGetsATouchOnceItDoesNotScroll() throws {
    let view = try addToucher()
    let corner = it.map.convert(CGPoint(x: 0, y: 0), from: view)
    let (x, y) = (corner.x + 3, corner.y + 4)
    touch("began", x, y, at: 2)
    it.device.advance(to: 2.07)
    #expect(view.lines == [])
    touch("moved", x + 5, y, at: 2.075)
    #expect(view.lines == [])
    it.device.advance(to: 2.08)
    #expect(view.lines == ["began 3 4", "moved 8 4"])
    touch("moved", x + 200, y, at: 2.1)
    touch("ended", x + 200, y, at: 2.2)
    #expect(view.lines.suffix(2) == ["moved 203 4", "ended 203 4"])
    // One that ends sooner is a tap; one that is taken away sooner never was.
    view.lines = []
    touch("began", x, y, at: 3)
    touch("ended", x + 1, y, at: 3.05)
    #expect(view.lines == ["began 3 4", "ended 4 4"])
    touch("began", x, y, at: 4)
    touch("cancelled", x, y, at: 4.05)
    it.device.advance(to: 5)
    #expect(view.lines.count == 2 && skips == [])
  }

  @Test func aTouchThatMovesAtOnceScrollsTheMapUnderAnAnnotationView() throws {
    let view = try addToucher()
    let point = it.map.convert(CGPoint(x: 1, y: 1), from: view)
    let center = it.map.centerCoordinate
    touch("began", point.x, point.y, at: 2)
    touch("moved", point.x + 11, point.y, at: 2.05)
    touch("ended", point.x + 20, point.y, at: 3)
    #expect(view.lines == [] && it.map.centerCoordinate.longitude < center.longitude)
    // A map that cannot scroll has nothing to decide.
    it.map.scrollEnabled = false
    let there = it.map.convert(CGPoint(x: 1, y: 1), from: view)
    touch("began", there.x, there.y, at: 4)
    #expect(view.lines == ["began 1 1"])
  }

  /// LG-2: a log that ends with a touch still delivers it.
  @Test func theInputEndsAfterATouchThatWaits() throws {
    let view = try addToucher()
    let point = it.map.convert(CGPoint(x: 1, y: 1), from: view)
    touch("began", point.x, point.y, at: 2)
    it.device.advance(to: it.device.endOfInput)
    #expect(view.lines == ["began 1 1"])
  }

  @Test func aControlInACalloutTellsItsTargetThenTheDelegate() throws {
    final class Listener: MKMapViewDelegate {
      var journal: [String] = []
      func mapView(
        _ mapView: MKMapView, annotationView view: MKAnnotationView,
        calloutAccessoryControlTapped control: UIControl
      ) { journal.append("callout") }
    }
    let listener = Listener()
    it.map.delegate = listener
    let annotation = MKPointAnnotation(coordinate: CLLocationCoordinate2DMake(52, 13), title: "A")
    it.script { it.map.addAnnotation(annotation) }
    let view = try #require(it.map.view(for: annotation))
    let button = UIButton(type: .detailDisclosure)
    button.addTarget(nil, action: "go", for: .touchUpInside) { _, _ in listener.journal.append("target") }
    view.rightCalloutAccessoryView = button
    view.canShowCallout = true
    perform("tapControl", #""annotation":"A","control":"right""#)
    #expect(listener.journal == ["target", "callout"])
    // A finger on the button does the same.
    let middle = it.map.convert(CGPoint(x: 11, y: 11), from: button)
    perform("tap", "\"x\":\(middle.x),\"y\":\(middle.y)")
    #expect(listener.journal == ["target", "callout", "target", "callout"])
    perform("tapControl", #""annotation":"A","control":"left""#)
    #expect(skips == [.noControl])
  }

  @Test func aFingerThatHoldsKeepsNoMapAlive() {
    weak var map: MKMapView?
    do {
      let it = MapPhone()
      map = it.map
      let annotation = MKPointAnnotation(coordinate: it.map.centerCoordinate, title: "A")
      it.script { it.map.addAnnotation(annotation) }
      it.map.view(for: annotation)?.draggable = true
      it.device.handle(
        DeviceEvent(
          time: 1, timestamp: 1, device: it.device.id,
          payload: .touch(Touch(type: "longPress", json: #"{"annotation":"A"}"#))))
      #expect(it.device.counts.skippedGestures.isEmpty)
    }
    #expect(map == nil)
  }
}
