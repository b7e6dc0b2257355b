import GeoCore
import GeoLocation
import GeoTesting
import Testing

@testable import GeoMap

/// MG-21: `MKCircle` is the geodesic circle that `RegionMonitor` uses, so what is drawn is what fires.
@Suite struct MKCircleTests {
  private let world = MKMapSizeWorld.width
  private let middles: [(Double, Double, Double)] = [
    (0, 0, 1000), (52, 13, 150), (60, 179.9, 50_000), (-60, -179.9, 500_000), (84, 20, 100_000),
    (45, 100, 4_000_000), (0, -90, 9_900_000), (-84.9, 0, 1), (70, 10, 0.5), (30, -60, 6_600_000),
  ]

  /// None of 3600 places on its edge is outside, and one comes near each side.
  @Test func theBoundingRectHoldsTheWholeEdgeAndNoMore() {
    for (latitude, longitude, radius) in middles {
      let circle = MKCircle(center: ShapeFixtures.place(latitude, longitude), radius: radius)
      let rect = circle.boundingMapRect
      let x = MKMapPointForCoordinate(circle.coordinate).x
      var bounds = (minX: Double.infinity, maxX: -Double.infinity, minY: Double.infinity, maxY: 0.0)
      for i in 0..<3600 {
        let place = Geodesic.direct(
          from: circle.coordinate, azimuth: Double(i) / 10, distance: radius
        ).destination
        let point = MKMapPointForCoordinate(place)
        let apart = point.x - x - ((point.x - x) / world).rounded() * world
        bounds.minX = min(bounds.minX, x + apart)
        bounds.maxX = max(bounds.maxX, x + apart)
        bounds.minY = min(bounds.minY, point.y)
        bounds.maxY = max(bounds.maxY, point.y)
      }
      let slack = 1e-6 * rect.width + 1e-6
      #expect(abs(rect.minX - bounds.minX) < slack && abs(rect.maxX - bounds.maxX) < slack)
      #expect(abs(rect.minY - bounds.minY) < slack && abs(rect.maxY - bounds.maxY) < slack)
    }
  }

  @Test func itsBoundingRectGrowsTowardThePoles() {
    let widths = [0.0, 20, 40, 60, 80].map {
      MKCircle(center: ShapeFixtures.place($0, 0), radius: 1000).boundingMapRect.width
    }
    #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func aCircleAroundAPoleReachesAllAround() {
    let north = MKCircle(center: ShapeFixtures.place(89, 50), radius: 500_000)
    #expect(north.boundingMapRect.width == world)
    #expect(north.boundingMapRect.minY == 0)
    #expect(north.boundingMapRect.maxY < world / 4)
    #expect(north.intersects(MKMapRect(x: 1, y: 0, width: 1, height: 1)))
    #expect(!north.intersects(MKMapRect(x: 1, y: world / 4, width: 1, height: 1)))
    let all = MKCircle(center: ShapeFixtures.place(0, 0), radius: 30_000_000)
    #expect(all.boundingMapRect.width == world && all.boundingMapRect.height == world)
    #expect(all.intersects(MKMapRect(x: 0, y: 0, width: 0, height: 0)))
  }

  @Test func invalidCircleCoversNothing() {
    #expect(MKCircle(center: kCLLocationCoordinate2DInvalid, radius: 5).boundingMapRect.isNull)
    #expect(!MKCircle(center: ShapeFixtures.place(.nan, 0), radius: 5).intersects(MKMapRectWorld))
    for radius in [Double.nan, -1, 0] {
      let circle = MKCircle(center: ShapeFixtures.place(10, 10), radius: radius)
      #expect(circle.radius == 0)
      #expect(circle.boundingMapRect.width == 0)
      #expect(circle.intersects(MKMapRectWorld))
    }
    #expect(MKCircle(center: ShapeFixtures.place(0, 0), radius: .infinity).boundingMapRect.width == world)
  }

  /// A rect of no size is a place, and that meets the circle just where a region monitor is inside.
  @Test func aPlaceMeetsItJustWhereARegionFires() {
    var random = SplitMix64(seed: 4)
    for (latitude, longitude, radius) in middles where radius > 1 {
      let center = ShapeFixtures.place(latitude, longitude)
      let circle = MKCircle(center: center, radius: radius)
      let region = CLCircularRegion(center: center, radius: radius, identifier: "x")
      for _ in 0..<200 {
        let away = radius * Double.random(in: 0.9...1.1, using: &random)
        let place = Geodesic.direct(
          from: center, azimuth: .random(in: 0..<360, using: &random), distance: away
        ).destination
        guard abs(place.latitude) < 85, abs(away - radius) > 1e-6 * radius else { continue }
        let rect = MKMapRect(
          origin: MKMapPointForCoordinate(place), size: MKMapSize(width: 0, height: 0))
        #expect(circle.intersects(rect) == region.contains(place))
      }
    }
  }

  /// The rect in question is looked over in steps; only what its edges and corners decide may differ by a step.
  @Test func aRectMeetsItWhereOneOfItsPlacesDoes() {
    var random = SplitMix64(seed: 5)
    for (latitude, longitude, radius) in middles where radius > 1 {
      let center = ShapeFixtures.place(latitude, longitude)
      let circle = MKCircle(center: center, radius: radius)
      let bounds = circle.boundingMapRect
      for _ in 0..<60 {
        let rect = MKMapRect(
          x: bounds.minX + bounds.width * Double.random(in: -0.3...1.1, using: &random),
          y: bounds.minY + bounds.height * Double.random(in: -0.3...1.1, using: &random),
          width: bounds.width * Double.random(in: 0.01...0.3, using: &random),
          height: bounds.height * Double.random(in: 0.01...0.3, using: &random))
        var nearest = Double.infinity
        for i in 0...40 {
          for j in 0...40 {
            let point = MKMapPoint(
              x: rect.minX + rect.width * Double(i) / 40, y: rect.minY + rect.height * Double(j) / 40)
            guard point.y >= 0, point.y <= world else { continue }
            nearest = min(nearest, Geodesic.distance(from: center, to: MKCoordinateForMapPoint(point)))
          }
        }
        if nearest <= radius { #expect(circle.intersects(rect)) }
        // Half a step of the widest rect, in meters, is less than a hundredth of the radius.
        if nearest > radius * 1.01, rect.minY > 0, rect.maxY < world { #expect(!circle.intersects(rect)) }
      }
    }
  }

  /// Ours, as the published words are: the middle of the rect, the longer side for the diameter.
  @Test func aCircleOfARectTakesItsLongerSide() {
    let rect = MKMapRect(x: 1e8, y: 1e8, width: 2e5, height: 1e5)
    let circle = MKCircle(mapRect: rect)
    #expect(abs(MKMapPointForCoordinate(circle.coordinate).x - rect.midX) < 1e-6)
    let meters = MKMetersPerMapPointAtLatitude(circle.coordinate.latitude)
    #expect(abs(circle.radius - 1e5 * meters) < 1e-9)
    #expect(MKCircle(mapRect: MKMapRectNull).boundingMapRect.isNull)
  }
}
