import Geo
import GeoFormats

/// GeoNames' `admin1CodesASCII.txt`, `admin2Codes.txt` and `countryInfo.txt`: the name of an area per line.
///
/// - Source: https://download.geonames.org/export/dump/readme.txt
struct GeoNamesAreas: RecordLines {
  private var fields = TabFields()

  mutating func record(of line: UnsafeBufferPointer<UInt8>) throws(RecordFault) -> GazetteerRecord? {
    guard line.first != UInt8(ascii: "#") else { return nil }
    fields.split(line)
    let code = try fields.text(0, "code")
    let dots = code.utf8.count { $0 == UInt8(ascii: ".") }
    guard code.utf8.count >= 2, dots > 0 || GeoNamesAreas.isCountry(fields[0]) else {
      throw .number("code", fields[0], expected: "a code such as JP, JP.40 or US.CA.085")
    }
    return .area(dots == 0 ? try country(code) : try area(code, dots == 1 ? .region : .county))
  }

  static func isCountry(_ code: UnsafeBufferPointer<UInt8>) -> Bool {
    code.count == 2 && code.allSatisfy { 0x41...0x5a ~= $0 }
  }

  private func area(_ code: String, _ kind: AreaKind) throws(RecordFault) -> AreaRecord {
    guard 2...4 ~= fields.count else {
      throw .columns(fields.count, expected: "4: code, name, ASCII name, geonameid")
    }
    var area = AreaRecord(kind: kind, code: code, name: try fields.text(1, "name"))
    guard !area.name.isEmpty else { throw .missing("name") }
    if let ascii = GazetteerText.plain(fields[2]), !ascii.isEmpty, ascii != area.name {
      area.otherNames = [PlaceName(ascii)]
    }
    return area
  }

  private func country(_ code: String) throws(RecordFault) -> AreaRecord {
    guard fields.count >= 5 else {
      throw .columns(fields.count, expected: "19: ISO, ISO3, …, as in countryInfo.txt")
    }
    var area = AreaRecord(kind: .country, code: code, name: try fields.text(4, "name"))
    guard !area.name.isEmpty else { throw .missing("name") }
    // The three-letter code finds it too.
    if let iso3 = GazetteerText.plain(fields[1]), iso3.utf8.count == 3 { area.otherNames = [PlaceName(iso3)] }
    return area
  }
}
