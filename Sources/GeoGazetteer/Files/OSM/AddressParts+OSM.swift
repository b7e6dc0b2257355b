import Geo

/// The address that an OpenStreetMap object gives for itself or its house.
extension AddressParts {
  /// The most numbers in one tag.
  private static let mostNumbers = 20

  init(_ tags: OSMTags) {
    number = tags.first("addr:housenumber", "addr:streetnumber", "addr:conscriptionnumber") ?? ""
    street = tags.first("addr:street", "addr:place") ?? ""
    unit = tags["addr:unit"] ?? ""
    locality = tags.first("addr:city", "addr:hamlet", "addr:village") ?? ""
    region = tags.first("addr:state", "addr:province") ?? ""
    postalCode = tags.first("addr:postcode", "postal_code") ?? ""
    country = tags.country
  }

  /// One record for each number in the tag.
  func records(key: String, at coordinate: CLLocationCoordinate2D, radius: Double) -> [AddressRecord] {
    var records: [AddressRecord] = []
    for part in number.split(whereSeparator: { $0 == ";" || $0 == "," }).prefix(AddressParts.mostNumbers) {
      let number = OSMTags.trimmed(part)
      guard !number.isEmpty else { continue }
      let key = records.isEmpty ? key : "\(key):\(records.count + 1)"
      records.append(record(key: key, number: number, at: coordinate, radius: radius))
    }
    return records
  }

  /// Fills missing parts from another address.
  mutating func complete(with other: AddressParts) {
    if street.isEmpty { street = other.street }
    if locality.isEmpty { locality = other.locality }
    if region.isEmpty { region = other.region }
    if postalCode.isEmpty { postalCode = other.postalCode }
    if country.isEmpty { country = other.country }
  }
}
