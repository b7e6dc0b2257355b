import FeedTesting
import Geo
import Glibc
import Testing

@testable import GeoGazetteer
@testable import SQLite

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
    for left in [".part", ".part.new", ".lock"] { #expect(access(path + left, F_OK) != 0) }
  }

  @Test func theMostImportantPlaceIsNumberOne() throws {
    try GazetteerFiles.build(
      path,
      [
        GazetteerFiles.place("b", "Hamlet", 1, 1), GazetteerFiles.place("a", "Hamlet", 1, 1),
        GazetteerFiles.place("c", "City", 1, 1, population: 5),
      ])
    #expect(try GazetteerFiles.keys(path) == ["c", "a", "b"])
  }

  @Test func numbersDoNotDependOnTheOrderOfRecords() throws {
    try GazetteerFiles.build(path, GazetteerFiles.all)
    try GazetteerFiles.build(folder.path + "/h.sqlite", GazetteerFiles.all.reversed())
    #expect(try GazetteerFiles.rows(path) == GazetteerFiles.rows(folder.path + "/h.sqlite"))
  }

  @Test func theSameKeyReplacesAPlaceWithItsNames() throws {
    try GazetteerFiles.build(
      path,
      [
        GazetteerFiles.place("a", "Edo", 1, 1, population: 9, names: [PlaceName("江戸", language: "ja")]),
        .name(PlaceName("Iedo"), of: "a"),
        GazetteerFiles.place("a", "Tokyo", 2, 2, names: [PlaceName("東京", language: "ja")]),
      ])
    let rows = try GazetteerFiles.rows(path)
    #expect(rows.filter { $0.hasPrefix("places") }.count == 1)
    #expect(rows.contains { $0.hasPrefix("places: 1 | a | 0 | Tokyo | 2.0 | 2.0 | 0.0 | 0 |") })
    #expect(
      rows.filter { $0.hasPrefix("names") } == ["names: 1 | Iedo |  | 0 | 1", "names: 1 | 東京 | ja | 0 | 1"])
  }

  @Test func streetsAndHousesAreReplacedByTheirKeys() throws {
    func street(_ name: String) -> GazetteerRecord {
      .street(StreetRecord(key: "s", name: name, line: GazetteerFiles.square[0]))
    }
    func house(_ number: String) -> GazetteerRecord {
      .address(
        AddressRecord(key: "h", number: number, street: "Old", coordinate: GazetteerFiles.square[0][1]))
    }
    try GazetteerFiles.build(path, [street("Old"), house("1"), street("New"), house("2")])
    let rows = try GazetteerFiles.rows(path).filter { $0.hasPrefix("streets") || $0.hasPrefix("addresses") }
    #expect(rows.count == 2)
    #expect(rows[0].hasPrefix("streets: 1 | s | New | "))
    #expect(rows[1].hasPrefix("addresses: 1 | h | 2 | "))
  }

  /// A place, its country, state and county, and a landmark, each from another source.
  @Test func allSourcesOfAnAnswerAreNamed() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/gazetteer.sqlite"
    let here = CLLocationCoordinate2D(latitude: 35.69, longitude: 139.69)
    var town = PlaceRecord(key: "t:1", kind: .settlement, name: "Tokyo", coordinate: here)
    (town.country, town.region, town.county) = ("JP", "JP.40", "JP.40.1")
    let records: [GazetteerRecord] = [
      .place(town), .area(AreaRecord(kind: .country, code: "JP", name: "Japan")),
      .area(AreaRecord(kind: .region, code: "JP.40", name: "Tokyo")),
      .area(AreaRecord(kind: .county, code: "JP.40.1", name: "Shinjuku")),
      .place(PlaceRecord(key: "t:2", kind: .interest, name: "Tower", coordinate: here)),
      .address(AddressRecord(key: "a:1", number: "2", street: "Street", coordinate: here)),
    ]
    let builder = try GazetteerBuilder(path: path, mode: .new)
    for (index, record) in records.enumerated() {
      var source = GazetteerFiles.source("\(index)")
      source.attribution = "© \(index)"
      try builder.begin(source)
      try builder.add(record)
      try builder.end()
    }
    try builder.finish()
    #expect(try Gazetteer(path: path).places(at: here).first?.attribution == "© 0; © 1; © 2; © 3; © 4; © 5")
  }

  @Test func anAreasNameAndItsBordersMayComeApartAndInAnyOrder() throws {
    let name = GazetteerFiles.area("JP.40", "Tokyo")
    let borders = GazetteerFiles.area("JP.40", "", hasShape: true)
    for (file, records) in [("1", [name, borders]), ("2", [borders, name])] {
      try GazetteerFiles.build(folder.path + "/" + file, records)
      let areas = try GazetteerFiles.rows(folder.path + "/" + file).filter { $0.hasPrefix("areas") }
      #expect(areas.count == 1)
      #expect(areas.first?.hasPrefix("areas: 1 | 1 | JP.40 | Tokyo | ") == true)
    }
  }

  @Test func shapesComeBackToACentimeter() throws {
    let line = [(35.123_456_78, -139.999_999_94), (-90, 180), (90, -180), (0, 0)].map {
      CLLocationCoordinate2D(latitude: $0.0, longitude: $0.1)
    }
    let back = try CoordinateBytes.polygons(CoordinateBytes.bytes(polygons: [[line, line], [line]]))
    #expect(back.map(\.count) == [2, 1])
    for (point, original) in zip(back[1][0], line) {
      #expect(abs(point.latitude - original.latitude) <= 0.5e-7)
      #expect(abs(point.longitude - original.longitude) <= 0.5e-7)
    }
    #expect(try CoordinateBytes.line(CoordinateBytes.bytes(line: back[0][0])) == back[0][0])
  }

  @Test func damagedShapesAreNoCrash() {
    let bytes = CoordinateBytes.bytes(polygons: [GazetteerFiles.square])
    for length in 0..<bytes.count {
      _ = try? CoordinateBytes.polygons(Array(bytes[..<length]))
      var flipped = bytes
      flipped[length] ^= 0xff
      _ = try? CoordinateBytes.polygons(flipped)
    }
    #expect(throws: ByteReader.Fault.self) { try CoordinateBytes.polygons(Array(bytes.dropLast())) }
  }

  @Test func recordsWithoutANameOrAValidPositionAreCountedAndLeftOut() throws {
    let builder = try GazetteerBuilder(path: path)
    try builder.begin(GazetteerFiles.source)
    try builder.add(GazetteerFiles.place("a", "North of the pole", 91, 0))
    try builder.add(GazetteerFiles.place("b", "Nowhere", .nan, 0))
    try builder.add(GazetteerFiles.place("c", "", 1, 1))
    try builder.add(.name(PlaceName(""), of: "c"))
    try builder.add(.street(StreetRecord(key: "s", name: "Points", line: [])))
    try builder.add(
      .address(
        AddressRecord(
          key: "h", number: "1", street: "S",
          coordinate: CLLocationCoordinate2D(latitude: 0, longitude: .infinity))))
    try builder.add(GazetteerFiles.place("d", "Here", 1, 1))
    #expect(builder.refusedCount == 6)
    #expect(try builder.finish().places == 1)
  }

  @Test func textOfAllKindsIsKeptAsItIs() throws {
    let names = [
      "NUL\0inside", "'; DROP TABLE places; --", "\"\u{FEFF}\u{202E}", String(repeating: "長", count: 10_000),
    ]
    try GazetteerFiles.build(
      path, names.enumerated().map { GazetteerFiles.place("k\($0)\0'", $1, 1, 1, population: 9 - $0) })
    let rows = try GazetteerFiles.rows(path).filter { $0.hasPrefix("places") }
    #expect(rows.count == names.count)
    for (row, name) in zip(rows, names) { #expect(row.contains(" | \(name) | ")) }
  }

  @Test func attributionAndLicenseOfEachSourceAreKept() throws {
    let builder = try GazetteerBuilder(path: path)
    for (name, attribution, license) in [("one", "© One", "CC-BY-4.0"), ("two", "", "")] {
      var source = GazetteerSource(name: name, attribution: attribution, license: license)
      source.hash = name
      try builder.begin(source)
      try builder.add(GazetteerFiles.place(name, name, 1, 1))
    }
    try builder.finish()
    let sources = try Gazetteer(path: path).sources()
    #expect(sources.map(\.name) == ["one", "two"])
    #expect(sources.map(\.attribution) == ["© One", ""])
    #expect(sources.map(\.license) == ["CC-BY-4.0", ""])
    #expect(sources.map(\.records) == [1, 1])
  }

  @Test func theBuiltInExamplesAndAreasKeepTheirAttribution() throws {
    var examples = GazetteerFiles.source("examples")
    examples.attribution = "© Examples"
    let other = try GazetteerBuilder(path: folder.path + "/set")
    try other.begin(GazetteerFiles.source("cities"))
    try other.add(GazetteerFiles.place("city", "City", 1, 1))
    try other.add(GazetteerFiles.area("A.1", "Area", hasShape: true))
    try other.begin(examples)
    try other.add(
      GazetteerFiles.place("csv:examples:e", "Example", 2, 2, names: [PlaceName("例", language: "ja")]))
    try other.finish()
    for (file, withAreas) in [("with", true), ("without", false)] {
      let path = folder.path + "/" + file
      let builder = try GazetteerBuilder(path: path)
      try builder.add(from: try Gazetteer(path: folder.path + "/set"), withAreas: withAreas)
      try builder.finish()
      #expect(try GazetteerFiles.keys(path) == ["csv:examples:e"])
      let rows = try GazetteerFiles.rows(path)
      #expect(rows.contains { $0.hasPrefix("names: 1 | 例 | ja | 0 | ") })
      #expect(rows.filter { $0.hasPrefix("areas") }.count == (withAreas ? 1 : 0))
      #expect(
        try Gazetteer(path: path).sources().map(\.name) == (withAreas ? ["test cities"] : []) + [
          "test examples"
        ])
      #expect(try Gazetteer(path: path).sources().last?.attribution == "© Examples")
    }
  }
}
