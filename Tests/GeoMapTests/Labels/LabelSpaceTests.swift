import GeoTesting
import Glibc
import RecordingCanvas
import Testing

@testable import GeoCore
@testable import GeoLocation
@testable import GeoMap

/// Places of texts.
///
/// - Source: PI-15.
struct LabelSpaceTests {
  private static let picture = CGSize(width: 400, height: 300)

  private func text(
    _ name: String, _ x: Double, _ y: Double, weight: Double = 0, kind: LabelCandidate.Kind = .place,
    _ others: CGPoint...
  ) -> LabelCandidate {
    LabelCandidate(
      name, kind, weight: weight,
      frames: ([CGPoint(x: x, y: y)] + others).map {
        LabelFrame(middle: $0, size: CGSize(width: 60, height: 14))
      })
  }

  private func names(_ candidates: [LabelCandidate], in space: LabelSpace? = nil) -> [String] {
    var space = space ?? LabelSpace(LabelSpaceTests.picture)
    return space.place(candidates).map { candidates[$0.candidate].name }
  }

  private func line(_ points: (Double, Double)...) -> CGPath {
    var path = CGPath()
    path.addLines(points.map { CGPoint(x: $0.0, y: $0.1) })
    return path
  }

  /// A pen of a billion points reaches every text, in no more steps than one that is as wide as the picture.
  @Test(arguments: [900, 1e9, 1e300]) func aLineWiderThanThePictureLeavesNoPlace(width: Double) {
    var space = LabelSpace(LabelSpaceTests.picture)
    space.avoid(line((-0.3 * width, -20), (1e15, 1e8)), width: width)
    for (x, y) in [(40.0, 20.0), (350, 280)] {
      #expect(space.isCrossed(CGRect(x: x, y: y, width: 9, height: 9)))
    }
  }

  /// The border of a wide line stays within a sixteenth of its reach.
  @Test func aWideLineCoversItsWidth() {
    var space = LabelSpace(LabelSpaceTests.picture)
    space.avoid(line((0, 0), (400, 300)), width: 160)
    #expect(space.isCrossed(CGRect(x: 200, y: 110, width: 1, height: 1)))
    #expect(space.isCrossed(CGRect(x: 240, y: 105, width: 1, height: 1)))
    #expect(!space.isCrossed(CGRect(x: 380, y: 20, width: 1, height: 1)))
  }

  @Test func kindsAndWeightsAndThenTheBytesOfNamesDecide() {
    let street = text("A street", 100, 100, weight: 9, kind: .street)
    let (town, city) = (text("A town", 100, 100, weight: 1), text("A city", 100, 100, weight: 2))
    #expect(names([street, town, city]) == ["A city"])
    #expect(names([street, town]) == ["A town"])
    // In UTF-8 «Z» comes before «a», and «a» before «É».
    let equal = ["É", "a", "Z"].map { text($0, 100, 100) }
    #expect(names(equal) == ["Z"] && names(equal.reversed()) == ["Z"])
    #expect(names([equal[0], equal[1]]) == ["a"])
  }

  @Test func aTextTakesItsFirstPlaceWithoutTextsViewsLinesAndEdges() {
    var space = LabelSpace(LabelSpaceTests.picture)
    space.mark(CGRect(x: 90, y: 90, width: 20, height: 20))
    space.cover(CGRect(x: 0, y: 200, width: 400, height: 100))
    space.avoid(line((200, -50), (200, 500)), width: 3)
    let places = space.place([
      text(
        "x", 100, 100, CGPoint(x: 10, y: 50), CGPoint(x: 100, y: 250), CGPoint(x: 190, y: 50),
        CGPoint(x: 300, y: 50))
    ])
    #expect(places.map(\.choice) == [4])
    #expect(names([text("a", 300, 120), text("b", 330, 130), text("c", 300, 150)], in: space) == ["a", "c"])
  }

  @Test func aTextWithoutRoomIsLeftOutUnlessItIsRequired() {
    var space = LabelSpace(LabelSpaceTests.picture)
    space.avoid(line((0, 100), (400, 100)), width: 1)
    #expect(names([text("town", 100, 100)], in: space) == [])
    var title = text("title", 100, 100, kind: .title)
    title.isRequired = true
    #expect(space.place([title]).map(\.frame.middle) == [CGPoint(x: 100, y: 100)])
  }

  @Test func aLeaderLineGoesFromTheSymbolToATextFartherAway() throws {
    var space = LabelSpace(LabelSpaceTests.picture)
    let symbol = CGRect(x: 190, y: 140, width: 20, height: 20)
    space.mark(symbol)
    for y in [130.0, 150, 170] { space.avoid(line((0, y), (400, y)), width: 3) }
    var candidate = text("x", 200, 150, kind: .region, CGPoint(x: 200, y: 130), CGPoint(x: 200, y: 170))
    candidate.symbol = symbol
    let place = try #require(space.place([candidate]).first)
    let leader = try #require(place.leader)
    #expect(place.choice == nil)
    #expect(!space.isCrossed(place.frame.rect.insetBy(dx: 4, dy: 4)))
    let (from, to) = (leader.from, leader.to)
    #expect(symbol.insetBy(dx: -1e-9, dy: -1e-9).contains(from))
    #expect(place.frame.rect.insetBy(dx: -1e-9, dy: -1e-9).contains(to))
    // Other texts keep off the line.
    #expect(space.isCrossed(CGRect(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, width: 1, height: 1)))
  }

  @Test func aNameOutOfSightHasNoLeaderLine() {
    var candidate = text("x", 200, -30, kind: .title)
    candidate.symbol = CGRect(x: 190, y: -25, width: 20, height: 20)
    #expect(names([candidate]) == [])
    candidate.symbol = CGRect(x: 190, y: 5, width: 20, height: 20)
    #expect(names([candidate]) == ["x"])
  }

  @Test func aDotMayLieUnderAViewButNotOnAText() {
    var space = LabelSpace(LabelSpaceTests.picture)
    space.mark(CGRect(x: 90, y: 90, width: 20, height: 20))
    var town = text("town", 150, 100)
    town.dot = CGRect(x: 97, y: 97, width: 6, height: 6)
    #expect(names([town], in: space) == ["town"])
    #expect(names([text("before", 80, 130, weight: 1), town], in: space) == ["before", "town"])
    space.cover(CGRect(x: 95, y: 95, width: 5, height: 5))
    #expect(names([town], in: space) == [])
  }

  @Test func equalNamesKeepTheirDistance() {
    var near = [text("Main Street", 50, 50), text("Main Street", 200, 50), text("Main Street", 340, 50)]
    for index in near.indices { near[index].spacing = 280 }
    #expect(names(near) == ["Main Street", "Main Street"])
  }

  @Test func aTurnedTextTakesNoMoreThanItsStrip() {
    var space = LabelSpace(LabelSpaceTests.picture)
    let strip = LabelFrame(
      middle: CGPoint(x: 150, y: 150), size: CGSize(width: 200, height: 10), angle: .pi / 4)
    let placed = space.place([LabelCandidate("street", .street, weight: 0, frames: [strip])])
    #expect(placed.count == 1)
    #expect(names([text("beside", 210, 110), text("on it", 180, 180)], in: space) == ["beside"])
  }

  // Compared with rects and segments, without a grid.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func noTextOverlapsAnotherOrALine(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    func random(_ limit: Double) -> Double { Double(dice.next() % 10_000) / 10_000 * limit }
    var space = LabelSpace(LabelSpaceTests.picture)
    let lines = (0..<4).map { _ in
      (
        CGPoint(x: random(600) - 100, y: random(500) - 100),
        CGPoint(x: random(600) - 100, y: random(500) - 100)
      )
    }
    for (from, to) in lines { space.avoid(line((from.x, from.y), (to.x, to.y)), width: 3) }
    let candidates = (0..<200).map { number in
      text(
        "\(number % 50)", random(400), random(300), weight: Double(number % 3), CGPoint(x: random(400), y: 20)
      )
    }
    var copy = space
    let placed = space.place(candidates).map(\.frame.rect)
    #expect(placed.count > 10)
    let shuffled = copy.place(candidates.shuffled(using: &dice)).map(\.frame.rect)
    #expect(shuffled == placed)
    for (index, rect) in placed.enumerated() {
      #expect(CGRect(origin: .zero, size: LabelSpaceTests.picture).contains(rect))
      #expect(placed[..<index].allSatisfy { !$0.intersects(rect) })
      for (from, to) in lines {
        // No point of the segment, taken every tenth of a point, lies in the rect grown by half the pen.
        let grown = rect.insetBy(dx: -1.5, dy: -1.5)
        let meets = (0...8000).contains { step in
          let share = Double(step) / 8000
          return grown.contains(
            CGPoint(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share))
        }
        #expect(!meets)
      }
    }
  }
}

/// What a map gives its texts to avoid.
///
/// - Source: PI-15.
struct MapLabelSpaceTests {
  private let it = AnnotatedMap()
  private let canvas = RecordingCanvas(size: CGSize(width: 800, height: 600))
  private let delegate = Delegate()
  private var map: MKMapView { it.map }

  private final class Delegate: MKMapViewDelegate {
    var style: (MKOverlayPathRenderer) -> Void = { _ in }
    func mapView(_ mapView: MKMapView, rendererFor overlay: any MKOverlay) throws -> MKOverlayRenderer? {
      let renderer: MKOverlayPathRenderer? =
        switch overlay {
        case let circle as MKCircle: MKCircleRenderer(circle: circle)
        case let line as MKPolyline: MKPolylineRenderer(polyline: line)
        default: nil
        }
      if let renderer { style(renderer) }
      return renderer
    }
  }

  @Test func strokesOfOverlaysAreLinesAndFillsAreNot() {
    map.delegate = delegate
    it.look(at: 0, span: 20)
    map.addOverlay(MKCircle(center: CLLocationCoordinate2D(latitude: 0, longitude: 0), radius: 500_000))
    delegate.style = { $0.strokeColor = .black }
    it.settle()
    let space = map.labelSpace(in: CGContext(canvas))
    let middle = map.point(for: MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: 0, longitude: 0)))
    let (x, y) = (middle.x, middle.y)
    // 500 km are 4.49 degrees of longitude at the equator (WGS 84).
    let edge = map.point(for: MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: 0, longitude: 4.49)))
    #expect(space.isCrossed(CGRect(x: edge.x - 5, y: edge.y - 5, width: 10, height: 10)))
    #expect(!space.isCrossed(CGRect(x: x - 20, y: y - 20, width: 40, height: 40)))
    #expect(space.isCrossed(CGRect(x: x - 5, y: y - 300, width: 10, height: 600)))
  }

  @Test(arguments: [(0.2, false), (0.9, true)])
  func faintLinesMayCrossTexts(opacity: Double, isLine: Bool) {
    map.delegate = delegate
    it.look(at: 0, span: 20)
    delegate.style = { $0.strokeColor = UIColor(white: 0, alpha: opacity) }
    map.addOverlay(
      MKPolyline(
        coordinates: [(0.0, -5.0), (0, 5)].map {
          CLLocationCoordinate2D(latitude: $0.0, longitude: $0.1)
        }))
    it.settle()
    let middle = map.point(for: MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: 0, longitude: 0)))
    let rect = CGRect(x: middle.x - 5, y: middle.y - 5, width: 10, height: 10)
    #expect(map.labelSpace(in: CGContext(canvas)).isCrossed(rect) == isLine)
  }

  @Test func aTitleMovesAsideForATrackAndThenTakesALeaderLine() throws {
    map.delegate = delegate
    it.look(at: 0, span: 20)
    delegate.style = { ($0.strokeColor, $0.lineWidth) = (.black, 3) }
    let pin = it.pin("Depot", 0, 0)
    func addTrack(latitude: Double) {
      map.addOverlay(
        MKPolyline(coordinates: [-9.0, 9].map { CLLocationCoordinate2D(latitude: latitude, longitude: $0) }))
      it.settle()
    }
    func title() throws -> MarkerTitle {
      var scene = map.scene
      scene.labels = map.labelSpace(in: CGContext(canvas))
      return try #require(map.placeTitles(&scene, in: CGContext(canvas)).first)
    }
    it.settle()
    let balloon = try #require(map.view(for: pin)).frame
    #expect(try title().frame.minY > balloon.maxY)
    let perPoint =
      1 / abs(map.point(for: MKMapPointForCoordinate(.init(latitude: 1, longitude: 0))).y - balloon.maxY)
    addTrack(latitude: -9 * perPoint)
    #expect(try title().frame.minX > balloon.maxX && title().leader == nil)
    addTrack(latitude: 20 * perPoint)
    addTrack(latitude: 42 * perPoint)
    #expect(try title().leader != nil)
  }
}
