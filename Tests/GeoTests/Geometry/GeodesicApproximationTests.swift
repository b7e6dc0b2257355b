import Testing

@testable import Geo

@Suite struct GeodesicApproximationTests {
  private func place(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2DMake(latitude, longitude)
  }

  @Test func theLocalDistanceOfNotANumberIsOpen() {
    #expect(Geodesic.localDistance(from: place(.nan, 0), to: place(0, 0)).error == .infinity)
  }

  @Test func theLocalDistanceIsWithinItsErrorBound() {
    var random = SplitMix64(seed: 7)
    var served = 0
    for _ in 0..<50_000 {
      let from = place(.random(in: -89...89, using: &random), .random(in: -180...180, using: &random))
      let u = Double.random(in: 0...1, using: &random)
      let to = Geodesic.direct(
        from: from, azimuth: .random(in: -180...180, using: &random), distance: 120_000 * u * u * u
      ).destination
      let exact = Geodesic.distance(from: from, to: to)
      let (local, error) = Geodesic.localDistance(from: from, to: to)
      #expect(abs(local - exact) <= error, "\(from) \(to)")
      if error < .infinity { served += 1 }
      if abs(from.latitude) < 70, exact < 3000, exact > 1 {
        #expect(abs(local - exact) <= 1e-7 * exact)
        #expect(error < 3e-7 * exact + 3e-8)
      }
    }
    #expect(served > 25_000)
  }

  @Test func theSphereBoundsTheGeodesic() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<20_000 {
      let from = place(.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
      let to = place(.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
      let exact = Geodesic.distance(from: from, to: to)
      let around = Geodesic.sphericalDistance(from: from, to: to)
      #expect(around * CapSpan.leastRatio <= exact && exact <= around * CapSpan.greatestRatio)
    }
  }
}
