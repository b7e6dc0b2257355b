import Geo
import GeoFormats

/// GeoNames' main table: one place per line in nineteen columns.
///
/// - Source: https://download.geonames.org/export/dump/readme.txt
struct GeoNamesPlaces: RecordLines {
  private var fields = TabFields()

  /// The columns, counted from 0.
  private enum Column {
    static let identifier = 0, name = 1, asciiName = 2, names = 3, latitude = 4, longitude = 5
    static let featureClass = 6, featureCode = 7, country = 8, region = 10, county = 11, population = 14
    static let timeZone = 17, count = 19
  }

  mutating func record(of line: UnsafeBufferPointer<UInt8>) throws(RecordFault) -> GazetteerRecord? {
    fields.split(line)
    guard fields.count == Column.count else { throw .columns(fields.count, expected: "\(Column.count)") }
    let kind: PlaceKind
    switch GeoNamesFeature.of(
      fields[Column.featureClass].first ?? 0, GeoNamesFeature.packed(fields[Column.featureCode]))
    {
    case .kind(let known): kind = known
    case .skipped(let name): throw RecordFault(name, "is left out: \(name)")
    }
    let identifier = try fields.integer(Column.identifier, "geonameid", limit: Int(Int64.max) / 100)
    guard identifier > 0 else { throw .missing("geonameid") }
    let name = try fields.text(Column.name, "name")
    guard !name.isEmpty else { throw .missing("name") }
    var place = PlaceRecord(
      key: GeoNames.key(identifier), kind: kind, name: name,
      coordinate: try fields.position(Column.latitude, Column.longitude))
    place.population = try fields.integer(Column.population, "population", limit: 20_000_000_000)
    place.country = try fields.text(Column.country, "country code")
    place.region = try GeoNames.code(place.country, fields, Column.region)
    place.county = try GeoNames.code(place.region, fields, Column.county)
    place.timeZone = try fields.text(Column.timeZone, "time zone")
    place.otherNames = otherNames(than: name)
    return .place(place)
  }

  /// The other names, without a language; unreadable ones are skipped singly.
  private func otherNames(than name: String) -> [PlaceName] {
    let ascii = fields[Column.asciiName]
    let list = fields[Column.names]
    var names: [PlaceName] = []
    if !ascii.isEmpty { names.reserveCapacity(1 + list.count / 8) }
    if let text = GazetteerText.plain(ascii), !text.isEmpty, text != name { names.append(PlaceName(text)) }
    var start = 0
    while start < list.count {
      var end = start
      while end < list.count, list[end] != UInt8(ascii: ",") { end += 1 }
      if end > start, let text = GazetteerText.plain(UnsafeBufferPointer(rebasing: list[start..<end])),
        text != name, text != names.first?.name
      {
        names.append(PlaceName(text))
      }
      start = end + 1
    }
    return names
  }
}

/// Shared by all GeoNames files.
enum GeoNames {
  static let attribution = "© GeoNames"
  static let license = "CC BY 4.0"

  static func key(_ identifier: Int) -> String { "geonames:" + String(identifier) }

  /// The code of an area after that of its parent area; empty if there is no code.
  ///
  /// GeoNames writes 00 where a country has no areas of the first level, or the area is unknown.
  static func code(_ outer: String, _ fields: borrowing TabFields, _ column: Int) throws(RecordFault)
    -> String
  {
    let inner = fields[column]
    guard !outer.isEmpty, !inner.isEmpty, !inner.elementsEqual("00".utf8) else { return "" }
    return outer + "." + (try fields.text(column, "area code"))
  }
}
