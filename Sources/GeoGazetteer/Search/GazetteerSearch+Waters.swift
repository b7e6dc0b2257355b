import Geo
import SQLite

/// Areas as answers. Of lakes and oceans there are few, so the first question reads them all.
extension GazetteerSearch {
  /// The lake or the ocean that all words of a question name; `Baikal` means the lake if there is no other
  /// answer.
  func water(_ query: SearchQuery, hasAnswer: Bool) throws(GeoError) -> SearchPlace? {
    guard !query.words.isEmpty, query.words.count <= GazetteerSearch.mostWaterWords else { return nil }
    if waters == nil { waters = try readWaters() }
    let key = SearchWords.key(of: query.words.lazy.map(\.text))
    guard let area = waters?[key] ?? (hasAnswer ? nil : waters?["lake" + key]) else { return nil }
    return try place(ofArea: area)
  }

  private static let mostWaterWords = 6

  private func readWaters() throws(GeoError) -> [String: Int64] {
    let rows = try database.statement(
      """
      SELECT id, name, kind FROM areas WHERE kind IN (?, ?)
      UNION ALL SELECT a.id, n.name, a.kind FROM areas a JOIN area_names n ON n.area = a.id WHERE a.kind IN (?, ?)
      ORDER BY 1, 2
      """)
    defer { rows.reset() }
    let kinds = [AreaKind.lake, .ocean].map { SQLValue.integer(Int64($0.rawValue)) }
    rows.bind(kinds + kinds)
    var waters: [String: Int64] = [:]
    var reader = SearchWords()
    while try rows.step() {
      let area = rows.integer(0)
      reader.read(rows.text(1))
      if waters[reader.key] == nil { waters[reader.key] = area }
      // `Pacific Ocean` stands for both of its halves.
      guard rows.integer(2) == Int64(AreaKind.ocean.rawValue), reader.words.count > 2,
        SearchAbbreviations.isDirection(reader.words[0])
      else { continue }
      let whole = SearchWords.key(of: reader.words.dropFirst())
      if waters[whole] == nil { waters[whole] = area }
    }
    waters[""] = nil
    return waters
  }

  /// An area as a place, at a point inside; nil without a shape.
  func place(ofArea area: Int64) throws(GeoError) -> SearchPlace? {
    let row = try database.statement("SELECT kind, name, shape, source, code FROM areas WHERE id = ?")
    defer { row.reset() }
    row.bind([.integer(area)])
    guard try row.step(), let kind = AreaKind(rawValue: UInt8(truncatingIfNeeded: row.integer(0))) else {
      return nil
    }
    guard let polygons = try? CoordinateBytes.polygons(row.blob(2)), let middle = RingMiddle.of(polygons)
    else {
      return nil
    }
    var place = SearchPlace(
      id: SearchPlace.firstArea + area, kind: .water, name: row.text(1), coordinate: middle, radius: 0,
      population: 0, country: "", region: "", county: "", timeZone: "", postalCode: "", locality: "",
      street: "", houseNumber: "", source: row.integer(3))
    switch kind {
    case .country: (place.kind, place.country) = (.country, row.text(4))
    case .region:
      (place.kind, place.region) = (.region, row.text(4))
      place.country = String(place.region.prefix { $0 != "." })
    case .ocean: place.isOcean = true
    case .lake, .county: break
    }
    return place
  }
}

/// A point inside a shape: the middle of its widest stretch at its central latitude.
private enum RingMiddle {
  static func of(_ polygons: [[[CLLocationCoordinate2D]]]) -> CLLocationCoordinate2D? {
    // The largest polygon stands for all.
    let highest = polygons.compactMap { rings in
      rings.first.flatMap { RingMiddle.range($0).map { (rings, $0) } }
    }
    .max { $0.1.upperBound - $0.1.lowerBound < $1.1.upperBound - $1.1.lowerBound }
    guard let (rings, latitudes) = highest else { return nil }
    let latitude = (latitudes.lowerBound + latitudes.upperBound) / 2
    let crossings = rings.flatMap { RingMiddle.crossings($0, latitude) }.sorted()
    var widest: (west: Double, east: Double)?
    for index in stride(from: 0, to: crossings.count - 1, by: 2) {
      let (west, east) = (crossings[index], crossings[index + 1])
      if let known = widest, known.east - known.west >= east - west { continue }
      widest = (west, east)
    }
    return widest.map { CLLocationCoordinate2D(latitude: latitude, longitude: ($0.west + $0.east) / 2) }
  }

  private static func range(_ ring: [CLLocationCoordinate2D]) -> ClosedRange<Double>? {
    guard let least = ring.map(\.latitude).min(), let most = ring.map(\.latitude).max() else { return nil }
    return least...most
  }

  /// The longitudes at which a ring crosses a latitude.
  private static func crossings(_ ring: [CLLocationCoordinate2D], _ latitude: Double) -> [Double] {
    var found: [Double] = []
    for (index, one) in ring.enumerated() {
      let other = ring[(index + 1) % ring.count]
      guard (one.latitude > latitude) != (other.latitude > latitude) else { continue }
      let part = (latitude - one.latitude) / (other.latitude - one.latitude)
      found.append(one.longitude + part * (other.longitude - one.longitude))
    }
    return found
  }
}
