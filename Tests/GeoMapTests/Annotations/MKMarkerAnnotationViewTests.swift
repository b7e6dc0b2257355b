import GeoTesting
import RecordingCanvas
import Testing

@testable import GeoCore
@testable import GeoLocation
@testable import GeoMap

/// Markers and the titles beneath them.
///
/// - Source: AV-32, AV-33.
struct MKMarkerAnnotationViewTests {
  private let it = AnnotatedMap()
  private let canvas = RecordingCanvas(size: CGSize(width: 800, height: 600))
  private var map: MKMapView { it.map }

  private func texts() -> [String] {
    map.draw(in: CGContext(canvas))
    #expect(canvas.depth == 0)
    return canvas.painted().filter { $0.hasPrefix("text") }
  }

  private func marker(_ pin: MKPointAnnotation) throws -> MKMarkerAnnotationView {
    try #require(map.view(for: pin) as? MKMarkerAnnotationView)
  }

  private func shows(_ text: String) -> Bool { texts().contains { $0.hasPrefix("text \"\(text)\"") } }

  @Test func theStandardMarkerStandsOnItsCoordinateWithItsTitleBeneath() throws {
    let pin = it.pin("Depot", 1, 1)
    it.settle()
    let view = try marker(pin)
    let place = map.convert(pin.coordinate, toPointTo: map)
    #expect(abs(view.frame.maxY - place.y) < 1e-6 && abs(view.frame.midX - place.x) < 1e-6)
    #expect(view.canShowCallout)
    #expect(view.displayPriority == MKFeatureDisplayPriorityRequired)
    let titles = map.markerTitles(map.scene, in: CGContext(canvas))
    #expect(titles.map(\.title.text) == ["Depot"])
    #expect(titles[0].frame.minY > view.frame.maxY && titles[0].frame.midX == view.frame.midX)
    #expect(map.markFrames(map.scene, in: CGContext(canvas)).contains(titles[0].frame))
    #expect(shows("Depot"))
  }

  @Test func anAdaptiveTitleYieldsToMarkersAndToTitlesInFront() throws {
    it.look(at: 0, latitude: 0, span: 20)
    let south = it.pin("in front", 0, 0)
    let north = it.pin("behind", 0, 0.7)
    it.settle()
    // The southern marker stands where the northern title would.
    #expect(shows("in front") && !shows("behind"))
    try marker(north).titleVisibility = .visible
    #expect(shows("behind"))
    try marker(south).titleVisibility = .hidden
    #expect(!shows("in front"))
  }

  @Test func ofTwoTitlesThatOverlapTheOneInFrontWins() throws {
    it.look(at: 0, latitude: 0, span: 20)
    it.pin("the northern", 0, 0.1)
    it.pin("the southern", 1, 0)
    it.settle()
    #expect(shows("the southern") && !shows("the northern"))
  }

  @Test func theSubtitleComesWithTheSelection() throws {
    let pin = it.pin("Depot", 1, 1)
    pin.subtitle = "open"
    it.settle()
    let view = try marker(pin)
    view.canShowCallout = false
    #expect(!shows("open"))
    map.selectAnnotation(pin, animated: false)
    it.settle()
    #expect(shows("Depot") && shows("open"))
    view.subtitleVisibility = .hidden
    #expect(!shows("open"))
    view.subtitleVisibility = .visible
    map.deselectAnnotation(pin, animated: false)
    it.settle()
    #expect(shows("open"))
  }

  @Test func anOpenCalloutHoldsTheTitleAlone() throws {
    let pin = it.pin("Depot", 1, 1)
    map.selectAnnotation(pin, animated: false)
    it.settle()
    #expect(map.callout != nil)
    #expect(texts().filter { $0.hasPrefix("text \"Depot\"") }.count == 1)
  }

  @Test func aGlyphIsAnImageOrATextOrADot() throws {
    let pin = it.pin("Depot", 1, 1)
    it.settle()
    let view = try marker(pin)
    view.titleVisibility = .hidden
    #expect(texts().isEmpty)
    view.glyphText = "12"
    #expect(shows("12"))
    view.glyphImage = UIImage(.file("x.png"), size: CGSize(width: 10, height: 10))
    map.draw(in: CGContext(canvas))
    let painted = canvas.painted()
    #expect(!painted.contains { $0.hasPrefix("text") })
    #expect(painted.contains { $0.hasPrefix("image") } && painted.contains { $0.contains("sourceAtop") })
  }

  @Test func aClusterTakesTheColorOfItsMarkers() throws {
    it.log.makeView = { _, annotation in
      guard !(annotation is MKClusterAnnotation) else { return nil }
      let view = MKMarkerAnnotationView(annotation: annotation, reuseIdentifier: nil)
      view.clusteringIdentifier = "m"
      view.markerTintColor = .white
      return view
    }
    for place in 0..<3 { it.pin("p\(place)", Double(place) / 1000) }
    it.settle()
    #expect((map.annotationLayer.subviews.first as? ClusterBubble)?.tint == .white)
  }
}
