import GeoTesting
import Glibc
import Testing

@testable import GeoCore
@testable import GeoMap

/// Thinned lines, circles and gradients.
@Suite struct LinePictureTests {
  private let world = MKMapSizeWorld.width

  private func distance(_ p: CGPoint, _ a: CGPoint, _ b: CGPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = dx * dx + dy * dy
    let t = length > 0 ? min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0), 1) : 0
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy)
  }

  @Test(arguments: [0.02, 0.3, 2.0])
  func noPointOfALineIsFurtherFromTheThinnedOneThanTheTolerance(step: Double) {
    var random = SplitMix64(seed: 7)
    var heading = 0.0
    var place = CGPoint(x: 0, y: 0)
    var thinning = LineThinning(tolerance: 0.12)
    var line: [CGPoint] = []
    for _ in 0..<3000 {
      heading += (Double(random.next() % 2001) / 1000 - 1) * 0.8
      // To and fro, so that the ends of a stretch count.
      if random.next() % 50 == 0 { heading += .pi }
      place = CGPoint(x: place.x + cos(heading) * step, y: place.y + sin(heading) * step)
      line.append(place)
      thinning.add(place)
    }
    thinning.finish()
    let thin = thinning.points
    #expect(thin.first == line.first && thin.last == line.last && thin.count < line.count)
    for point in line {
      let nearest = zip(thin, thin.dropFirst()).map { distance(point, $0, $1) }.min() ?? .infinity
      #expect(nearest <= 0.12 * 2)
    }
  }

  @Test func nonFinitePointsAreSkipped() {
    var thinning = LineThinning(tolerance: 0.1)
    for point in [
      CGPoint(x: .nan, y: 0), CGPoint(x: 1, y: 1), CGPoint(x: .infinity, y: 2), CGPoint(x: 5, y: 1),
    ] {
      thinning.add(point)
    }
    thinning.finish()
    #expect(thinning.points == [CGPoint(x: 1, y: 1), CGPoint(x: 5, y: 1)])
  }

  /// Each place of the drawn edge lies as far from the center as the radius, by the same geodesics as regions.
  @Test(arguments: [
    (70.0, 20.0, 1000.0), (70, 20, 400_000), (0, 0, 100), (45, 179.9, 50_000), (-80, 10, 900_000),
    (51, 0, 5_000_000), (88, 0, 1_000_000), (10, 10, 9_000_000), (5, 5, 12_000_000),
  ])
  func theEdgeOfACircleIsWhereRegionsFire(latitude: Double, longitude: Double, radius: Double) throws {
    let circle = MKCircle(center: ShapeFixtures.place(latitude, longitude), radius: radius)
    let renderer = MKCircleRenderer(circle: circle)
    let path = try #require(try renderer.madePath())
    let edge = renderer.line(of: path)
    var worst = 0.0
    for piece in edge.chords {
      let place = MKCoordinateForMapPoint(renderer.mapPoint(for: piece))
      let off = abs(Geodesic.distance(from: circle.coordinate, to: place) - radius)
      worst = max(worst, off / MKMetersPerMapPointAtLatitude(place.latitude))
    }
    // In map points; the edge of a circle of 12,000 km is good to a millionth of the world.
    #expect(worst < max(0.15, circle.boundingMapRect.width * 3e-8))
    #expect(edge.points.count < 6000)
  }

  @Test func aCircleAroundThePoleReachesTheMapsEnd() {
    let picture = OverlayPicture()
    let renderer = MKCircleRenderer(circle: MKCircle(center: ShapeFixtures.place(85, 0), radius: 1_500_000))
    renderer.fillColor = .black
    renderer.strokeColor = .black
    renderer.lineWidth = 1
    picture.add(renderer)
    picture.show(world / 2, world / 2, level: 1)
    let calls = picture.painted()
    #expect(calls.count == 2)
    #expect(abs(calls[0].places.map(\.y).min() ?? 9) < 0.01)
    // The edge alone is stroked.
    #expect((calls[1].places.map(\.y).min() ?? 0) > 10)
    #expect(!calls[1].contains("Z"))
  }

  @Test func aGradientGoesFromItsFirstColorToItsLast() throws {
    let picture = OverlayPicture()
    let (x, y) = (world / 2, world / 2)
    let line = MKPolyline(points: [
      MKMapPoint(x: x - 200, y: y), MKMapPoint(x: x, y: y), MKMapPoint(x: x, y: y + 200),
    ])
    let renderer = MKGradientPolylineRenderer(polyline: line)
    let (red, blue) = (UIColor(red: 1, green: 0, blue: 0), UIColor(red: 0, green: 0, blue: 1))
    try renderer.setColors([red, blue], at: [0, 1])
    renderer.lineWidth = 6
    picture.add(renderer)
    picture.show(x, y, level: 20)
    let calls = picture.painted()
    #expect(calls.count > 100 && calls.count <= 256)
    #expect(calls[0].places[0] == CGPoint(x: 56, y: 256))
    #expect(calls[calls.count - 1].places.last == CGPoint(x: 256, y: 456))
    // Each begins where the one before ends, and the corner is inside of one of them or between two.
    for (a, b) in zip(calls, calls.dropFirst()) { #expect(a.places.last == b.places.first) }
    // Colors that show through do so once.
    try renderer.setColors([red.withAlphaComponent(0.5), blue], at: [0, 1])
    let layered = picture.drawn()
    #expect(layered.first == "layer" && layered.last == "end layer" && layered[1].contains("copy"))
  }

  @Test func colorsMixAsTheyCover() {
    let ramp = ColorRamp(
      colors: [UIColor(red: 1, green: 0, blue: 0), UIColor(red: 0, green: 1, blue: 0, alpha: 0)],
      locations: [0.2, 0.8])
    #expect(ramp.color(at: 0) == ramp.colors[0] && ramp.color(at: 1) == ramp.colors[1])
    let middle = ramp.color(at: 0.5)
    #expect(middle.red == 1 && middle.green == 0 && abs(middle.alpha - 0.5) < 1e-12)
    #expect(ramp.steps.last == 0.8 && ramp.steps.count == 170)
  }
}

extension CGPath {
  /// Places along it, curves at seven between their ends.
  fileprivate var chords: [CGPoint] {
    var places: [CGPoint] = []
    var rest = points[...]
    for verb in verbs {
      switch verb {
      case .move, .line: places.append(rest.removeFirst())
      case .curve:
        guard let from = places.last else { continue }
        let curve = Curve(from: from, rest.removeFirst(), rest.removeFirst(), to: rest.removeFirst())
        for t in 1...8 { places.append(curve.parted(at: Double(t) / 8).0.to) }
      case .close: break
      }
    }
    return places
  }
}
