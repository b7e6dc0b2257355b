import Foundation
import Geo
import Testing

@testable import GeoHost

@Suite("Ways kept for pictures")
struct WayTests {
  private func place(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
  }

  @Test func whoStandsStillTakesOnePlaceAndHasAnEnd() {
    var way = Way(limit: 100)
    for second in 0..<10_000 { way.add(place(45, 14), at: Double(second)) }
    #expect(way.places.count == 1)
    #expect(way.start == 0 && way.end == 9_999)
    #expect(way.parts(until: .infinity).map(\.count) == [2])
  }

  @Test func aLongWayStaysWithinItsLimitAndKeepsItsShape() {
    var way = Way(limit: 1_000)
    // Around a circle of a degree, a hundred thousand steps.
    for step in 0...100_000 {
      let angle = Double(step) / 100_000 * 2 * .pi
      way.add(place(45 + cos(angle), 14 + sin(angle)), at: Double(step))
    }
    #expect(way.places.count <= 1_000 && way.places.count > 400)
    let kept = way.parts(until: .infinity)[0]
    #expect(kept.allSatisfy { abs(hypot($0.latitude - 45, $0.longitude - 14) - 1) < 1e-6 })
    #expect(kept.last.map { abs($0.latitude - 46) < 1e-6 } == true)
  }

  @Test func aLostSignalCutsTheWay() {
    var way = Way(limit: 100)
    way.add(place(45, 14), at: 0)
    way.add(place(45.1, 14), at: 1)
    way.interrupt()
    way.add(place(46, 14), at: 2)
    way.interrupt()
    way.interrupt()
    #expect(way.parts(until: .infinity).map(\.count) == [2, 1])
    #expect(way.parts(until: 1).map(\.count) == [2])
    #expect(way.parts(until: -1).isEmpty)
  }

  @Test func aWayOfNothingButInterruptionsIsBoundedToo() {
    var way = Way(limit: 50)
    for step in 0..<10_000 {
      way.add(place(Double(step % 80), Double(step % 170)), at: Double(step))
      way.interrupt()
    }
    #expect(way.places.count <= 50)
  }

  @Test func overThe180thMeridianItIsNoWayAroundTheWorld() {
    var way = Way(limit: 100)
    way.add(place(0, 179.999_999), at: 0)
    way.add(place(0, -179.999_999), at: 1)
    #expect(way.places.count == 1)
  }

}
