import Geo
import GeoFormats

extension GazetteerFile.Format {
  /// All formats, for messages.
  static let known =
    "GeoNames (places, alternateNamesV2, admin1CodesASCII, admin2Codes, countryInfo, postal codes), "
    + "OpenAddresses (GeoJSON lines or CSV), OpenStreetMap (.osm.pbf), borders as GeoJSON, "
    + "CSV with a header that has name, lat and lon; each also .gz or .zip"

  /// The format that a file's first bytes suggest; its name decides between two.
  ///
  /// - Errors: ``GeoError`` (`data`) for one of no known format.
  static func guess(_ path: String, _ head: [UInt8]) throws(GeoError) -> GazetteerFile.Format {
    let name = path.lowercased()
    if name.hasSuffix(".pbf") || isProtocolBuffer(head) { return .osm }
    guard !head.isEmpty else { throw GeoError(.data, "is empty (expected \(known))", at: path) }
    if head.starts(with: [0xff, 0xfe]) || head.starts(with: [0xfe, 0xff]) {
      throw GeoError(.data, "is UTF-16 (expected UTF-8)", at: path)
    }
    let text = head.beginsWithMark ? head.dropFirst(3) : head[...]
    let first = text.first { $0 > 0x20 }
    if first == UInt8(ascii: "{") || first == FenceForm.recordSeparator { return json(text) }
    for line in text.split(separator: 10).prefix(200) {
      guard let first = line.first(where: { $0 > 0x20 }), first != UInt8(ascii: "#") else { continue }
      if let format = line.withUnsafeBufferPointer({ tabs($0) ?? table($0) }) { return format }
      break
    }
    throw GeoError(.data, "has an unknown format (expected \(known))", at: path)
  }

  /// Every OpenStreetMap file begins with a blob whose first bytes give its type.
  private static func isProtocolBuffer(_ head: [UInt8]) -> Bool {
    head.count > 15 && head[4...].starts(with: [0x0a, 9] + Array("OSMHeader".utf8))
  }

  private static func json(_ text: ArraySlice<UInt8>) -> GazetteerFile.Format {
    let beginning = String(decoding: text.prefix(1 << 12), as: UTF8.self)
    return beginning.contains("\"street\"") && beginning.contains("\"number\"") ? .openAddresses : .borders
  }

  /// GeoNames' tables have no header: their columns tell them apart.
  private static func tabs(_ line: UnsafeBufferPointer<UInt8>) -> GazetteerFile.Format? {
    var fields = TabFields()
    fields.split(line)
    func isNumber(_ column: Int) -> Bool { (try? fields.integer(column, "", limit: .max / 100)) ?? 0 > 0 }
    switch fields.count {
    case 19 where isNumber(0): return .geonames
    case 8, 10:
      if isNumber(0), isNumber(1) { return .geonamesNames }
    case 11, 12:
      if GeoNamesAreas.isCountry(fields[0]), (try? fields.position(9, 10)) != nil { return .geonamesPostal }
    default: break
    }
    if fields.count >= 5, GeoNamesAreas.isCountry(fields[0]), fields[1].count == 3 { return .geonamesAreas }
    let code = fields[0]
    let isCode =
      2...4 ~= fields.count && code.count > 3 && code[2] == UInt8(ascii: ".")
      && GeoNamesAreas.isCountry(UnsafeBufferPointer(rebasing: code[0..<2]))
    return isCode ? .geonamesAreas : nil
  }

  private static func table(_ line: UnsafeBufferPointer<UInt8>) -> GazetteerFile.Format? {
    var row = CSVRow()
    guard !line.contains(0), let separator = CSVSeparator.guess(line),
      case .whole = row.split(line, from: 0, by: separator)
    else { return nil }
    let titles = row.fields.indices.map { row.text($0, line).uppercased() }
    if Set(titles).isSuperset(of: ["LON", "LAT", "NUMBER", "STREET", "HASH"]) { return .openAddresses }
    return PlaceHeader(titles).isOfPlaces ? .csv : nil
  }

  /// The source of a file in this format.
  func source(_ path: String, _ head: [UInt8]) -> GazetteerSource {
    var name = FileForm.baseName(of: path)
    for ending in [".txt", ".csv", ".osm", ".geojson", ".json"] where name.lowercased().hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    switch self {
    case .geonames, .geonamesNames, .geonamesAreas, .geonamesPostal:
      return GazetteerSource(
        name: "GeoNames \(name)", attribution: GeoNames.attribution, license: GeoNames.license)
    case .openAddresses:
      return GazetteerSource(
        name: "OpenAddresses \(name)", attribution: "OpenAddresses contributors",
        license: "of its source, see openaddresses.io")
    case .osm:
      return GazetteerSource(
        name: "OpenStreetMap \(name)", attribution: "© OpenStreetMap contributors", license: "ODbL 1.0")
    case .borders:
      let beginning = String(decoding: head.prefix(1 << 12), as: UTF8.self)
      if beginning.contains("\"shapeGroup\"") || beginning.contains("\"shapeType\"") {
        return GazetteerSource(name: name, attribution: "geoBoundaries", license: "CC BY 4.0")
      }
      let isNaturalEarth = beginning.contains("\"featurecla\"")
      return GazetteerSource(
        name: isNaturalEarth ? "Natural Earth \(name)" : name, attribution: "",
        license: isNaturalEarth ? "public domain" : "")
    case .csv: return GazetteerSource(name: name, attribution: "", license: "")
    }
  }
}
