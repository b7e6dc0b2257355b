import Testing

@testable import GeoCore
@testable import GeoMap

/// Views and shapes with absurd numbers and positions.
@Suite struct HostileViewTests {
  @Test func viewsNestSoDeepAndNoDeeper() throws {
    var inner = UIView()
    #expect(throws: GeoError.self) {
      for _ in 0..<1000 {
        let outer = UIView()
        try outer.addSubview(inner)
        inner = outer
      }
    }
    let other = UIView()
    var last = other
    #expect(throws: GeoError.self) {
      for _ in 0..<1000 {
        let view = UIView()
        try last.addSubview(view)
        last = view
      }
    }
    #expect(throws: GeoError.self) { try last.addSubview(inner) }
    #expect(try other.hitTest(.zero, with: nil) == nil)
  }

  @Test(arguments: [1e308, -1e308, .infinity, -.infinity, .nan, 0])
  func framesLieInACellWhereverTheyAre(place: Double) {
    var grid = FrameGrid(largest: 20)
    let frame = CGRect(x: place, y: -place, width: 20, height: 20)
    let shape = FrameGrid.Shape(frame: frame, mode: .rectangle)
    _ = grid.insert(shape)
    _ = grid.first(overlapping: shape)
  }

  @Test(arguments: [1e308, -1e308, .infinity, .nan, 1e-300, 0])
  func aTextIsMeasuredInAnyFont(size: Double) {
    let font = UIFont.systemFont(ofSize: size)
    _ = font.measure(String(repeating: "x\n", count: 1000), width: 1e-300)
    _ = font.measure("xx", width: size, lines: .max)
  }

  @Test func aRowCountedFromTheSouthMayBeAnyNumber() {
    let path = MKTileOverlayPath(x: .min, y: .min, z: 30)
    #expect(path.filled(into: "{z}", isFlipped: true) == "30")
  }

  @Test func whatGoesAroundTheWorldForEverIsMetAtOnce() {
    let points = [(-1e300, 0), (1e300, 1e9), (0, -1e9)].map { MKMapPoint(x: $0.0, y: $0.1) }
    #expect(MKPolygon(points: points).intersects(MKMapRectWorld))
    #expect(MKPolyline(points: points).intersects(MKMapRectWorld))
    let far = MKMapRect(x: 0, y: 0, width: 1e300, height: 1)
    #expect(MKPolyline(points: [MKMapPoint(x: 1, y: 0), MKMapPoint(x: 2, y: 1)]).intersects(far))
  }

  @Test func aClusterHoldsNoClusters() {
    let pin = MKPointAnnotation()
    let cluster = MKClusterAnnotation(memberAnnotations: [pin])
    let outer = MKClusterAnnotation(memberAnnotations: [cluster, pin, cluster])
    #expect(outer.memberAnnotations.count == 1)
  }
}
