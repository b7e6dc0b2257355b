import Testing

@testable import GeoCore
@testable import GeoLocation
@testable import GeoMap

/// Which annotations are on a map and which of them are shown.
///
/// - Source: AN-5 … AN-10, F-4, MV-31, MV-32.
struct AnnotationListTests {
  let it = AnnotatedMap()
  var map: MKMapView { it.map }
  func titles(_ annotations: [any MKAnnotation]) -> [String] { annotations.map { $0.title ?? "?" } }

  @Test func annotationsAreListedInTheOrderAddedAndOnce() {
    let a = it.pin("a", 1)
    it.pin("b", -1)
    map.addAnnotation(a)
    #expect(titles(map.annotations) == ["a", "b"])
    map.removeAnnotation(a)
    map.addAnnotation(a)
    #expect(titles(map.annotations) == ["b", "a"])
    #expect(map.annotationCount == 2)
  }

  /// MV-31, MV-32: views are asked for in one layout pass after the outermost callback, in order of
  /// `annotations`, then one `didAddAnnotationViews`.
  @Test func viewsAreAskedForInThatOrderInOnePassAfterTheCall() {
    it.pin("a", 1)
    it.pin("far", 100)
    it.pin("b", -1)
    #expect(it.log.lines == [])
    #expect(it.told() == ["view a", "view b", "added a b"])
    #expect(it.told() == [])
  }

  /// MV-32: in a pass, views that left go to the queue.
  @Test func whatComesIntoSightGetsAViewAndWhatLeavesGivesItsBack() throws {
    it.log.makeView = { map, annotation in
      let view =
        try map.dequeueReusableAnnotationView(withIdentifier: "pin")
        ?? MKAnnotationView(annotation: nil, reuseIdentifier: "pin")
      view.annotation = annotation
      return view
    }
    let a = it.pin("a", 0)
    let b = it.pin("b", 50)
    #expect(it.told() == ["view a", "added a"])
    let view = try #require(map.view(for: a))
    #expect(map.view(for: b) == nil)
    it.look(at: 50)
    #expect(it.told() == ["view b", "added b"])
    #expect(map.view(for: a) == nil)
    #expect(map.view(for: b) === view)
    it.look(at: 0)
    #expect(map.view(for: a) === view)
  }

  @Test func aViewThatWaitsHasNoAnnotationAndIsMadeReadyWhenTaken() throws {
    final class Counting: MKAnnotationView {
      var count = 0
      override func prepareForReuse() throws { count += 1 }
    }
    let view = Counting(annotation: nil, reuseIdentifier: "x")
    it.log.makeView = { _, _ in view }
    let a = it.pin("a", 0)
    it.settle()
    map.removeAnnotation(a)
    it.settle()
    #expect(view.annotation == nil && view.superview == nil && view.count == 0)
    #expect(try map.dequeueReusableAnnotationView(withIdentifier: "y") == nil)
    #expect(try map.dequeueReusableAnnotationView(withIdentifier: "x") === view)
    #expect(view.count == 1)
    #expect(try map.dequeueReusableAnnotationView(withIdentifier: "x") == nil)
  }

  @Test func aViewIsPlacedAtItsCoordinateWithItsOffsetAndFollowsTheMap() throws {
    let a = it.pin("a", 5)
    let view = try #require(map.view(for: a))
    view.centerOffset = CGPoint(x: 10, y: -20)
    let place = map.point(for: MKMapPointForCoordinate(a.coordinate))
    #expect(view.center == CGPoint(x: place.x + 10, y: place.y - 20))
    it.look(at: 3)
    let moved = map.point(for: MKMapPointForCoordinate(a.coordinate))
    #expect(moved.x < place.x)
    #expect(view.center == CGPoint(x: moved.x + 10, y: moved.y - 20))
  }

  /// AV-30: an annotation view's superview is an inner `UIView`, never the map.
  @Test func theSuperviewOfAnAnnotationViewIsNeverTheMap() throws {
    let view = try #require(map.view(for: it.pin("a", 0)))
    #expect(view.superview !== map)
    #expect(view.superview?.superview === map)
    #expect(view.convert(.zero, to: map) == view.frame.origin)
  }

  /// MV-31: model changes hold at once.
  @Test func aChangedCoordinateMovesTheViewAtOnceAndOutOfSightTakesIt() throws {
    let a = it.pin("a", 0)
    let view = try #require(map.view(for: a))
    a.coordinate = CLLocationCoordinate2D(latitude: 0, longitude: 4)
    #expect(view.center.x - view.centerOffset.x == map.point(for: MKMapPointForCoordinate(a.coordinate)).x)
    a.coordinate = CLLocationCoordinate2D(latitude: 0, longitude: 90)
    it.settle()
    #expect(view.superview == nil)
    #expect(map.view(for: a) == nil)
    map.removeAnnotation(a)
    a.coordinate = CLLocationCoordinate2D(latitude: 0, longitude: 0)
    #expect(it.told() == ["view a", "added a"])
  }

  @Test func anAnnotationThatDoesNotObserveIsHeardOfThroughTheMap() throws {
    final class Plain: MKAnnotation {
      var coordinate = CLLocationCoordinate2D(latitude: 0, longitude: 90)
      var title: String? { "plain" }
    }
    let plain = Plain()
    map.addAnnotation(plain)
    #expect(it.told() == [])
    plain.coordinate = CLLocationCoordinate2D(latitude: 0, longitude: 0)
    #expect(it.told() == [])
    map.annotation(plain, didChange: .coordinate)
    #expect(it.told() == ["view plain", "added plain"])
  }

  @Test(arguments: [
    CLLocationCoordinate2D(latitude: .nan, longitude: 0),
    CLLocationCoordinate2D(latitude: 0, longitude: .infinity),
    kCLLocationCoordinate2DInvalid, CLLocationCoordinate2D(latitude: 91, longitude: 0),
  ])
  func anInvalidCoordinateIsNeverSeen(coordinate: CLLocationCoordinate2D) {
    let a = MKPointAnnotation(coordinate: coordinate)
    map.addAnnotation(a)
    map.setVisibleMapRect(MKMapRectWorld, animated: false)
    #expect(it.told() == [])
    #expect(map.annotationCount == 1)
    #expect(map.annotations(in: MKMapRectWorld).isEmpty)
    map.showAnnotations([a], animated: false)
    map.selectAnnotation(a, animated: false)
    #expect(map.selectedAnnotations.isEmpty)
    a.coordinate = CLLocationCoordinate2D(latitude: 0, longitude: 0)
    #expect(it.told() == ["view ?", "added ?"])
    a.coordinate = coordinate
    it.settle()
    #expect(map.view(for: a) == nil)
  }

  /// AV-29: removing `MKUserLocation` is ignored.
  @Test func theUsersLocationCannotBeAddedOrRemovedByTheScript() {
    map.addAnnotation(map.userLocation)
    #expect(map.annotationCount == 0)
    map.addUserLocation()
    map.userLocation.location = CLLocation(latitude: 0, longitude: 1, now: NSDate(timeIntervalSince1970: 0))
    map.annotation(map.userLocation, didChange: .coordinate)
    map.removeAnnotation(map.userLocation)
    #expect(map.annotationCount == 1)
    #expect(it.told() == ["view Current Location", "added Current Location"])
    #expect(map.view(for: map.userLocation) is MKUserLocationView)
    map.removeUserLocation()
    #expect(map.annotationCount == 0)
  }

  @Test func theStandardViewIsAMarkerUnlessAClassIsRegistered() throws {
    let a = it.pin("a", 0)
    #expect(try #require(map.view(for: a)) is MKMarkerAnnotationView)
    map.register(forAnnotationViewWithReuseIdentifier: MKMapViewDefaultAnnotationViewReuseIdentifier) {
      MKAnnotationView(annotation: $0, reuseIdentifier: $1)
    }
    let b = it.pin("b", 1)
    #expect(!(try #require(map.view(for: b)) is MKMarkerAnnotationView))
    #expect(throws: GeoError.self) {
      try map.dequeueReusableAnnotationView(withIdentifier: "unknown", for: a)
    }
  }

  @Test func aViewThatIsInUseAlreadyIsReportedAndTheStandardOneServes() throws {
    let view = MKAnnotationView(annotation: nil, reuseIdentifier: nil)
    it.log.makeView = { _, _ in view }
    let a = it.pin("a", 0)
    let b = it.pin("b", 1)
    it.settle()
    #expect(map.view(for: a) === view)
    #expect(try #require(map.view(for: b)) is MKMarkerAnnotationView)
    #expect(it.errors.count == 1)
    #expect(
      it.errors[0].contains("viewForAnnotation: the view returned for \"b\" already shows another annotation")
    )
  }

  @Test func aViewWhoseAnnotationWasNotAssignedGetsIt() throws {
    it.log.makeView = { _, _ in MKAnnotationView(annotation: nil, reuseIdentifier: nil) }
    let a = it.pin("a", 0)
    #expect(try #require(map.view(for: a)).annotation === a)
  }

  @Test func annotationsRemovedByTheDelegateMeanwhileAreNotShown() {
    let a = it.pin("a", 0)
    it.pin("b", 1)
    it.log.onCall = { [map] line in if line == "view a" { map.removeAnnotation(a) } }
    #expect(it.told() == ["view a", "view b", "added b"])
  }

  @Test func aDelegateThatFailsGetsTheStandardView() {
    it.log.makeView = { _, _ in throw GeoError(.data, "no") }
    let a = it.pin("a", 0)
    #expect(map.view(for: a) is MKMarkerAnnotationView)
    #expect(it.errors == ["no"])
  }

  @Test func gapsCloseWithoutLosingOrMixingUpAnything() {
    let pins = (0..<1000).map { it.pin("\($0)", Double($0 % 19) - 9) }
    it.settle()
    for pin in pins where pin !== pins[500] && pin !== pins[700] { map.removeAnnotation(pin) }
    let view = map.view(for: pins[700])
    it.settle()
    #expect(titles(map.annotations) == ["500", "700"])
    it.pin("new", 0)
    it.settle()
    #expect(titles(map.annotations) == ["500", "700", "new"])
    #expect(map.view(for: pins[700]) === view)
    pins[500].coordinate = CLLocationCoordinate2D(latitude: 0, longitude: 100)
    it.settle()
    #expect(map.view(for: pins[500]) == nil)
  }

  @Test func aMapThatIsGoneIsForgottenByItsAnnotations() {
    let a = MKPointAnnotation(coordinate: CLLocationCoordinate2D(latitude: 0, longitude: 0))
    do {
      let other = AnnotatedMap()
      other.map.addAnnotation(a)
      other.map.removeFromSuperview()
    }
    map.addAnnotation(a)
    a.title = "b"
    a.coordinate = CLLocationCoordinate2D(latitude: 1, longitude: 0)
    #expect(map.view(for: a) != nil)
  }

  @Test func aMapWithoutAreaShowsNothing() {
    map.frame = .zero
    it.pin("a", 0)
    #expect(it.told() == [])
  }
}
