import Geo
import GeoFormats

/// Columns of tables of places and addresses, with the titles that people give them.
///
/// Titles are compared in lower case without spaces, dots, dashes and underscores; the first match in a table
/// counts.
enum PlaceColumn: CaseIterable {
  case identifier, name, latitude, longitude, kind, country, region, county, population, timeZone
  case locality, street, number, unit, postalCode, radius, otherNames, hash

  var names: [String] {
    switch self {
    case .identifier: ["id", "key", "placeid", "geonameid", "osmid"]
    case .name: ["name", "title", "label", "placename", "place"]
    case .latitude: CSVColumn.latitude.names
    case .longitude: CSVColumn.longitude.names
    case .kind: ["kind", "type", "placetype", "category", "class"]
    case .country: ["countrycode", "isocountrycode", "iso2", "iso", "cc", "country", "iso3"]
    case .region:
      [
        "admin1code", "statecode", "region", "admin1", "state", "province", "prefecture",
        "administrativearea",
      ]
    case .county: ["admin2code", "county", "admin2"]
    case .population: ["population", "pop", "inhabitants"]
    case .timeZone: ["timezone", "tz", "timezoneid"]
    case .locality: ["city", "locality", "town", "municipality"]
    case .street: ["street", "streetname", "road", "thoroughfare"]
    case .number: ["number", "housenumber", "streetnumber", "houseno", "subthoroughfare"]
    case .unit: ["unit", "apartment", "suite"]
    case .postalCode: ["postalcode", "postcode", "zip", "zipcode", "plz"]
    case .radius: ["radius"]
    case .otherNames: ["alternatenames", "alternatename", "altnames", "aliases", "othernames"]
    case .hash: ["hash"]
    }
  }
}

/// Maps columns of a table of places to their meaning.
struct PlaceHeader {
  private var columns: [PlaceColumn: Int] = [:]
  /// Columns of names in one language, in their order: `name_ja`, `name:ja`.
  private(set) var languages: [(column: Int, language: String)] = []

  init(_ titles: [String]) {
    let plain = titles.map(CSVHeader.plain)
    for column in PlaceColumn.allCases {
      columns[column] = column.names.lazy.compactMap { plain.firstIndex(of: $0) }.first
    }
    // A table of cities may use this title for the name.
    if columns[.name] == nil, columns[.street] == nil {
      columns[.name] = columns[.locality]
      columns[.locality] = nil
    }
    for (index, title) in titles.enumerated() {
      if let language = BorderNames.language(title.lowercased()) { languages.append((index, language)) }
    }
  }

  subscript(column: PlaceColumn) -> Int? { columns[column] }

  var isOfPlaces: Bool {
    columns[.latitude] != nil && columns[.longitude] != nil && (columns[.name] != nil || isOfAddresses)
  }

  var isOfAddresses: Bool { columns[.street] != nil && columns[.number] != nil }
}
