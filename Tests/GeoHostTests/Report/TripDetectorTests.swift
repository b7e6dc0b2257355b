import Geo
import Testing

@testable import GeoHost

/// The cases of Traccar's own tests with their results.
///
/// - Source: traccar 6, src/test/java/org/traccar/reports/ReportUtilsTest.java (Apache License 2.0).
@Suite struct TripDetectorTests {
  /// Minutes after the hour, speed in knots, way in meters.
  typealias Position = (minute: Double, speed: Double, way: Double)

  static let knot = 1852 / 3600.0

  private func rule(_ distance: Double, _ trip: Double, _ parking: Double) -> TripRule {
    var rule = TripRule()
    (rule.minimalTripDistance, rule.minimalTripDuration) = (distance, trip)
    (rule.minimalParkingDuration, rule.minimalNoDataDuration) = (parking, 900)
    return rule
  }

  private func legs(
    _ positions: [Position], _ rule: TripRule, trips: Bool, off: Int? = nil
  ) -> [TripDetector.Leg] {
    var detector = TripDetector(rule)
    var legs: [TripDetector.Leg] = []
    for (index, position) in positions.enumerated() {
      let sample = ReportSample(
        time: position.minute * 60, coordinate: CLLocationCoordinate2DMake(0, 0), accuracy: 5, altitude: .nan,
        speed: position.speed * Self.knot, distance: position.way)
      if let leg = detector.ingest(sample, ignition: index == off ? false : nil) { legs.append(leg) }
    }
    if let leg = detector.finish() { legs.append(leg) }
    return legs.filter { $0.isTrip == trips }
  }

  private func minutes(_ legs: [TripDetector.Leg]) -> [[Double]] {
    legs.map { [$0.start.time / 60, $0.end.time / 60] }
  }

  static let simple: [Position] = [
    (0, 0, 0), (1, 0, 0), (2, 10, 0), (3, 10, 1000), (4, 10, 2000), (5, 0, 3000), (15, 0, 3000),
    (25, 0, 3000),
  ]

  @Test func aTripBetweenTwoStops() throws {
    let trips = legs(Self.simple, rule(500, 300, 180), trips: true)
    #expect(minutes(trips) == [[2, 5]])
    let trip = try #require(trips.first)
    #expect(trip.end.distance - trip.start.distance == 3000)
    // 32.4 kn: 3,000 m in 180 s.
    #expect(abs(3000 / (trip.end.time - trip.start.time) / Self.knot - 32.4) < 0.01)
    #expect(abs(trip.maximumSpeed / Self.knot - 10) < 0.01)
    #expect(minutes(legs(Self.simple, rule(500, 300, 180), trips: false)) == [[0, 2], [5, 25]])
  }

  @Test func theIgnitionEndsATripAtOnce() {
    var rule = rule(500, 300, 1800)
    #expect(minutes(legs(Self.simple, rule, trips: false, off: 6)) == [[0, 2]])
    rule.usesIgnition = true
    #expect(minutes(legs(Self.simple, rule, trips: false, off: 6)) == [[0, 2], [5, 25]])
  }

  @Test func aShortRestDoesNotEndATrip() throws {
    let positions: [Position] = [
      (0, 0, 0), (1, 0, 0), (2, 10, 0), (3, 10, 1000), (4, 10, 2000), (5, 10, 3000), (6, 10, 4000),
      (7, 0, 5000),
      (8, 10, 6000), (9, 0, 7000), (19, 0, 7000), (29, 0, 7000),
    ]
    let trips = legs(positions, rule(500, 300, 180), trips: true)
    #expect(minutes(trips) == [[2, 9]])
    #expect(trips.map { $0.end.distance - $0.start.distance } == [7000])
    #expect(minutes(legs(positions, rule(500, 300, 180), trips: false)) == [[0, 2], [9, 29]])
  }

  /// testDetectStopsOnly, testDetectStopsWithTripCut, testDetectStopsStartedFromTrip, testDetectStopsMoving.
  static let stopCases: [(positions: [Position], expected: [[Double]])] = [
    ([(0, 0, 0), (1, 0, 0), (2, 1, 0), (3, 0, 0), (4, 1, 0), (5, 0, 0)], [[0, 5]]),
    ([(0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 1, 0), (5, 2, 0)], [[0, 5]]),
    ([(0, 2, 0), (1, 1, 0), (2, 0, 0), (12, 0, 0), (22, 0, 0), (32, 0, 0)], [[2, 32]]),
    ([(0, 5, 0), (1, 5, 0), (2, 3, 0), (3, 5, 0), (4, 5, 0), (5, 5, 0)], []),
  ]

  @Test(arguments: stopCases)
  func stops(positions: [Position], expected: [[Double]]) {
    #expect(minutes(legs(positions, rule(500, 300, 200), trips: false)) == expected)
  }

  @Test func aGapEndsATrip() throws {
    let positions: [Position] = [
      (0, 7, 100), (1, 7, 300), (2, 5, 500), (3, 5, 600), (4, 3, 700), (23, 2, 700), (24, 5, 800),
      (25, 5, 900),
    ]
    let trips = legs(positions, rule(500, 200, 200), trips: true)
    #expect(minutes(trips) == [[0, 4]])
    let trip = try #require(trips.first)
    #expect(trip.end.distance - trip.start.distance == 600)
    #expect(abs(600 / 240 / Self.knot - 4.86) < 0.01)
    #expect(abs(trip.maximumSpeed / Self.knot - 7) < 0.01)
    #expect(minutes(legs(positions, rule(500, 200, 200), trips: false)) == [[4, 25]])
  }

  @Test func theDefaultsAreTraccars() {
    let rule = TripRule()
    #expect(rule.minimalTripDistance == 500 && rule.minimalTripDuration == 300)
    #expect(rule.minimalParkingDuration == 300 && rule.minimalNoDataDuration == 3600)
    #expect(abs(rule.speedThreshold - 0.005_144) < 1e-6 && !rule.usesIgnition)
  }
}
