import Glibc
import Testing

@testable import GeoCore

@Suite struct GeocentricTests {
  /// - Source: the axes of the ellipsoid, NIMA TR8350.2, table 3.1.
  @Test func axesEndWhereTheEllipsoidDoes() {
    let east = WGS84.geocentric(.init(latitude: 0, longitude: 90))
    #expect(abs(east.y - 6_378_137) < 1e-8 && abs(east.x) < 1e-8 && east.z == 0)
    let north = WGS84.geocentric(.init(latitude: 90, longitude: 0))
    #expect(abs(north.z - 6_356_752.3142) < 1e-4 && abs(north.x) < 1e-8)
  }

  @Test func anAngleTurnedHasTheSinesOfTheOther() {
    for start in stride(from: -180.0, through: 180, by: 7.3) {
      for turn in [0, 1e-7, 0.001, -0.3, 0.999, -1, 1.001, 40, -359] {
        let turned = AngleSines(degrees: start).turned(degrees: turn)
        let angle = (start + turn) * .pi / 180
        #expect(abs(turned.sine - sin(angle)) < 4e-15 && abs(turned.cosine - cos(angle)) < 4e-15)
      }
    }
  }
}
