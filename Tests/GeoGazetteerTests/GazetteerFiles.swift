import Geo
import Glibc
import SQLite

@testable import GeoGazetteer

/// Records and gazetteers that tests make.
enum GazetteerFiles {
  static let source = GazetteerSource(name: "test", attribution: "© Test", license: "CC0")

  static func source(_ hash: String) -> GazetteerSource {
    var source = source
    (source.name, source.hash) = ("test \(hash)", hash)
    return source
  }

  static func place(
    _ key: String, _ name: String, _ latitude: Double, _ longitude: Double, population: Int = 0,
    names: [PlaceName] = []
  ) -> GazetteerRecord {
    var place = PlaceRecord(
      key: key, kind: .settlement, name: name,
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude))
    (place.population, place.otherNames) = (population, names)
    return .place(place)
  }

  static let square = [
    [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.0, 0.0)].map {
      CLLocationCoordinate2D(latitude: $0.0, longitude: $0.1)
    }
  ]

  static func area(_ code: String, _ name: String, hasShape: Bool = false) -> GazetteerRecord {
    var area = AreaRecord(kind: .region, code: code, name: name)
    if hasShape { area.polygons = [square] }
    return .area(area)
  }

  /// One of each kind, with names before and after their place.
  static let all: [GazetteerRecord] = [
    .name(PlaceName("東京", language: "ja", isPreferred: true), of: "t:1"),
    .name(PlaceName("Nowhere"), of: "t:none"),
    place("t:2", "Osaka", 34.69, 135.5, population: 2_700_000, names: [PlaceName("大阪", language: "ja")]),
    place("t:1", "Tokyo", 35.69, 139.69, population: 9_700_000, names: [PlaceName("Tokio", language: "de")]),
    area("JP.40", "Tokyo"),
    area("JP.40", "", hasShape: true),
    .street(
      StreetRecord(
        key: "s:1", name: "Chuo-dori",
        line: [(35.67, 139.76), (35.68, 139.77)].map {
          CLLocationCoordinate2D(latitude: $0.0, longitude: $0.1)
        })),
    .address(
      AddressRecord(
        key: "a:1", number: "5", street: "Chuo-dori",
        coordinate: CLLocationCoordinate2D(latitude: 35.675, longitude: 139.765))),
    .name(PlaceName("Ōsaka"), of: "t:2"),
  ]

  static func build(_ path: String, _ records: [GazetteerRecord], mode: GazetteerBuilder.Mode = .new) throws {
    let builder = try GazetteerBuilder(path: path, mode: mode)
    try builder.begin(source)
    for record in records { try builder.add(record) }
    try builder.finish()
  }

  /// The keys of the places in order of importance.
  static func keys(_ path: String) throws -> [String] {
    let database = try GazetteerSchema.open(path)
    let rows = try database.statement("SELECT key FROM places ORDER BY id")
    var keys: [String] = []
    while try rows.step() { keys.append(rows.text(0)) }
    return keys
  }

  /// All contents of a gazetteer's tables, one line per row.
  static func rows(_ path: String) throws -> [String] {
    let database = try GazetteerSchema.open(path)
    var lines: [String] = []
    for table in [
      "meta", "sources", "areas", "area_names", "places", "names", "streets", "street_names", "addresses",
    ] {
      let rows = try database.statement("SELECT * FROM \(table) ORDER BY 1, 2")
      while try rows.step() {
        lines.append(
          "\(table): " + (0..<rows.columnCount).map { rows.text($0) }.joined(separator: " | "))
      }
      rows.reset()
    }
    return lines
  }
}
