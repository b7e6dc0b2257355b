import GeoCore
import GeoTesting
import Testing

@testable import GeoLocation

/// Where a visit is, and how accurately.
extension VisitMonitorTests {
  @Test func accurateFixesDrawTheMiddle() throws {
    var watch = Watch()
    for time in stride(from: 0.0, through: 300, by: 60) {
      watch.fix(
        time, time.truncatingRemainder(dividingBy: 120) == 0 ? 0 : 40,
        accuracy: time.truncatingRemainder(dividingBy: 120) == 0 ? 5 : 10)
    }
    // Three fixes at 0 with weight 1/25, three at 40 with 1/100: 40 · 3 / (12 + 3) = 8 m.
    let visit = try #require(watch.events.first)
    #expect(abs(visit.coordinate.longitude * Phone.degree - 8) < 1e-4)
    // √(6 / (3/25 + 3/100)) = √40.
    #expect(abs(visit.horizontalAccuracy - 40.0.squareRoot()) < 1e-3)
  }

  @Test func strollingAwayDoesNotMoveTheMean() throws {
    var watch = Watch()
    watch.stay(0...600, 0)
    for step in 0...400 { watch.fix(600 + Double(step) * 2, Double(step)) }
    let visit = try #require(watch.events.last)
    #expect(watch.lines.count == 2)
    // Fixes up to 50 m away count, as often as a slow walk gives them: 21 m would be their mean alone.
    #expect(visit.coordinate.longitude * Phone.degree < 50)
    #expect(try #require(visit.departure) < 600 + 320)
  }

  @Test func aPerfectAccuracyCountsAsAMeter() throws {
    var watch = Watch()
    for time in stride(from: 0.0, through: 300, by: 60) { watch.fix(time, 0, accuracy: 0) }
    #expect(try #require(watch.events.first).horizontalAccuracy == 1)
  }

  @Test func aVisitOnThe180thMeridianLiesOnIt() throws {
    var monitor = VisitMonitor()
    var event: VisitMonitor.Event?
    for step in 0...5 {
      let longitude = step % 2 == 0 ? 179.9999 : -179.9999
      event =
        monitor.ingest(
          coordinate: CLLocationCoordinate2DMake(-17, longitude), horizontalAccuracy: 10,
          timestamp: Double(step) * 60) ?? event
    }
    #expect(abs(abs(try #require(event).coordinate.longitude) - 180) < 1e-9)
  }

  @Test func aVisitAtThePoleStaysThere() throws {
    var monitor = VisitMonitor()
    var event: VisitMonitor.Event?
    for step in 0...6 {
      event =
        monitor.ingest(
          coordinate: CLLocationCoordinate2DMake(89.9998, Double(step) * 60 - 180), horizontalAccuracy: 10,
          timestamp: Double(step) * 60) ?? event
    }
    #expect(try #require(event).coordinate.latitude > 89.9998)
  }
}
