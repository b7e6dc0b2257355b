import Testing

@testable import GeoCore
@testable import GeoLocation
@testable import GeoMap

/// Annotations near the 180th meridian, on a turned map, and in front of each other.
extension AnnotationListTests {
  @Test func annotationsInARectAreFoundOverThe180thMeridian() {
    it.pin("east", 179)
    it.pin("west", -179)
    it.pin("far", 0)
    let x = MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: 0, longitude: 178)).x
    let rect = MKMapRect(x: x, y: 0, width: MKMapSizeWorld.width / 90, height: MKMapSizeWorld.width)
    #expect(titles(map.annotations(in: rect)) == ["east", "west"])
    it.look(at: 180)
    #expect(it.told() == ["view east", "view west", "added east west"])
  }

  /// MV-38, AN-15: views stay upright under rotation, and at any pitch.
  @Test func viewsStayUprightAndAsLargeOnATurnedMap() throws {
    let view = try #require(map.view(for: it.pin("a", 3)))
    let (before, size) = (view.center, view.bounds.size)
    let camera = map.camera
    (camera.heading, camera.pitch) = (90, 60)
    map.camera = camera
    it.settle()
    // Annotations to the right of the middle are above it when east is at the top.
    let middle = CGPoint(x: map.bounds.midX, y: map.bounds.midY)
    let (right, foot) = (before.x - middle.x, before.y - middle.y)
    #expect(abs(view.center.x - (middle.x + view.centerOffset.x)) < 1e-6)
    #expect(abs(view.center.y - (middle.y - right + foot)) < 1e-6)
    #expect(view.frame.size == size && view.bounds.size == size)
  }

  @Test func onATurnedMapOnlyTheVisiblePartCounts() {
    map.camera = {
      let camera = map.camera
      camera.heading = 45
      return camera
    }()
    it.settle()
    let corner = map.visibleMapRect.origin
    let place = MKCoordinateForMapPoint(MKMapPoint(x: corner.x + 1000, y: corner.y + 1000))
    let a = it.pin("corner", place.longitude, place.latitude)
    let b = it.pin("middle", 0)
    #expect(map.view(for: a) == nil)
    #expect(map.view(for: b) != nil)
    #expect(titles(map.annotations(in: map.visibleMapRect)) == ["corner", "middle"])
  }

  @Test func showAnnotationsShowsAllOfThemWithRoomAroundOverThe180thMeridianToo() {
    let a = MKPointAnnotation(coordinate: CLLocationCoordinate2D(latitude: 10, longitude: 170))
    let b = MKPointAnnotation(coordinate: CLLocationCoordinate2D(latitude: -10, longitude: -170))
    map.showAnnotations([a, b], animated: false)
    #expect(map.annotationCount == 2)
    #expect(abs(abs(map.centerCoordinate.longitude) - 180) < 1e-6)
    #expect(map.region.span.longitudeDelta < 90)
    #expect(map.view(for: a) != nil && map.view(for: b) != nil)
    map.showAnnotations([b], animated: false)
    #expect(map.visibleMapRect.size.width > 1000 * MKMapPointsPerMeterAtLatitude(-10) * 0.99)
  }

  /// ZO-10: annotation views from north to south (ties: order added), then the selected view.
  @Test func viewsLieFromNorthToSouthAndTheSelectedOneInFront() throws {
    let south = it.pin("south", 0, -3)
    it.pin("north", 0, 3)
    it.pin("first", 1, 0)
    it.pin("second", 2, 0)
    let layer = try #require(map.view(for: south)?.superview)
    func order() -> [String] { layer.subviews.compactMap { ($0 as? MKAnnotationView)?.annotation?.title } }
    #expect(order() == ["north", "first", "second", "south"])
    map.selectAnnotation(map.annotations[1], animated: false)
    it.settle()
    #expect(order() == ["first", "second", "south", "north"])
  }

  /// MV-43.
  @Test func aViewIsMadeReadyWithItsAnnotationEachTimeItIsToBeShown() throws {
    final class Ready: MKAnnotationView {
      var titles: [String?] = []
      override func prepareForDisplay() throws {
        titles.append(annotation?.title)
        displayPriority = 250
      }
    }
    let view = Ready(annotation: nil, reuseIdentifier: "x")
    it.log.makeView = { map, _ in (try? map.dequeueReusableAnnotationView(withIdentifier: "x")) ?? view }
    let a = it.pin("a", 0)
    it.settle()
    #expect(view.titles == ["a"] && map.view(for: a) === view)
    it.look(at: 1)
    #expect(view.titles == ["a"])
    map.removeAnnotation(a)
    it.settle()
    _ = it.pin("b", 1)
    it.settle()
    #expect(view.titles == ["a", "b"])
  }
}
