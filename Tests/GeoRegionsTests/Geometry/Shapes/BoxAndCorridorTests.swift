import GeoTesting
import Testing

@testable import GeoCore
@testable import GeoRegions

@Suite struct BoxAndCorridorTests {
  private typealias Make = ShapeFixtures
  private let place = ShapeFixtures.place

  private func box(_ south: Double, _ west: Double, _ north: Double, _ east: Double) throws(ShapeFlaw)
    -> BoxShape
  {
    try BoxShape(southWest: place(south, west), northEast: place(north, east))
  }

  private func boxFlaw(_ south: Double, _ west: Double, _ north: Double, _ east: Double) -> String {
    do throws(ShapeFlaw) {
      _ = try box(south, west, north, east)
      return ""
    } catch {
      return error.description
    }
  }

  private func corridorFlaw(_ path: [CLLocationCoordinate2D], _ halfWidth: Double) -> String {
    do throws(ShapeFlaw) {
      _ = try CorridorShape(path: path, halfWidth: halfWidth)
      return ""
    } catch {
      return error.description
    }
  }

  @Test func aBoxMaySpanMoreThanHalfOfTheEarth() throws {
    let wide = try box(10, -170, 20, 100)
    for longitude in [-170.0, -90, 0, 99] { #expect(wide.isWithin(0, of: place(15, longitude))) }
    for longitude in [-171.0, 180, 101] { #expect(!wide.isWithin(0, of: place(15, longitude))) }
    #expect(!wide.isWithin(0, of: place(90, 0)))
  }

  @Test func aBoxAcrossThe180thMeridianHasItsWestAboveItsEast() throws {
    let fiji = try box(-19, 177, -16, -178)
    for longitude in [177.0, 180, -180, -178] { #expect(fiji.isWithin(0, of: place(-17, longitude))) }
    for longitude in [176.9, -177.9, 0] { #expect(!fiji.isWithin(0, of: place(-17, longitude))) }
    let edge = try box(-19, 177, -16, 180)
    #expect(edge.isWithin(0, of: place(-17, -180)) && !edge.isWithin(0, of: place(-17, -179.9)))
  }

  @Test func aBoxAllAroundHasNoSides() throws {
    let tropics = try box(-23, -180, 23, 180)
    #expect(tropics.isWithin(0, of: place(0, 180)) && !tropics.isWithin(0, of: place(24, 180)))
    let depth = Geodesic.distance(from: place(22, 0), to: place(23, 0))
    #expect(abs(tropics.signedDistance(to: place(22, 180)) + depth) < 1e-5)
    #expect(!tropics.isWithin(0, of: place(90, 0)) && !tropics.isWithin(0, of: place(-90, 0)))
  }

  @Test func aBoxUpToAPoleHoldsIt() throws {
    let cap = try box(80, -180, 90, 180)
    let height = Geodesic.distance(from: place(80, 0), to: place(90, 0))
    #expect(cap.isWithin(0, of: place(90, 33)) && abs(cap.signedDistance(to: place(90, 0)) + height) < 1e-5)
    #expect(abs(cap.reach - height) < 1 && abs(cap.innerRadius - height / 2) < 1e-6)
    let wedge = try box(-90, 20, -60, 50)
    #expect(wedge.isWithin(0, of: place(-90, 170)) && !wedge.isWithin(0, of: place(-89, 170)))
  }

  @Test func theWholeEarthHasNoEdge() throws {
    let earth = try box(-90, -180, 90, 180)
    #expect(earth.isWithin(0, of: place(12, 34)) && earth.isWithin(-1e9, of: place(90, 0)))
    #expect(earth.signedDistance(to: place(12, 34)) == -.infinity)
    var monitor = RegionMonitor(deviceName: "phone")
    monitor.monitor(RegionSet.empty.adding(MonitoredRegion(identifier: "earth", shape: .box(earth))))
    var events: [RegionEvent] = []
    monitor.ingest(coordinate: place(1, 2), horizontalAccuracy: 1, timestamp: 0, into: &events)
    #expect(monitor.state(of: "earth") == .inside)
  }

  @Test func aBoxesInnerRadiusIsHalfItsShorterSide() throws {
    // The northern parallel of 1° of longitude at 60° is 55.8 km long: GeographicLib's 55802.3 m (GeodSolve -i gives the
    // geodesic, 0.2 m less than the parallel).
    #expect(abs(try box(59, 10, 60, 11).innerRadius - 55_802 / 2) < 1)
    #expect(abs(try box(0, 10, 0.5, 11).innerRadius - 55_287 / 2) < 1)
  }

  @Test func aBoxWithoutAreaIsRefused() {
    #expect(boxFlaw(2, 0, 1, 1) == "the south of a box must be below its north, got 2.0 and 1.0")
    #expect(boxFlaw(1, 0, 1, 1).hasPrefix("the south of a box must be below"))
    #expect(boxFlaw(0, 5, 1, 5) == "a box from longitude 5.0 to 5.0 has no width")
    #expect(boxFlaw(0, 180, 1, -180).hasSuffix("has no width"))
    #expect(boxFlaw(0, 0, 91, 1).hasPrefix("the north-east corner of a box is not a place on the earth"))
    #expect(boxFlaw(.nan, 0, 1, 1).hasPrefix("the south-west corner"))
  }

  @Test func aCorridorIsRoundAtItsEnds() throws {
    let corridor = try CorridorShape(path: Make.ring((0, 0), (0, 1)), halfWidth: 1000)
    let past = Geodesic.direct(from: place(0, 1), azimuth: 45, distance: 999.999).destination
    let beyond = Geodesic.direct(from: place(0, 1), azimuth: 45, distance: 1000.001).destination
    #expect(corridor.isWithin(0, of: past) && !corridor.isWithin(0, of: beyond))
    #expect(abs(corridor.signedDistance(to: place(0, 0.5)) + 1000) < 1e-6)
  }

  @Test func aCorridorMayCrossThe180thMeridianAndItself() throws {
    let path = Make.ring((0, 179), (0, -179), (1, -179), (-1, 180))
    let corridor = try CorridorShape(path: path, halfWidth: 500)
    for longitude in [179.5, 180, -180, -179.5] {
      #expect(abs(corridor.signedDistance(to: place(0, longitude)) + 500) < 1e-6)
    }
    #expect(!corridor.isWithin(0, of: place(0, 178.9)) && !corridor.isWithin(0, of: place(0, 0)))
  }

  @Test func aCorridorOverThePoleIsOrdinary() throws {
    let corridor = try CorridorShape(
      path: Make.ring((89.9, 0), (90, 0), (90, 180), (89.9, 180)), halfWidth: 2000)
    #expect(corridor.isWithin(0, of: place(89.99, 0)) && corridor.isWithin(0, of: place(89.99, 180)))
    #expect(corridor.isWithin(0, of: place(89.99, 90)) && !corridor.isWithin(0, of: place(89.95, 90)))
  }

  @Test func aCorridorNeedsALineAndAWidth() {
    let path = Make.ring((0, 0), (0, 1))
    for width in [0, -1, .nan, .infinity] {
      #expect(corridorFlaw(path, width).hasPrefix("a corridor's half width must be above 0 m, got"))
    }
    for path in [[], Make.ring((0, 0)), Make.ring((0, 0), (0, 0)), Make.ring((0, 180), (0, -180))] {
      #expect(corridorFlaw(path, 10) == "the line of a corridor needs at least two different coordinates")
    }
    #expect(
      corridorFlaw(Make.ring((0, 0), (0, 200)), 10).hasPrefix(
        "coordinate 2 of the line of a corridor is not a place"))
  }
}
