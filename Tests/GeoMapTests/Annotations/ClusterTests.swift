import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoMap

/// Views that would overlap.
struct ClusterTests {
  let it = AnnotatedMap()
  private var map: MKMapView { it.map }

  init() {
    it.log.makeView = { _, annotation in
      guard !(annotation is MKClusterAnnotation) else { return nil }
      let view = MKAnnotationView(annotation: annotation, reuseIdentifier: "pin")
      view.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
      view.clusteringIdentifier = "pins"
      return view
    }
  }

  @Test func overlappingViewsOfOneIdentifierBecomeOneAndPartWhenZoomedIn() throws {
    let (a, b) = (it.pin("a", 0), it.pin("b", 0.1))
    it.pin("c", 5)
    #expect(it.told() == ["view a", "view b", "view c", "cluster a b", "view a", "added c a"])
    #expect(map.annotationCount == 3)
    #expect(map.view(for: a) == nil && map.view(for: b) == nil)
    let cluster = try #require(map.clusters.first)
    #expect(map.view(for: cluster.annotation) === cluster.view)
    #expect(cluster.annotation.subtitle == "+1 more")
    #expect(abs(cluster.annotation.coordinate.longitude - 0.05) < 1e-9)
    #expect(map.annotations.count == 3)
    it.look(at: 0, span: 1)
    #expect(it.told() == ["added a b"])
    #expect(map.clusters.isEmpty && map.view(for: a)?.cluster == nil)
    it.look(at: 0)
    #expect(it.told() == ["view c", "cluster a b", "view a", "added c a"])
  }

  @Test func theDelegateMayNameTheCluster() throws {
    it.log.makeCluster = { members in
      let cluster = MKClusterAnnotation(memberAnnotations: members)
      cluster.title = "several"
      return cluster
    }
    it.pin("a", 0)
    it.pin("b", 0.1)
    #expect(it.told().last == "added several")
    map.selectAnnotation(try #require(map.clusters.first).annotation, animated: false)
    #expect(it.told() == ["select several"])
    map.removeAnnotation(map.annotations[0])
    #expect(it.told() == ["added b", "deselect several"])
  }

  @Test func aClusterWhoseMembersStayIsKept() throws {
    it.pin("a", 0)
    let b = it.pin("b", 0.1)
    it.settle()
    let view = try #require(map.clusters.first).view
    _ = it.told()
    it.look(at: 1)
    b.coordinate = CLLocationCoordinate2D(latitude: 0.05, longitude: 0.1)
    #expect(it.told() == [])
    #expect(map.clusters.first?.view === view)
  }

  @Test func aLesserDisplayPriorityGivesWay() throws {
    it.log.makeView = { _, annotation in
      let view = MKAnnotationView(annotation: annotation, reuseIdentifier: "pin")
      view.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
      view.displayPriority = annotation.title == "low" ? 250 : annotation.title == "high" ? 750 : 1000
      return view
    }
    let (low, high, other) = (it.pin("low", 0), it.pin("high", 0.1), it.pin("low", 8))
    #expect(map.view(for: low) == nil && map.view(for: high) != nil && map.view(for: other) != nil)
    let must = it.pin("must", 0.2)
    #expect(map.view(for: high) == nil && map.view(for: must) != nil)
    map.removeAnnotations([must, high])
    #expect(map.view(for: low) != nil)
  }

  @Test func circlesAndRectanglesCollideWithWhatTheyCover() {
    func shape(_ x: Double, _ y: Double, _ mode: MKAnnotationViewCollisionMode) -> FrameGrid.Shape {
      FrameGrid.Shape(frame: CGRect(x: x, y: y, width: 10, height: 10), mode: mode)
    }
    #expect(shape(0, 0, .rectangle).overlaps(shape(9, 9, .rectangle)))
    #expect(!shape(0, 0, .rectangle).overlaps(shape(10, 0, .rectangle)))
    #expect(!shape(0, 0, .circle).overlaps(shape(9, 9, .circle)))
    #expect(shape(0, 0, .circle).overlaps(shape(7, 7, .circle)))
    #expect(!shape(0, 0, .circle).overlaps(shape(9, 9, .rectangle)))
    #expect(shape(8, 8, .rectangle).overlaps(shape(0, 0, .circle)))
    #expect(!shape(0, 0, .none).overlaps(shape(0, 0, .rectangle)))
  }

  /// The same annotations in sight give the same groups, whatever was seen before.
  @Test func clustersDependOnWhatIsInSightAlone() {
    func groups(_ steps: [Double]) -> [[String]] {
      let it = AnnotatedMap()
      it.log.makeView = self.it.log.makeView
      var random = SplitMix64(seed: 7)
      for index in 0..<300 {
        it.pin(
          "\(index)", .random(in: -9...9, using: &random), .random(in: -6...6, using: &random))
      }
      for span in steps { it.look(at: 0, span: span) }
      return it.map.clusters.map { $0.annotation.memberAnnotations.map { $0.title ?? "?" } }
    }
    let expected = groups([20])
    #expect(!expected.isEmpty)
    #expect(groups([20, 1, 160, 20]) == expected)
  }
}
