import Geo

/// What an object says of the house that it is or that it is in.
struct OSMAddress {
  /// As it is written, such as `12`, `12-14`, `12;14` or `12 A`.
  var number = ""
  /// The street; the place where houses are numbered without streets.
  var street = ""
  var unit = ""
  var locality = ""
  var region = ""
  var postalCode = ""
  var country = ""

  /// Numbers in one tag at most.
  private static let most = 20

  init(_ tags: OSMTags) {
    number = tags.first("addr:housenumber", "addr:streetnumber", "addr:conscriptionnumber") ?? ""
    street = tags.first("addr:street", "addr:place") ?? ""
    unit = tags["addr:unit"] ?? ""
    locality = tags.first("addr:city", "addr:hamlet", "addr:village") ?? ""
    region = tags.first("addr:state", "addr:province") ?? ""
    postalCode = tags.first("addr:postcode", "postal_code") ?? ""
    country = tags.country
  }

  /// A record for each number that the tag holds.
  func records(key: String, at coordinate: CLLocationCoordinate2D, radius: Double) -> [AddressRecord] {
    var records: [AddressRecord] = []
    for part in number.split(whereSeparator: { $0 == ";" || $0 == "," }).prefix(OSMAddress.most) {
      let number = OSMTags.trimmed(part)
      guard !number.isEmpty else { continue }
      let key = records.isEmpty ? key : "\(key):\(records.count + 1)"
      records.append(record(key: key, number: number, at: coordinate, radius: radius))
    }
    return records
  }

  func record(
    key: String, number: String, at coordinate: CLLocationCoordinate2D, radius: Double = 0
  ) -> AddressRecord {
    var record = AddressRecord(key: key, number: number, street: street, coordinate: coordinate)
    record.radius = radius
    record.unit = unit
    record.locality = locality
    record.region = region
    record.postalCode = postalCode
    record.country = country
    return record
  }

  /// Takes what is missing here from another one.
  mutating func complete(with other: OSMAddress) {
    if street.isEmpty { street = other.street }
    if locality.isEmpty { locality = other.locality }
    if region.isEmpty { region = other.region }
    if postalCode.isEmpty { postalCode = other.postalCode }
    if country.isEmpty { country = other.country }
  }
}
