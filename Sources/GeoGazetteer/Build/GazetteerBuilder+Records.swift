import Geo
import SQLite

extension GazetteerBuilder {
  func insert(_ record: GazetteerRecord, _ source: Int64) throws(GeoError) {
    switch record {
    case .place(let place): try insert(place, source)
    case .name(let name, let key): try insert(name, of: key, source)
    case .area(let area): try insert(area, source)
    case .street(let street): try insert(street, source)
    case .address(let address): try insert(address, source)
    }
  }

  private func insert(_ place: PlaceRecord, _ source: Int64) throws(GeoError) {
    guard place.coordinate.isValid, !place.name.isEmpty else { return refusedCount += 1 }
    try database.run(
      Insertion.place,
      .text(place.key), .integer(Int64(place.kind.rawValue)), .text(place.name),
      .real(place.coordinate.latitude), .real(place.coordinate.longitude), .real(place.radius),
      .integer(Int64(place.population)), .text(place.country), .text(place.region), .text(place.county),
      .text(place.timeZone), .text(place.postalCode), .text(place.locality), .text(place.street),
      .text(place.houseNumber), .integer(source))
    guard !place.otherNames.isEmpty else { return }
    let id = database.lastInsertedRow
    for name in place.otherNames where !name.name.isEmpty {
      try database.run(
        "INSERT INTO own_names VALUES (?, ?, ?, ?)", .integer(id), .text(name.name), .text(name.language),
        .integer(name.isPreferred ? 1 : 0))
    }
  }

  private func insert(_ name: PlaceName, of key: String, _ source: Int64) throws(GeoError) {
    guard !name.name.isEmpty else { return refusedCount += 1 }
    try database.run(
      "INSERT INTO names VALUES (?, ?, ?, ?, ?)", .text(key), .text(name.name), .text(name.language),
      .integer(name.isPreferred ? 1 : 0), .integer(source))
  }

  private func insert(_ area: AreaRecord, _ source: Int64) throws(GeoError) {
    guard area.polygons.allSatisfy({ $0.allSatisfy { $0.allSatisfy(\.isValid) } }) else {
      return refusedCount += 1
    }
    let shape: SQLValue =
      area.polygons.isEmpty ? .null : .blob(CoordinateBytes.bytes(polygons: area.polygons))
    let kind = Int64(area.kind.rawValue)
    try database.run(
      "INSERT INTO areas (kind, code, name, shape, source) VALUES (?, ?, ?, ?, ?)",
      .integer(kind), .text(area.code), .text(area.name), shape, .integer(source))
    for name in area.otherNames where !name.name.isEmpty {
      try database.run(
        "INSERT INTO area_names VALUES (?, ?, ?, ?, ?)", .integer(kind), .text(area.code), .text(name.name),
        .text(name.language), .integer(name.isPreferred ? 1 : 0))
    }
  }

  private func insert(_ street: StreetRecord, _ source: Int64) throws(GeoError) {
    guard !street.name.isEmpty, let middle = street.line.middle, street.line.allSatisfy(\.isValid) else {
      return refusedCount += 1
    }
    try database.run(
      Insertion.street,
      .text(street.key), .text(street.name), .text(street.locality), .text(street.postalCode),
      .real(middle.latitude), .real(middle.longitude), .blob(CoordinateBytes.bytes(line: street.line)),
      .integer(source))
    guard !street.otherNames.isEmpty else { return }
    let id = database.lastInsertedRow
    for name in street.otherNames where !name.name.isEmpty {
      try database.run(
        "INSERT INTO street_names VALUES (?, ?, ?, ?)", .integer(id), .text(name.name), .text(name.language),
        .integer(name.isPreferred ? 1 : 0))
    }
  }

  private func insert(_ address: AddressRecord, _ source: Int64) throws(GeoError) {
    guard address.coordinate.isValid, !address.number.isEmpty else { return refusedCount += 1 }
    try database.run(
      Insertion.address,
      .text(address.key), .text(address.number), .text(address.unit), .text(address.street),
      .text(address.locality), .text(address.region), .text(address.postalCode), .text(address.country),
      .real(address.coordinate.latitude), .real(address.coordinate.longitude), .real(address.radius),
      .integer(source))
  }
}

/// Made once, not for each record.
private enum Insertion {
  static let place = into("places", GazetteerSchema.placeColumns)
  static let street = into("streets", GazetteerSchema.streetColumns)
  static let address = into("addresses", GazetteerSchema.addressColumns)

  private static func into(_ table: String, _ columns: String) -> String {
    let marks = columns.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO \(table) (\(columns)) VALUES (\(marks))"
  }
}

extension CLLocationCoordinate2D {
  fileprivate var isValid: Bool { CLLocationCoordinate2DIsValid(self) }
}

extension [CLLocationCoordinate2D] {
  /// The point halfway along, measured in degrees: precise enough to locate a street.
  fileprivate var middle: CLLocationCoordinate2D? {
    guard let first, let last else { return nil }
    var lengths: [Double] = []
    for (start, end) in zip(self, dropFirst()) {
      let (north, east) = (end.latitude - start.latitude, end.longitude - start.longitude)
      lengths.append((north * north + east * east).squareRoot())
    }
    var rest = lengths.reduce(0, +) / 2
    guard rest > 0 else { return first }
    for (index, length) in lengths.enumerated() {
      guard rest > length else {
        let (start, end) = (self[index], self[index + 1])
        return CLLocationCoordinate2D(
          latitude: start.latitude + (end.latitude - start.latitude) * rest / length,
          longitude: start.longitude + (end.longitude - start.longitude) * rest / length)
      }
      rest -= length
    }
    return last
  }
}
