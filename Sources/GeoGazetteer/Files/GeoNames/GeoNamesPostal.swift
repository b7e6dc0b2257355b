import Geo
import GeoFormats

/// GeoNames' table of postal codes: one code of a place per line.
///
/// A record's name is the code, and its `locality` is the place. A code of several places gives one record
/// for each.
///
/// - Source: https://download.geonames.org/export/zip/readme.txt
struct GeoNamesPostal: RecordLines {
  private var fields = TabFields()

  mutating func record(of line: UnsafeBufferPointer<UInt8>) throws(RecordFault) -> GazetteerRecord? {
    fields.split(line)
    // Some files omit the accuracy at the end.
    guard 11...12 ~= fields.count else { throw .columns(fields.count, expected: "12") }
    guard GeoNamesAreas.isCountry(fields[0]) else {
      throw .number("country code", fields[0], expected: "two capital letters")
    }
    let country = try fields.text(0, "country code")
    let code = try fields.text(1, "postal code")
    guard !code.isEmpty else { throw .missing("postal code") }
    let locality = try fields.text(2, "place name")
    var place = PlaceRecord(
      key: "geonames-postal:\(country)/\(code)/\(locality)", kind: .postalArea, name: code,
      coordinate: try fields.position(9, 10))
    place.country = country
    place.region = try GeoNames.code(country, fields, 4)
    place.county = try GeoNames.code(place.region, fields, 6)
    place.postalCode = code
    place.locality = locality
    return .place(place)
  }
}
