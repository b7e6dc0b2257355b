import Geo
import GeoFormats

/// Columns of tables and members of objects that a geocoder understands, with the titles that people give
/// them.
enum QueryColumn: CaseIterable {
  /// An address or the name of a place as one text.
  case text
  case latitude, longitude
  /// The parts of an address.
  case number, street, locality, region, postalCode, country

  var names: [String] {
    switch self {
    case .text:
      [
        "address", "query", "question", "text", "fulladdress", "addr", "location", "place", "where",
        "adresse", "住所",
      ]
    case .latitude: CSVColumn.latitude.names
    case .longitude: CSVColumn.longitude.names
    case .number: PlaceColumn.number.names
    case .street: PlaceColumn.street.names
    case .locality: PlaceColumn.locality.names
    case .region: PlaceColumn.region.names.filter { !$0.hasSuffix("code") } + ["statecode"]
    case .postalCode: PlaceColumn.postalCode.names
    case .country: ["country", "countryname"] + PlaceColumn.country.names
    }
  }
}

/// Finds the columns or members that form the question.
struct QueryNames {
  /// Names that the user gave.
  let told: QueryFeed.Names
  private let places: [QueryColumn: Int]

  /// - Parameter names: titles of columns, or names of members.
  init(_ names: [String], told: QueryFeed.Names) {
    self.told = told
    let plain = names.map(CSVHeader.plain)
    func index(_ name: String) -> Int? {
      names.firstIndex(of: name) ?? plain.firstIndex(of: CSVHeader.plain(name))
    }
    var places: [QueryColumn: Int] = [:]
    for column in QueryColumn.allCases {
      places[column] = column.names.lazy.compactMap { plain.firstIndex(of: $0) }.first
    }
    if let text = told.text { places[.text] = index(text) }
    if let latitude = told.latitude { (places[.latitude], places[.text]) = (index(latitude), nil) }
    if let longitude = told.longitude { (places[.longitude], places[.text]) = (index(longitude), nil) }
    // The name of a place is the question if there is no better column.
    let isPosition = places[.latitude] != nil && places[.longitude] != nil
    if places[.text] == nil, !isPosition, places[.street] == nil, places[.locality] == nil,
      places[.postalCode] == nil
    {
      places[.text] = PlaceColumn.name.names.lazy.compactMap { plain.firstIndex(of: $0) }.first
    }
    self.places = places
  }

  subscript(column: QueryColumn) -> Int? { places[column] }

  enum Form { case text, position, parts }

  /// The form of the questions; nil if the names do not show it.
  var form: Form? {
    if places[.text] != nil { return .text }
    if places[.latitude] != nil, places[.longitude] != nil { return .position }
    let parts: [QueryColumn] = [.street, .locality, .postalCode]
    return parts.contains { places[$0] != nil } ? .parts : nil
  }

  /// The columns that form the question.
  var columns: [QueryColumn] {
    switch form {
    case .text: [.text] + further
    case .position: [.latitude, .longitude]
    case .parts: [.number, .street, .locality, .region, .postalCode, .country].filter { places[$0] != nil }
    case nil: []
    }
  }

  /// The columns that say where an address is, beside the text of it; none if the user named the text's column.
  private var further: [QueryColumn] {
    told.text != nil ? [] : [.postalCode, .locality, .region, .country].filter { places[$0] != nil }
  }

  /// The question in a text, with what further columns say and the text does not.
  private func query(_ text: String, _ others: [String]) -> QueryFeed.Query {
    let asked = QueryFeed.query(text)
    // Without a street there may be a city.
    if text.allSatisfy(\.isWhitespace), let first = others.firstIndex(where: { !$0.isEmpty }) {
      return query(others[first], Array(others[(first + 1)...]))
    }
    guard case .ask(.text) = asked else { return asked }
    let missing = others.filter { !$0.isEmpty && !text.lowercased().contains($0.lowercased()) }
    return missing.isEmpty ? asked : .ask(.text(([text] + missing).joined(separator: ", ")))
  }

  /// The question in the fields of one row.
  ///
  /// - Parameter field: the text of a column.
  func query(_ field: (Int) -> String) -> QueryFeed.Query {
    func text(_ column: QueryColumn) -> String { places[column].map(field) ?? "" }
    func part(_ column: QueryColumn) -> String? {
      let part = text(column)
      return part.isEmpty ? nil : part
    }
    switch form {
    case .text: return query(text(.text), further.map(text))
    case .position:
      let latitude = text(.latitude)
      let longitude = text(.longitude)
      if latitude.isEmpty, longitude.isEmpty { return .bad("has no latitude and no longitude") }
      let degrees = [latitude, longitude].map { text in
        Array(text.utf8).withUnsafeBufferPointer(Decimal.parse)
      }
      if let y = degrees[0], let x = degrees[1],
        CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(y, x))
      {
        return .ask(.position(CLLocationCoordinate2DMake(y, x)))
      }
      // Degrees may be written with minutes.
      do throws(GeoError) {
        if let place = try PositionText.parse("\(latitude); \(longitude)") { return .ask(.position(place)) }
      } catch { return .bad(error.message) }
      return .bad("\"\(latitude.prefix(40))\", \"\(longitude.prefix(40))\" is not a position")
    case .parts:
      var address = PlacemarkAddress()
      (address.subThoroughfare, address.thoroughfare) = (part(.number), part(.street))
      (address.locality, address.administrativeArea) = (part(.locality), part(.region))
      address.postalCode = part(.postalCode)
      let country = part(.country)
      if let code = country, code.utf8.count == 2 {
        address.ISOcountryCode = code.uppercased()
      } else {
        address.country = country
      }
      return address == PlacemarkAddress() ? .bad("has no address") : .ask(.address(address))
    case nil: return .bad("has no address and no position")
    }
  }
}
