import Geo
import GeoFormats

extension GazetteerFile {
  /// Reads a table of places or of addresses.
  ///
  /// - Errors: ``GeoError`` (`data`) for a table without a latitude, a longitude and a name.
  func readTable(_ take: (GazetteerRecord) throws(GeoError) -> Bool) throws(GeoError) {
    let table = try CSVTable(try ByteStream(path: path, zip: .dataFile))
    let header = PlaceHeader(table.titles)
    guard header.isOfPlaces else {
      let found = table.titles.prefix(40).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
      throw GeoError(
        .data,
        "has no columns for names and positions; found \(found) (expected name, lat and lon, or street and number)",
        at: "\(path):\(table.line)")
    }
    let reader = PlaceRows(header, source: format == .openAddresses ? "openaddresses" : "csv:\(source.name)")
    while true {
      switch try table.next() {
      case .row:
        let record: GazetteerRecord
        do throws(RecordFault) {
          record = format == .openAddresses ? try reader.address(table) : try reader.record(table)
        } catch {
          skips.count(error.kind, "\(path):\(table.line): \(error.message)")
          continue
        }
        guard try take(record) else { return }
        bytesRead = table.position
      case .fault(let fault): skips.count(fault.kind, "\(path):\(table.line): \(fault.message)")
      case .end:
        bytesRead = byteCount
        return
      }
    }
  }
}

/// Records of the rows of a table.
struct PlaceRows {
  private let header: PlaceHeader
  private let source: String

  /// - Parameter source: the prefix of the keys of its records.
  init(_ header: PlaceHeader, source: String) { (self.header, self.source) = (header, source) }

  /// A row with a street and a number, and without a name, is an address.
  func record(_ table: CSVTable) throws(RecordFault) -> GazetteerRecord {
    let name = try text(.name, table, "name")
    if name.isEmpty, header.isOfAddresses { return try address(table) }
    guard !name.isEmpty else { throw .missing("name") }
    let coordinate = try position(table)
    var place = PlaceRecord(key: "", kind: .interest, name: name, coordinate: coordinate)
    place.population = try population(table)
    place.kind = try kind(table, population: place.population)
    place.country = CountryCodes.twoLetters(try text(.country, table, "country")) ?? ""
    place.region = code(try text(.region, table, "region"), in: place.country)
    place.county = code(try text(.county, table, "county"), in: place.region)
    place.timeZone = try text(.timeZone, table, "time zone")
    place.postalCode = try text(.postalCode, table, "postal code")
    place.locality = try text(.locality, table, "city")
    place.street = try text(.street, table, "street")
    place.houseNumber = try text(.number, table, "house number")
    place.radius = try radius(table)
    place.otherNames = try otherNames(table, than: name)
    let identifier = try text(.identifier, table, "identifier")
    place.key =
      identifier.isEmpty
      ? "\(source):\(name)@\(coordinate.latitude),\(coordinate.longitude)" : "\(source):\(identifier)"
    return .place(place)
  }

  func address(_ table: CSVTable) throws(RecordFault) -> GazetteerRecord {
    var parts = AddressParts()
    parts.number = try text(.number, table, "house number")
    parts.street = try text(.street, table, "street")
    parts.unit = try text(.unit, table, "unit")
    parts.locality = try text(.locality, table, "city")
    parts.region = try text(.region, table, "region")
    parts.postalCode = try text(.postalCode, table, "postal code")
    parts.country = CountryCodes.twoLetters(try text(.country, table, "country")) ?? ""
    let hash = try text(.hash, table, "hash")
    let identifier = hash.isEmpty ? try text(.identifier, table, "identifier") : hash
    return .address(try parts.record(at: try position(table), source: source, identifier: identifier))
  }

  private func text(_ column: PlaceColumn, _ table: CSVTable, _ title: String) throws(RecordFault) -> String {
    guard let index = header[column] else { return "" }
    let text = try GazetteerText.text(table.raw(index), title)
    return table.row.hasEscape(index) ? table.text(index) : text
  }

  private func position(_ table: CSVTable) throws(RecordFault) -> CLLocationCoordinate2D {
    guard let latitude = header[.latitude], let longitude = header[.longitude] else {
      throw .missing("position")
    }
    return try GazetteerText.position(table.raw(latitude), table.raw(longitude))
  }

  private func number(
    _ column: PlaceColumn, _ table: CSVTable, _ title: String, limit: Double
  ) throws(RecordFault) -> Double {
    guard let index = header[column] else { return 0 }
    let raw = table.raw(index)
    if raw.isEmpty { return 0 }
    guard let value = Decimal.parse(raw), value >= 0, value <= limit else {
      throw .number(title, raw, expected: "a number from 0 to \(JSONValue.text(of: limit))")
    }
    return value
  }

  private func population(_ table: CSVTable) throws(RecordFault) -> Int {
    Int(try number(.population, table, "population", limit: 20_000_000_000))
  }

  private func radius(_ table: CSVTable) throws(RecordFault) -> Double {
    try number(.radius, table, "radius", limit: 20_037_509)
  }

  /// The kind of a row; without one, a place with a population is a settlement and any other a point of
  /// interest.
  private func kind(_ table: CSVTable, population: Int) throws(RecordFault) -> PlaceKind {
    switch try text(.kind, table, "kind").lowercased() {
    case "": population > 0 ? .settlement : .interest
    case "settlement", "city", "town", "village", "hamlet", "municipality", "p", "ppl": .settlement
    case "suburb", "neighbourhood", "neighborhood", "quarter", "borough", "ppx", "pplx": .suburb
    case "country": .country
    case "region", "state", "province", "prefecture", "admin1", "adm1": .region
    case "county", "district", "admin2", "adm2": .county
    case "postcode", "postal code", "postalarea", "zip": .postalArea
    case "water", "lake", "river", "bay", "sea", "ocean", "reservoir", "h": .water
    case "terrain", "mountain", "peak", "hill", "island", "valley", "t": .terrain
    default: .interest
    }
  }

  /// The code of an area: a whole code, or the part after the country's. A name does not count as a code.
  private func code(_ text: String, in outer: String) -> String {
    if text.isEmpty || outer.isEmpty { return "" }
    if text.hasPrefix(outer + ".") { return text }
    let isShort = text.utf8.count <= 3 && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5a ~= $0 }
    return isShort ? "\(outer).\(text)" : ""
  }

  private func otherNames(_ table: CSVTable, than name: String) throws(RecordFault) -> [PlaceName] {
    var names: [PlaceName] = []
    for (column, language) in header.languages {
      let text = try GazetteerText.text(table.raw(column), "name")
      if !text.isEmpty { names.append(PlaceName(text, language: language, isPreferred: true)) }
    }
    let list = try text(.otherNames, table, "other names")
    let separator: Character = ["|", ";"].first { list.contains($0) } ?? ","
    for part in list.split(separator: separator) {
      let part = String(part.drop { $0 == " " })
      if !part.isEmpty, part != name { names.append(PlaceName(part)) }
    }
    return names
  }
}
