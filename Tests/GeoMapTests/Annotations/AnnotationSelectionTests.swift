import GeoLocation
import Testing

@testable import GeoCore
@testable import GeoMap

/// Selection, callouts and what a hand does to annotations.
///
/// - Source: AV-16 … AV-31, F-12, LG-12 … LG-16.
struct AnnotationSelectionTests {
  let it = AnnotatedMap()
  private var map: MKMapView { it.map }

  private final class Recording: MKAnnotationView {
    var calls: [String] = []
    override func setSelected(_ selected: Bool, animated: Bool) throws {
      calls.append("\(selected) \(animated)")
      try super.setSelected(selected, animated: animated)
    }
  }

  @Test func oneAnnotationIsSelectedAndTheDelegateGetsBothChanges() {
    let (a, b) = (it.pin("a", 0), it.pin("b", 1))
    it.settle()
    _ = it.told()
    map.selectAnnotation(a, animated: false)
    #expect(map.selectedAnnotations.first === a)
    #expect(it.told() == ["select a"])
    map.selectAnnotation(a, animated: false)
    #expect(it.told() == [])
    map.selectedAnnotations = [b, a]
    #expect(map.selectedAnnotations.count == 1)
    #expect(it.told() == ["deselect a", "select b"])
    map.deselectAnnotation(a, animated: false)
    #expect(it.told() == [])
    map.selectedAnnotations = []
    #expect(it.told() == ["deselect b"])
  }

  /// MV-31: a script that asks for a selection forces the pass.
  @Test func selectingForcesTheViewsThatAreDueAndNotWhatIsOutOfSight() {
    let (a, far) = (it.pin("a", 0), it.pin("far", 100))
    map.selectAnnotation(a, animated: false)
    #expect(it.log.lines == ["view a", "added a"])
    #expect(it.told() == ["view a", "added a", "select a"])
    map.selectAnnotation(far, animated: false)
    #expect(map.selectedAnnotations.first === a)
  }

  /// AV-22: a tap on a selected view calls `setSelected(true, true)` again without a second `didSelect`.
  @Test func aTapOnASelectedViewSelectsItAgainWithoutASecondDidSelect() throws {
    it.log.makeView = { _, annotation in Recording(annotation: annotation, reuseIdentifier: nil) }
    let a = it.pin("a", 0)
    let view = try #require(map.view(for: a) as? Recording)
    _ = it.told()
    map.tapped(view)
    map.tapped(view)
    #expect(view.calls == ["true true", "true true"])
    #expect(it.told() == ["select a"])
    map.tappedEmptyMap()
    #expect(view.calls.last == "false true")
    #expect(it.told() == ["deselect a"])
    #expect(map.selectedAnnotations.isEmpty)
  }

  @Test func aViewThatIsNotEnabledIgnoresTouches() throws {
    let a = it.pin("a", 0)
    let view = try #require(map.view(for: a))
    #expect(try map.annotationView(at: view.center) === view)
    view.enabled = false
    #expect(try map.annotationView(at: view.center) == nil)
    map.tapped(view)
    #expect(map.selectedAnnotations.isEmpty)
  }

  /// LG-14: the base `touchesEnded` selects.
  @Test func touchesEndedWithinItSelectAndElsewhereNot() throws {
    let view = try #require(map.view(for: it.pin("a", 0)))
    let out = UITouch(at: CGPoint(x: 1, y: 1), of: map, view: view, timestamp: 0)
    try view.touchesEnded([out], with: nil)
    #expect(map.selectedAnnotations.isEmpty)
    try view.touchesEnded([UITouch(at: view.center, of: map, view: view, timestamp: 0)], with: nil)
    #expect(map.selectedAnnotations.count == 1)
  }

  @Test func theCalloutShowsTitleSubtitleAndAccessoriesAndFollowsChanges() throws {
    let a = it.pin("a", 0)
    let view = try #require(map.view(for: a))
    view.canShowCallout = false
    map.selectAnnotation(a, animated: false)
    #expect(map.callout == nil)
    view.canShowCallout = true
    let callout = try #require(map.callout)
    #expect(callout.title == "a" && callout.subtitle == nil)
    a.subtitle = "below"
    #expect(callout.subtitle == "below")
    let button = UIButton(type: .detailDisclosure)
    let width = callout.bounds.size.width
    view.rightCalloutAccessoryView = button
    #expect(button.superview === callout && callout.bounds.size.width > width)
    #expect(abs(callout.frame.midX - view.center.x) < 1e-9 && callout.frame.maxY == view.frame.origin.y)
    #expect(callout.superview?.subviews.last === callout)
    it.settle()
    #expect(callout.superview?.subviews.last === callout)
    a.coordinate = CLLocationCoordinate2D(latitude: 0, longitude: 2)
    #expect(abs(callout.frame.midX - view.center.x) < 1e-9)
    a.title = nil
    #expect(map.callout == nil && button.superview == nil)
    a.title = "again"
    #expect(map.callout?.title == "again")
    map.deselectAnnotation(nil, animated: false)
    #expect(map.callout == nil)
  }

  /// AV-18, AV-29: a control runs its target's action, then `calloutAccessoryControlTapped`; `tapControl`
  /// selects first.
  @Test func tapControlSelectsFirstThenRunsTheActionThenTellsTheDelegate() throws {
    let a = it.pin("a", 0)
    let view = try #require(map.view(for: a))
    let button = UIButton(type: .detailDisclosure)
    button.addTarget(nil, action: "x", for: .touchUpInside) { [log = it.log] _, _ in
      log.lines.append("action")
    }
    view.rightCalloutAccessoryView = button
    view.leftCalloutAccessoryView = UIView()
    _ = it.told()
    #expect(map.tappedControl(.right, of: a))
    #expect(it.told() == ["select a", "action", "tapped a"])
    #expect(map.tappedControl(.right, of: a))
    #expect(it.told() == ["action", "tapped a"])
    #expect(!map.tappedControl(.left, of: a))
    view.canShowCallout = false
    #expect(!map.tappedControl(.right, of: a))
    #expect(it.told() == [])
  }

  @Test func removingASelectedAnnotationDeselectsItAndItsViewStillKnowsIt() {
    let a = it.pin("a", 0)
    map.selectAnnotation(a, animated: false)
    _ = it.told()
    map.removeAnnotation(a)
    #expect(map.selectedAnnotations.isEmpty && map.callout == nil)
    map.selectAnnotation(it.pin("b", 1), animated: false)
    #expect(it.told() == ["view b", "added b", "deselect a", "select b"])
  }

  @Test func aSelectedAnnotationStaysSelectedOutOfSight() throws {
    let a = it.pin("a", 0)
    let view = try #require(map.view(for: a))
    map.selectAnnotation(a, animated: false)
    it.look(at: 90)
    #expect(map.selectedAnnotations.first === a)
    #expect(map.view(for: a) == nil)
    _ = it.told()
    it.look(at: 0)
    #expect(map.view(for: a) === view && view.selected)
    #expect(it.told() == [])
    it.look(at: 90)
    map.deselectAnnotation(a, animated: false)
    it.settle()
    #expect(view.annotation == nil && !view.selected)
  }

  /// AV-28: a drag goes Starting, Dragging, coordinate set, Ending, None, each reported, the new
  /// coordinate readable at Ending.
  @Test func aDragReportsEachStateAndTheNewCoordinateAtEnding() throws {
    let a = it.pin("a", 0)
    let view = try #require(map.view(for: a))
    _ = it.told()
    let path = [2, 4].map { CLLocationCoordinate2D(latitude: 0, longitude: $0) }
    #expect(!map.drag(a, along: path))
    view.draggable = true
    #expect(map.drag(a, along: path))
    #expect(
      it.told() == [
        "none → starting, reads starting, at 0", "starting → dragging, reads dragging, at 0",
        "dragging → ending, reads ending, at 4", "ending → none, reads none, at 4",
      ])
    #expect(a.coordinate == path[1])
    #expect(view.center.x - view.centerOffset.x == map.point(for: MKMapPointForCoordinate(path[1])).x)
    #expect(!map.drag(a, along: []))
    #expect(!map.drag(a, along: [kCLLocationCoordinate2DInvalid]))
  }

  /// AV-26: a `setDragState` override that does not move on stays there.
  @Test func aSetDragStateThatDoesNotMoveOnStaysThere() throws {
    final class Stubborn: MKAnnotationView {
      override func setDragState(_ newState: MKAnnotationViewDragState, animated: Bool) throws {
        enterDragState(newState)
      }
    }
    it.log.makeView = { _, annotation in
      let view = Stubborn(annotation: annotation, reuseIdentifier: nil)
      view.draggable = true
      return view
    }
    let a = it.pin("a", 0)
    let view = try #require(map.view(for: a))
    _ = it.told()
    let path = [CLLocationCoordinate2D(latitude: 0, longitude: 4)]
    #expect(map.drag(a, along: path))
    #expect(it.told() == ["none → starting, reads starting, at 0"])
    #expect(view.dragState == .starting && a.coordinate.longitude == 0)
    // It is being dragged still.
    #expect(!map.drag(a, along: path))
  }

  @Test func immovableAnnotationsAreNotDragged() throws {
    final class Fixed: MKAnnotation {
      let coordinate = CLLocationCoordinate2D(latitude: 0, longitude: 0)
    }
    let fixed = Fixed()
    map.addAnnotation(fixed)
    try #require(map.view(for: fixed)).draggable = true
    #expect(!map.drag(fixed, along: [CLLocationCoordinate2D(latitude: 1, longitude: 1)]))
  }

  @Test func anAnnotationRemovedDuringItsDragEndsIt() throws {
    let a = it.pin("a", 0)
    try #require(map.view(for: a)).draggable = true
    it.log.onCall = { [map] line in if line.hasPrefix("starting") { map.removeAnnotation(a) } }
    #expect(map.drag(a, along: [CLLocationCoordinate2D(latitude: 0, longitude: 4)]))
    #expect(a.coordinate.longitude == 0)
    #expect(map.annotationCount == 0)
  }

  @Test func theFrameOfAViewComesFromItsImage() {
    let view = MKAnnotationView(annotation: nil, reuseIdentifier: nil)
    #expect(view.bounds.size == .zero && view.opaque)
    view.image = UIImage(.file("x.png"), size: CGSize(width: 32, height: 20))
    #expect(view.bounds.size == CGSize(width: 32, height: 20))
  }
}
