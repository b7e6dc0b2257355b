import Testing

@testable import GeoCore
@testable import GeoLocation
@testable import GeoMap
@testable import GeoRender

/// Checks annotation views by the dots of pictures.
///
/// - Source: AV-1 … AV-8, ZO-10.
final class AnnotationViewPictureTests: MKMapViewDelegate {
  private let device = Device(id: DeviceID(index: 0), name: "phone")
  private let map: MKMapView
  private var makeView: ((any MKAnnotation) throws -> MKAnnotationView?)?
  private var errors: [String] = []
  /// In the middle of the map, 200 by 200 points.
  private let middle = CLLocationCoordinate2D(latitude: 39, longitude: -105.5)

  init() {
    device.screen.canvasFactory = CairoCanvasFactory()
    map = MKMapView(frame: CGRect(x: 0, y: 0, width: 200, height: 200), device: device)
    look(span: 0.1)
    map.delegate = self
    device.hooks.onError = { [unowned self] in errors.append("\($0)") }
  }

  func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) throws -> MKAnnotationView? {
    if let makeView { return try makeView(annotation) }
    guard annotation is MKPointAnnotation else { return nil }
    let pin = MKPinAnnotationView(annotation: annotation, reuseIdentifier: nil)
    pin.canShowCallout = true
    return pin
  }

  private func look(span: Double) {
    map.region = MKCoordinateRegion(
      center: middle, span: MKCoordinateSpan(latitudeDelta: span, longitudeDelta: span))
  }

  /// An annotation that appears `x`, `y` points from the middle of the map.
  @discardableResult
  private func add(_ x: Double = 0, _ y: Double = 0, _ color: MKPinAnnotationColor = .red)
    -> MKPointAnnotation
  {
    let place = map.mapPoint(for: CGPoint(x: 100 + x, y: 100 + y))
    let pin = MKPointAnnotation(coordinate: MKCoordinateForMapPoint(place), title: "\(color)")
    map.addAnnotation(pin)
    (map.view(for: pin) as? MKPinAnnotationView)?.pinColor = color
    return pin
  }

  private func dots(scale: Double = 1) throws -> Shades {
    try Shades(200, 200, scale: scale) { map.draw(in: $0) }
  }

  private static func isRed(_ dot: Shades.Shade) -> Bool {
    dot.alpha > 0.9 && dot.red > 0.45 && dot.green < dot.red / 2 && dot.blue < dot.red / 2
  }

  private static func isGreen(_ dot: Shades.Shade) -> Bool {
    dot.alpha > 0.9 && dot.green > 0.35 && dot.red < dot.green * 0.75
  }

  @Test(arguments: [1.0, 2, 3], [(0.0, 0.0), (0.3, 0.7), (-0.45, 0.25)])
  func thePinsFootIsOnTheCoordinate(scale: Double, offset: (x: Double, y: Double)) throws {
    add(offset.x, offset.y)
    let dots = try dots(scale: scale)
    let (x, y) = (100 + offset.x, 100 + offset.y)
    // The needle, which is the only thing there that hides what lies under it.
    let needle = try #require(
      dots.bounds { $0.alpha > 0.8 && $0.brightness > 0.25 && !AnnotationViewPictureTests.isRed($0) })
    let half = 0.5 / scale
    // Near its foot the needle is thinner than a dot.
    if scale > 1 { #expect(abs(needle.maxY - y) <= 1.5 + half) }
    let row = Int(((y - 6) * scale).rounded(.down))
    var (sum, weight) = (0.0, 0.0)
    for column in 0..<dots.width where dots[column, row].alpha > 0.4 {
      sum += (Double(column) + 0.5) / scale * dots[column, row].alpha
      weight += dots[column, row].alpha
    }
    #expect(abs(sum / weight - x) <= 0.25 + half)
  }

  @Test func aPinHasTheSameSizeAtEveryZoom() throws {
    add()
    var heads: [CGRect] = []
    for span in [0.02, 0.1, 1, 20] {
      look(span: span)
      heads.append(try #require(try dots().bounds(AnnotationViewPictureTests.isRed)))
    }
    #expect(heads.allSatisfy { $0.size == heads[0].size })
    #expect(abs(heads[0].width - 16) <= 2)
  }

  @Test func aPinFurtherSouthCoversOneFurtherNorthUnlessThatIsSelected() throws {
    let north = add(0, -6, .red)
    add(0, 0, .green)
    // Where the two heads overlap.
    #expect(AnnotationViewPictureTests.isGreen(try dots().at(99, 71)))
    map.selectAnnotation(north, animated: false)
    #expect(AnnotationViewPictureTests.isRed(try dots().at(99, 71)))
  }

  @Test func stampsLookLikeThePinsThatTheyStandFor() throws {
    add(0.25, 0.5)
    let stamped = try dots(scale: 2)
    device.screen.canvasFactory = nil
    let drawn = try dots(scale: 2)
    var largest = 0.0
    for row in 0..<400 {
      for column in 0..<400 {
        let (a, b) = (stamped[column, row], drawn[column, row])
        largest = max(largest, abs(a.red - b.red), abs(a.green - b.green), abs(a.alpha - b.alpha))
      }
    }
    #expect(largest < 0.02)
  }

  private final class Square: MKAnnotationView {
    var failure: GeoError?
    override var overridesDrawing: Bool { true }
    override func draw(_ rect: CGRect, in context: CGContext) throws {
      if let failure { throw failure }
      context.state.fill = .color(.blue)
      context.fill(CGPath(CGRect(x: 0, y: 0, width: 10, height: 10)))
      // Beyond its bounds nothing is drawn.
      context.fill(CGPath(CGRect(x: 10, y: 30, width: 100, height: 4)))
    }
  }

  private func squares() {
    makeView = { annotation in
      let view = Square(annotation: annotation, reuseIdentifier: nil)
      view.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
      return view
    }
  }

  @Test func theMapShowsThroughAViewThatIsNotOpaque() throws {
    squares()
    let view = try #require(map.view(for: add()))
    var dots = try dots()
    #expect(dots.at(85, 85) == Shades.Shade(red: 0, green: 0, blue: 1, alpha: 1))
    #expect(dots.at(110, 85) == Shades.Shade(red: 0, green: 0, blue: 0, alpha: 1))
    #expect(dots.at(125, 111).alpha == 0)
    view.opaque = false
    dots = try self.dots()
    #expect(dots.at(85, 85).blue == 1 && dots.at(110, 85).alpha == 0)
  }

  @Test func whereDrawingFailsAMarkStandsAndOthersAreDrawn() throws {
    squares()
    let failing = try #require(map.view(for: add(-50, 0)) as? Square)
    failing.failure = GeoError(.data, "no luck")
    failing.opaque = false
    add(50, 0)
    let dots = try dots()
    #expect(errors.count == 1 && errors[0].contains("no luck"))
    // The ground of the mark, and the sign in its middle.
    #expect(dots.at(32, 82).alpha > 0.5 && dots.at(68, 100).alpha > 0.5)
    #expect(dots.count { $0.alpha > 0.9 && $0.brightness < 0.4 } > 20)
    #expect(dots.at(135, 85).blue == 1)
    _ = try self.dots()
    #expect(errors.count == 1)
  }

  @Test func alphaAndHiddenHold() throws {
    squares()
    let view = try #require(map.view(for: add()))
    view.alpha = 0.5
    #expect(abs(try dots().at(110, 85).alpha - 0.5) < 0.01)
    view.hidden = true
    #expect(try dots().at(110, 85).alpha == 0)
  }

  @Test(arguments: [(39.0, 400.0), (0, 400), (65, 300)])
  func theCircleAroundTheUserIsAsLargeAsTheAccuracySays(latitude: Double, meters: Double) throws {
    map.showsUserLocation = true
    let place = CLLocationCoordinate2D(latitude: latitude, longitude: 10)
    map.setRegion(MKCoordinateRegionMakeWithDistance(place, 1500, 1500), animated: false)
    map.userLocation.location = CLLocation(
      coordinate: place, altitude: 0, horizontalAccuracy: meters, verticalAccuracy: -1, timestamp: device.now)
    map.annotation(map.userLocation, didChange: .coordinate)
    let dots = try dots()
    let circle = try #require(dots.bounds { $0.alpha > 0.25 && $0.blue > $0.red })
    // The width of the region that the map really shows, to the place's own scale.
    let east = MKMetersBetweenMapPoints(
      map.mapPoint(for: CGPoint(x: 50, y: 100)), map.mapPoint(for: CGPoint(x: 150, y: 100)))
    #expect(abs(circle.width / 2 - meters / east * 100) <= 1.5)
    #expect(abs(circle.midX - 100) <= 1 && abs(circle.midY - 100) <= 1)
  }

  @Test func aCalloutCoversWhatLiesUnderIt() throws {
    let pin = add(0, 40)
    add(0, -10, .green)
    map.view(for: pin)?.canShowCallout = true
    map.selectAnnotation(pin, animated: false)
    let callout = try #require(map.callout)
    let dots = try dots()
    #expect(dots.count(AnnotationViewPictureTests.isGreen) == 0)
    #expect(dots.at(callout.frame.minX + 5, callout.frame.minY + 12).brightness > 0.99)
    // The title is written.
    #expect(dots.count { $0.alpha == 1 && $0.brightness < 0.2 } > 20)
  }
}
