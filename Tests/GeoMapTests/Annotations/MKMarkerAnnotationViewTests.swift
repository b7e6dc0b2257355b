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
    var scene = map.scene
    let titles = map.placeTitles(&scene, in: CGContext(canvas))
    #expect(titles.map(\.title.text) == ["Depot"])
    #expect(titles[0].frame.minY > view.frame.maxY && titles[0].frame.midX == view.frame.midX)
    // The name of a place would not fit there.
    let name = LabelCandidate(
      "Town", .place, weight: 0,
      frames: [
        LabelFrame(
          middle: CGPoint(x: titles[0].frame.midX, y: titles[0].frame.midY),
          size: CGSize(width: 10, height: 10))
      ])
    #expect(scene.labels.place([name]).isEmpty)
    #expect(shows("Depot"))
  }

  private func titles() -> [MarkerTitle] {
    var scene = map.scene
    scene.labels = map.labelSpace(in: CGContext(canvas))
    return map.placeTitles(&scene, in: CGContext(canvas))
  }

  @Test func anAdaptiveTitleYieldsToMarkersAndToTitlesInFront() throws {
    it.look(at: 0, latitude: 0, span: 20)
    let south = it.pin("in front", 0, 0)
    it.pin("behind", 0, 0.7)
    it.settle()
    // The southern marker stands where the northern title would: that stands beside its own.
    #expect(titles().map(\.title.text) == ["in front", "behind"])
    let (front, behind) = (titles()[0].frame, titles()[1].frame)
    let balloon = try marker(south).frame
    #expect(front.minY > balloon.maxY && behind.minX > balloon.maxX && behind.minY < balloon.minY + 14)
    try marker(south).titleVisibility = .hidden
    #expect(!shows("in front"))
  }

  @Test func aTitleWithoutRoomIsLeftOutUnlessItIsAlwaysVisible() throws {
    it.look(at: 0, latitude: 0, span: 20)
    let hidden = it.pin("behind", 0, 0.1)
    // A crowd of markers.
    for y in -6...6 { for x in -8...8 { it.pin("", Double(x) / 2, Double(y) / 2 - 0.05) } }
    it.settle()
    #expect(!shows("behind"))
    try marker(hidden).titleVisibility = .visible
    #expect(shows("behind"))
  }

  @Test func ofTwoTitlesThatOverlapTheOneInFrontStandsBeneathItsMarker() throws {
    it.look(at: 0, latitude: 0, span: 20)
    it.pin("the northern", 0, 0.1)
    it.pin("the southern", 1, 0)
    it.settle()
    let titles = titles()
    #expect(titles.map(\.title.text) == ["the southern", "the northern"])
    #expect(titles[0].frame.minY > titles[1].frame.maxY)
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
