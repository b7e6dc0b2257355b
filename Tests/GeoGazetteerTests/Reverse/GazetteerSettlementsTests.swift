import FeedTesting
import Geo
import Testing

@testable import GeoGazetteer

@Suite struct GazetteerSettlementsTests {
  private let directory = TemporaryDirectory()

  private func gazetteer() throws -> Gazetteer {
    let path = directory.path + "/gazetteer.sqlite"
    // Degrees of longitude at the equator are 111.32 km apart (WGS 84).
    var records = (0..<200).map { number in
      let longitude = 179 + Double(number) / 100
      return GazetteerFiles.place(
        "t:\(number)", "Village \(number)", 0, longitude > 180 ? longitude - 360 : longitude,
        population: number * 10)
    }
    records.append(GazetteerFiles.area("XX.1", "An area"))
    try GazetteerFiles.build(path, records)
    return try Gazetteer(path: path)
  }

  @Test func allSettlementsWithinADistanceAreFoundAlsoAcrossThe180thMeridian() throws {
    let gazetteer = try gazetteer()
    let middle = CLLocationCoordinate2D(latitude: 0, longitude: 180)
    // 0.0898° are 10 km: numbers 92 to 108.
    let near = try gazetteer.settlements(within: 10_000, of: middle)
    let numbers = near.compactMap { Int($0.name.dropFirst("Village ".count)) }.sorted()
    #expect(numbers == Array(92...108))
    #expect(near.first { $0.name == "Village 95" }?.population == 950)
    #expect(near.allSatisfy { $0.attribution == "© Test" })
    #expect(try gazetteer.settlements(within: 10_000, of: middle, population: 1060).count == 3)
    #expect(try gazetteer.settlements(within: 0, of: middle).isEmpty)
    let nowhere = CLLocationCoordinate2D(latitude: 100, longitude: 0)
    #expect(try gazetteer.settlements(within: 10_000, of: nowhere).isEmpty)
  }
}
