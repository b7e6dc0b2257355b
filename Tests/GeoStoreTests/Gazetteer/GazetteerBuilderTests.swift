import Geo
import Glibc
import Testing

@testable import GeoStore

@Suite struct GazetteerBuilderTests {
  private let folder = TemporaryDirectory()
  private var path: String { folder.path + "/g.sqlite" }

  @Test func recordsOfAllKindsArrive() throws {
    let builder = try GazetteerBuilder(path: path)
    try builder.begin(GazetteerFiles.source)
    for record in GazetteerFiles.all { try builder.add(record) }
    let summary = try builder.finish()
    #expect(summary.places == 2)
    #expect(summary.names == 4)
    #expect(summary.areas == 1)
    #expect(summary.streets == 1)
    #expect(summary.addresses == 1)
    #expect(summary.unknownNames == 1)
    let rows = try GazetteerFiles.rows(path)
    #expect(rows.contains("names: 1 | 東京 | ja | 1 | 1"))
    #expect(rows.contains("names: 2 | Ōsaka |  | 0 | 1"))
    #expect(rows.contains { $0.hasPrefix("places: 1 | t:1 | 0 | Tokyo | 35.69 | 139.69") })
    #expect(rows.contains { $0.hasPrefix("areas: 1 | 1 | JP.40 | Tokyo | ") })
    #expect(access(path + ".part", F_OK) != 0)
    #expect(access(path + ".lock", F_OK) != 0)
  }
}
