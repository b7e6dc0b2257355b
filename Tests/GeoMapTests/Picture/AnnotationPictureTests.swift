import GeoTesting
import RecordingCanvas
import Testing

@testable import GeoCore
@testable import GeoLocation
@testable import GeoMap

/// What is drawn of annotations, and in which order.
///
/// - Source: ZO-10, AV-1 … AV-8.
struct AnnotationPictureTests {
  private let it = AnnotatedMap()
  private let canvas = RecordingCanvas(size: CGSize(width: 800, height: 600))
  private var map: MKMapView { it.map }

  private func painted() -> [String] {
    map.draw(in: CGContext(canvas))
    #expect(canvas.depth == 0)
    return canvas.painted()
  }

  private func user(_ longitude: Double, latitude: Double = 0, accuracy: Double = 10) {
    if !map.showsUserLocation { map.showsUserLocation = true }
    map.userLocation.location = CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0,
      horizontalAccuracy: accuracy, verticalAccuracy: -1, timestamp: it.phone.device.now)
    map.annotation(map.userLocation, didChange: .coordinate)
    it.settle()
  }

  private func order() -> [String] {
    map.annotationLayer.subviews.compactMap { ($0 as? MKAnnotationView)?.annotation?.title }
  }

  @Test func theUserLiesUnderAllViewsAndTheSelectedOneOverAll() {
    let north = it.pin("north", 0, 3)
    it.pin("south", 0, -3)
    user(0, latitude: -5)
    #expect(order() == ["Current Location", "north", "south"])
    map.selectAnnotation(north, animated: false)
    it.settle()
    #expect(order() == ["Current Location", "south", "north"])
    #expect(map.annotationLayer.subviews.last === map.callout)
  }

  @Test func aPinStandsWithItsFootOnItsCoordinateAtEveryZoom() throws {
    let pin = it.pin("a", 1, 1)
    for span in [20.0, 5, 0.1] {
      it.look(at: 1, latitude: 1, span: span)
      let view = try #require(map.view(for: pin))
      let place = map.point(for: MKMapPointForCoordinate(pin.coordinate))
      #expect(abs(view.frame.midX - place.x) < 1e-9 && abs(view.frame.maxY - place.y) < 1e-9)
      #expect(view.frame.size == CGSize(width: 28, height: 36))
    }
  }

  @Test func pinsOfAColorAreDrawnOnceAndStamped() {
    let maker = RecordingCanvasFactory()
    it.phone.device.screen.canvasFactory = maker
    for place in 0..<40 { it.pin("", Double(place) / 10) }
    #expect(painted().filter { $0.hasPrefix("image") }.count == 40)
    #expect((1...16).contains(maker.canvases.count))
    let before = maker.canvases.count
    #expect(painted().count == 41)
    #expect(maker.canvases.count == before)
  }

  @Test func stampsLieOnWholeDots() throws {
    it.phone.device.screen.canvasFactory = RecordingCanvasFactory()
    it.pin("p", 0.123, 0.456)
    let context = CGContext(RecordingCanvas(scale: 2))
    let view = try #require(map.view(for: map.annotations[0]))
    view.drawTree(in: context) { _ in }
    let image = try #require((context.canvas as? RecordingCanvas)?.painted().first)
    let words = image.split(separator: " ").map(String.init)
    let numbers = words.filter { !$0.contains("x") }.compactMap(Double.init)
    let (x, y) = (numbers[0] + numbers[2], numbers[1] + numbers[3])
    #expect(abs(x * 2 - (x * 2).rounded()) < 0.01 && abs(y * 2 - (y * 2).rounded()) < 0.01)
  }

  @Test func theCircleAroundTheUserHasTheRadiusOfTheAccuracyInMeters() throws {
    it.look(at: 0, latitude: 50, span: 0.1)
    user(0, latitude: 50, accuracy: 500)
    let circle = try #require(painted().first { $0.hasPrefix("fill") })
    let words = circle.split(separator: " ").map(String.init)
    let (left, right) = (try #require(Double(words[2])), 400.0)
    let edge = MKCoordinateForMapPoint(map.mapPoint(for: CGPoint(x: left, y: 300)))
    let middle = MKCoordinateForMapPoint(map.mapPoint(for: CGPoint(x: right, y: 300)))
    let here = CLLocation(latitude: middle.latitude, longitude: middle.longitude, now: it.phone.device.now)
    let there = CLLocation(latitude: edge.latitude, longitude: edge.longitude, now: it.phone.device.now)
    #expect(abs(here.distance(from: there) - 500) < 2)
  }

  @Test func anAccuracyThatTheDotCoversIsNotDrawn() {
    it.look(at: 0, span: 20)
    user(0, accuracy: 10)
    let fine = painted().count
    user(0, accuracy: 100_000)
    #expect(painted().count == fine + 2)
  }

  @Test func aDotIsGrayWhenNoFixHasComeForLong() {
    user(0)
    #expect(!map.isUserStale)
    map.userLocation.location = CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: 0, longitude: 0), altitude: 0, horizontalAccuracy: 10,
      verticalAccuracy: -1, timestamp: NSDate(timeIntervalSince1970: it.phone.device.clock.now - 601))
    #expect(map.isUserStale)
  }

  @Test func aHighlightedImageIsDarker() throws {
    it.log.makeView = { _, annotation in
      let view = MKAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.image = UIImage(.file("x.png"), size: CGSize(width: 10, height: 10))
      return view
    }
    let pin = it.pin("a", 0)
    #expect(painted().filter { $0.hasPrefix("image") }.count == 1)
    try #require(map.view(for: pin)).highlighted = true
    let lines = painted()
    #expect(lines.contains("layer") && lines.contains { $0.contains("sourceAtop") })
  }

  @Test func aClusterShowsHowManyItHolds() {
    it.log.makeView = { _, annotation in
      guard !(annotation is MKClusterAnnotation) else { return nil }
      let view = MKPinAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.clusteringIdentifier = "pins"
      view.pinColor = .green
      return view
    }
    for place in 0..<12 { it.pin("p\(place)", Double(place) / 1000) }
    it.settle()
    #expect(painted().contains { $0.hasPrefix("text \"12\"") })
    #expect((map.annotationLayer.subviews.first as? ClusterBubble)?.tint == MKPinAnnotationColor.green.color)
  }
}
