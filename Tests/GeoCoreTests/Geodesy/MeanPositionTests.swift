import Testing

@testable import GeoCore

@Suite struct MeanPositionTests {
  private func middle(_ places: [(Double, Double)], weights: [Double]? = nil) -> CLLocationCoordinate2D? {
    var mean = MeanPosition()
    for (index, place) in places.enumerated() {
      mean.add(CLLocationCoordinate2DMake(place.0, place.1), weight: weights?[index] ?? 1)
    }
    return mean.coordinate
  }

  /// Gade, www.navlab.net/nvector, example 7: 67.2362° N, 6.9175° W.
  @Test func theMeanOfThreePlacesIsThatOfTheNVectorPage() throws {
    let mean = try #require(middle([(90, 0), (60, 10), (50, -20)]))
    #expect(abs(mean.latitude - 67.2362) < 5e-5)
    #expect(abs(mean.longitude + 6.9175) < 5e-5)
  }

  @Test func placesOnBothSidesOfThe180thMeridianMeetOnIt() throws {
    let mean = try #require(middle([(10, 179.999), (10, -179.999)]))
    #expect(abs(abs(mean.longitude) - 180) < 1e-9)
    #expect(abs(mean.latitude - 10) < 1e-6)
  }

  @Test func placesAroundThePoleMeetAtIt() throws {
    let mean = try #require(middle([(89.999, 0), (89.999, 120), (89.999, -120)]))
    #expect(mean.latitude > 89.9999999)
  }

  @Test func theHeavierPlaceDrawsTheMean() throws {
    let mean = try #require(middle([(0, 0), (0, 0.004)], weights: [3, 1]))
    #expect(abs(mean.longitude - 0.001) < 1e-9)
  }

  @Test func whatHasNoMeanHasNone() {
    #expect(middle([]) == nil)
    #expect(middle([(90, 0), (-90, 0)]) == nil)
    #expect(middle([(.nan, 0), (0, 200)]) == nil)
    #expect(middle([(0, 0), (0, 0), (0, 0)], weights: [0, -1, .nan]) == nil)
  }
}
