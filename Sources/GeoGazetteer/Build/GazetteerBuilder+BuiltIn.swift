public import Geo
import SQLite

extension GazetteerBuilder {
  /// Adds what every gazetteer takes from the built-in set: the places of the documents' examples and, if no
  /// file has borders, the areas.
  public func addBuiltIn(withAreas: Bool) throws(GeoError) {
    do throws(GeoError) {
      try add(from: try Gazetteer.builtIn(), withAreas: withAreas)
    } catch  where error.code == .noInput {}
  }

  /// Adds each source separately to keep its attribution.
  func add(from set: Gazetteer, withAreas: Bool) throws(GeoError) {
    let build = try GazetteerSchema.build(set.database)
    for (index, known) in try set.sources().enumerated() {
      var source = known
      source.hash = "built-in \(build) \(index)\(withAreas ? " with areas" : "")"
      let number = Int64(index + 1)
      let records =
        try set.examples(of: number).map(GazetteerRecord.place)
        + (withAreas ? try set.areas(of: number).map(GazetteerRecord.area) : [])
      guard !records.isEmpty, let first = try begin(source) else { continue }
      for record in records.dropFirst(first) { try add(record) }
      try end()
    }
  }
}

extension Gazetteer {
  /// The places of the documents' examples, from scripts/generate/gazetteer/examples.csv.
  fileprivate func examples(of source: Int64) throws(GeoError) -> [PlaceRecord] {
    let rows = try database.statement(
      """
      SELECT id, \(GazetteerSchema.placeColumns)
      FROM places WHERE source = ? AND key GLOB 'csv:examples:*' ORDER BY id
      """)
    defer { rows.reset() }
    rows.bind([.integer(source)])
    var places: [PlaceRecord] = []
    while try rows.step() {
      var place = PlaceRecord(
        key: rows.text(1), kind: PlaceKind(rawValue: UInt8(clamping: rows.integer(2))) ?? .interest,
        name: rows.text(3),
        coordinate: CLLocationCoordinate2D(latitude: rows.real(4), longitude: rows.real(5)))
      (place.radius, place.population) = (rows.real(6), Int(rows.integer(7)))
      (place.country, place.region, place.county) = (rows.text(8), rows.text(9), rows.text(10))
      (place.timeZone, place.postalCode, place.locality) = (rows.text(11), rows.text(12), rows.text(13))
      (place.street, place.houseNumber) = (rows.text(14), rows.text(15))
      place.otherNames = try names("names WHERE place = ?", of: rows.integer(0))
      places.append(place)
    }
    return places
  }

  fileprivate func areas(of source: Int64) throws(GeoError) -> [AreaRecord] {
    let rows = try database.statement(
      "SELECT id, kind, code, name, shape FROM areas WHERE source = ? ORDER BY id")
    defer { rows.reset() }
    rows.bind([.integer(source)])
    var areas: [AreaRecord] = []
    while try rows.step() {
      guard let kind = AreaKind(rawValue: UInt8(clamping: rows.integer(1))) else { continue }
      var area = AreaRecord(kind: kind, code: rows.text(2), name: rows.text(3))
      if !rows.isNull(4) {
        do {
          area.polygons = try CoordinateBytes.polygons(rows.blob(4))
        } catch {
          throw GeoError(.data, "is damaged (the shape of \(area.code))", at: database.path)
        }
      }
      area.otherNames = try names("area_names WHERE area = ?", of: rows.integer(0))
      areas.append(area)
    }
    return areas
  }

  private func names(_ table: String, of id: Int64) throws(GeoError) -> [PlaceName] {
    let rows = try database.statement(
      "SELECT name, language, preferred FROM \(table) ORDER BY language, name")
    defer { rows.reset() }
    rows.bind([.integer(id)])
    var names: [PlaceName] = []
    while try rows.step() {
      names.append(PlaceName(rows.text(0), language: rows.text(1), isPreferred: rows.integer(2) != 0))
    }
    return names
  }
}
