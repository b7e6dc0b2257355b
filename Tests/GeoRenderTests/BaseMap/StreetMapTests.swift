import Geo
import Glibc
import Testing

@testable import GeoRender

@Suite struct StreetMapTests {
  private let base: StreetMap
  init() throws { base = StreetMap(try StreetData(path: StreetTown.path), over: try WorldMap()) }

  private func dot(_ scene: MapScene) throws -> Dot {
    try Dots(64, 64) { try base.drawGround(scene, in: $0) }[32, 32]
  }

  private static let neutral = Dot(0xf5, 0xf3, 0xed)
  private static let paper = Dot(0xed, 0xed, 0xed)
  private static let water = Dot(0xb5, 0xd9, 0xec)
  private static let park = Dot(0xd3, 0xe9, 0xc2)

  @Test(arguments: [
    ("a primary road", 52.002, 5.005, Dot(0xfd, 0xf0, 0xbf)), ("a residential one", 52.003, 5.010, .white),
    ("its bridge", 52.00425, 5.010, .white), ("the lake", 52.0055, 5.0045, water),
    ("its island", 52.0065, 5.0055, neutral), ("a lake whose edge is broken", 52.0055, 5.0012, neutral),
    ("a building", 52.0032, 5.01225, Dot(0xe5, 0xdf, 0xd5)), ("a park", 52.0052, 5.013, park),
    ("two parks over each other", 52.00575, 5.014, park), ("the sea", 52.005, 5.019, water),
    ("the land beside it", 52.005, 5.0165, neutral), ("beyond the file", 52.005, 5.03, paper),
    ("a pavement", 52.0021, 5.005, neutral),
  ])
  func aPlaceHasTheColorOfWhatIsThere(_ name: String, _ latitude: Double, _ longitude: Double, _ color: Dot)
    throws
  {
    #expect(try dot(StreetTown.scene(latitude, longitude, level: 18)) == color, "\(name)")
  }

  @Test func theDarkStyleIsDark() throws {
    #expect(try dot(StreetTown.scene(52.002, 5.005, level: 17, isDark: true)) == Dot(0x5f, 0x64, 0x70))
    #expect(try dot(StreetTown.scene(52.0055, 5.0045, level: 17, isDark: true)) == Dot(0x16, 0x21, 0x2d))
  }

  @Test func imageryHasNoStreetsAndTheHybridMapOnlyLines() throws {
    let (street, lake) = ((52.002, 5.005), (52.0055, 5.0045))
    func dots(_ place: (Double, Double), _ type: MKMapType) throws -> (streets: Dot, world: Dot) {
      let scene = StreetTown.scene(place.0, place.1, level: 16, type: type)
      return (try dot(scene), try Dots(64, 64) { try base.world.drawGround(scene, in: $0) }[32, 32])
    }
    for place in [street, lake] {
      let satellite = try dots(place, .satellite)
      #expect(satellite.streets == satellite.world)
    }
    let road = try dots(street, .hybrid)
    #expect(road.streets.red > road.world.red + 50)
    let water = try dots(lake, .hybrid)
    #expect(water.streets == water.world)
  }

  @Test func buildingsAreShownFromNear() throws {
    func colors(_ level: Double) throws -> Set<UInt32> {
      try Dots(64, 64) { try base.drawGround(StreetTown.scene(52.0032, 5.01225, level: level), in: $0) }
        .colors
    }
    #expect(try colors(15).contains(0xffe5_dfd5))
    #expect(try !colors(13).contains(0xffe5_dfd5))
  }

  @Test func namesAreWrittenAndThePictureIsTheSameEachTime() throws {
    let scene = StreetTown.scene(52.004, 5.008, level: 15, side: 400)
    func dots() throws -> Dots {
      try Dots(400, 400) {
        try base.drawGround(scene, in: $0)
        try base.drawLabels(scene, in: $0)
      }
    }
    let names = try Dots(400, 400) { try base.drawLabels(scene, in: $0) }
    #expect(names.painted > 1000)
    #expect(try dots() == dots())
  }

  @Test func whatOverlaysReplaceIsLeftOut() throws {
    var scene = StreetTown.scene(52.0055, 5.0045, level: 17)
    scene.replaced = [(MKMapRectWorld, true)]
    #expect(try Dots(64, 64) { try base.drawGround(scene, in: $0) }.painted == 0)
    #expect(try Dots(64, 64) { try base.drawLabels(scene, in: $0) }.painted == 0)
  }

  @Test func itsSourceIsNamed() {
    let own = "© OpenStreetMap contributors"
    #expect(base.attribution(StreetTown.scene(52, 5, level: 15)) == own)
    #expect(base.attribution(StreetTown.scene(52, 5, level: 5)) == own + ", © GeoNames")
    #expect(base.attribution(StreetTown.scene(52, 5, level: 15, type: .satellite)) == nil)
  }

  @Test func aNameStandsWhereAStreetIsStraight() throws {
    let bend = [(0.0, 0.0), (10, 0), (20, 10), (60, 50), (100, 90), (100, 120)].map {
      CGPoint(x: $0.0, y: $0.1)
    }
    let piece = try #require(StreetNames.straightest(bend))
    #expect(piece.0 == CGPoint(x: 10, y: 0) && piece.1 == CGPoint(x: 100, y: 90))
    #expect(StreetNames.straightest([CGPoint(x: 1, y: 1)]) == nil)
  }
}
