import Geo
import SQLite

/// Builds a pack from a gazetteer's tables.
struct PackBuilder {
  private let database: Database
  private var strings = PackStrings()
  private var zones = PackNumbers()
  private var sources: [Int64: UInt16] = [:]
  private var sourceTexts: [PackText] = []
  var areas: [PackArea] = []
  private var facts = PackFacts()
  /// The number of records between two checks for an interrupt.
  static let checkedEvery = 4096

  /// - Errors: ``GeoError`` `data` for damaged tables.
  static func bytes(of database: Database) throws(GeoError) -> [UInt8] {
    var maker = PackBuilder(database)
    return try maker.make()
  }

  private init(_ database: Database) { self.database = database }

  private mutating func make() throws(GeoError) -> [UInt8] {
    try readSources()
    let codes = try readAreas()
    var map = AreaMapBuilder()
    try addShapes(to: &map)
    guard map.crossingCount <= AreaMapBuilder.mostCrossings else {
      throw GeoError(
        .data, "has borders that cross the earth too often: leave out the file they come from",
        at: database.path)
    }
    try map.build { () throws(GeoError) in try database.checkInterrupt() }
    let layers = try readPlaces(codes)
    facts.accuracy = BorderAccuracy.accuracy(ofEdges: map.edgeLengths(of: .country))
    facts.hasBorders = areas.contains { $0.kind == AreaKind.country.rawValue && $0.hasShape != 0 } ? 1 : 0
    facts.hasStreets =
      UInt32(
        try database.integer("SELECT EXISTS (SELECT 1 FROM streets) OR EXISTS (SELECT 1 FROM addresses)"))
    var sections = [[UInt8]](repeating: [], count: PackHeader.Section.allCases.count)
    func put(_ bytes: [UInt8], _ section: PackHeader.Section) { sections[section.rawValue] = bytes }
    put(map.cells.packed, .cells)
    put(map.parts.packed, .parts)
    put(map.lists, .lists)
    put(map.points.packed, .points)
    try withMap(map) { (map) throws(GeoError) in
      for (layer, places) in zip(PackLayerKind.allCases, layers) {
        let ready = layer == .settlements ? try resolved(places, map) : places
        let (nodes, leaves, order) = PackLayer.sections(ready)
        var sorted = order.map { ready[Int($0)] }
        if layer == .settlements {
          try PackParents.find(&sorted, names: strings.bytes, nodes: nodes, leaves: leaves) {
            () throws(GeoError) in try database.checkInterrupt()
          }
        }
        put(nodes, layer.sections.nodes)
        put(leaves, layer.sections.leaves)
        put(sorted.packed, layer.sections.places)
      }
    }
    put(zones.texts.map { strings.add($0) }.packed, .zones)
    put(sourceTexts.packed, .sources)
    put(areas.packed, .areas)
    put([facts].packed, .facts)
    put(strings.bytes, .strings)
    return PackHeader.bytes(of: sections, build: PackHash.hash(try GazetteerSchema.build(database)))
  }

  // MARK: Rows

  private mutating func readSources() throws(GeoError) {
    let rows = try database.statement("SELECT id, attribution FROM sources ORDER BY id")
    defer { rows.reset() }
    while try rows.step(), sourceTexts.count < Int(UInt16.max) {
      sourceTexts.append(strings.add(rows.text(1), isShared: true))
      sources[rows.integer(0)] = UInt16(sourceTexts.count)
    }
  }

  /// Reads the areas, countries first and smaller ones first within a kind, and the codes that only places
  /// use.
  private mutating func readAreas() throws(GeoError) -> [String: UInt32] {
    struct Row {
      var area: PackArea
      var code: String
      var size: Double
    }
    var found: [Row] = []
    let rows = try database.statement("SELECT id, kind, code, name, shape, source FROM areas ORDER BY id")
    defer { rows.reset() }
    while try rows.step() {
      var area = PackArea()
      area.number = UInt32(clamping: rows.integer(0))
      area.kind = UInt8(clamping: rows.integer(1))
      area.code = strings.add(rows.text(2), isShared: true)
      area.name = strings.add(rows.text(3), isShared: true)
      area.source = sources[rows.integer(5)] ?? 0
      var size = 0.0
      if !rows.isNull(4) {
        size = AreaMapBuilder.size(of: try shape(rows.blob(4)))
        area.hasShape = 1
      }
      guard AreaKind(rawValue: area.kind) != nil else { continue }
      found.append(Row(area: area, code: rows.text(2), size: size))
    }
    let known = Set(found.map { "\($0.area.kind) \($0.code)" })
    for (kind, column) in [(AreaKind.country, "country"), (.region, "region"), (.county, "county")] {
      let codes = try database.statement(
        "SELECT DISTINCT \(column) FROM places WHERE \(column) <> '' ORDER BY \(column)")
      defer { codes.reset() }
      while try codes.step() {
        if known.contains("\(kind.rawValue) \(codes.text(0))") { continue }
        var area = PackArea()
        area.kind = kind.rawValue
        area.code = strings.add(codes.text(0), isShared: true)
        found.append(Row(area: area, code: codes.text(0), size: 0))
      }
    }
    // Areas without borders come last: the others are numbered as their shapes are added.
    found.sort {
      ($0.area.kind, 1 - $0.area.hasShape, $0.size, $0.area.number, $0.code)
        < ($1.area.kind, 1 - $1.area.hasShape, $1.size, $1.area.number, $1.code)
    }
    var numbers: [String: UInt32] = [:]
    for row in found {
      areas.append(row.area)
      numbers["\(row.area.kind) \(row.code)"] = UInt32(areas.count)
    }
    for (index, row) in found.enumerated() where row.area.kind != AreaKind.country.rawValue {
      let country = row.code.prefix { $0 != "." }
      areas[index].country = UInt16(exactly: numbers["\(AreaKind.country.rawValue) \(country)"] ?? 0) ?? 0
    }
    return numbers
  }

  private func addShapes(to map: inout AreaMapBuilder) throws(GeoError) {
    for area in areas {
      guard let kind = AreaKind(rawValue: area.kind) else { continue }
      var polygons: [[[CLLocationCoordinate2D]]] = []
      if area.hasShape != 0 {
        let row = try database.statement("SELECT shape FROM areas WHERE id = ?")
        defer { row.reset() }
        row.bind([.integer(Int64(area.number))])
        if try row.step() { polygons = try shape(row.blob(0)) }
      }
      map.add(kind, polygons)
    }
  }

  private func shape(_ bytes: [UInt8]) throws(GeoError) -> [[[CLLocationCoordinate2D]]] {
    do throws(ByteReader.Fault) { return try CoordinateBytes.polygons(bytes) } catch {
      throw GeoError(
        .data, "is damaged (the shape of an area): \(GazetteerSchema.advice.ofDamage)", at: database.path)
    }
  }

  /// Reads the places of each layer in the order of their numbers.
  private mutating func readPlaces(_ codes: [String: UInt32]) throws(GeoError) -> [[PackPlace]] {
    var layers = [[PackPlace]](repeating: [], count: PackLayerKind.allCases.count)
    var postal = PostalPoints()
    let rows = try database.statement(
      """
      SELECT id, kind, name, latitude, longitude, radius, population, country, region, county, time_zone,
        postal_code, source, street <> '' OR house_number <> '' OR locality <> '' OR postal_code <> ''
      FROM places WHERE kind IN (0, 1, 5, 6) ORDER BY id
      """)
    defer { rows.reset() }
    func number(_ kind: AreaKind, _ column: Int32) -> UInt32 {
      let code = rows.text(column)
      return code.isEmpty ? 0 : codes["\(kind.rawValue) \(code)"] ?? 0
    }
    while try rows.step() {
      let position = CLLocationCoordinate2D(latitude: rows.real(3), longitude: rows.real(4))
      guard CLLocationCoordinate2DIsValid(position), let kind = PlaceKind(rawValue: UInt8(rows.integer(1)))
      else { continue }
      var place = PackPlace()
      place.latitude = PackPlace.steps(position.latitude)
      place.longitude = PackPlace.steps(position.longitude)
      place.number = UInt32(clamping: rows.integer(0))
      let code = kind == .postalArea ? rows.text(11) : ""
      let name = code.isEmpty ? rows.text(2) : code
      place.radius = Float(max(0, min(rows.real(5), 100_000)))
      place.population = UInt32(clamping: rows.integer(6))
      place.country = UInt16(exactly: number(.country, 7)) ?? 0
      place.home = place.country
      place.region = number(.region, 8)
      place.county = number(.county, 9)
      place.zone = UInt16(exactly: zones.number(rows.text(10))) ?? 0
      place.source = sources[rows.integer(12)] ?? 0
      place.kind = kind.rawValue
      place.hasAddress = UInt8(clamping: rows.integer(13))
      if kind == .postalArea {
        if place.country > 0 { areas[Int(place.country) - 1].hasPostalAreas = 1 }
        guard let index = postal.index(of: place, name) else { continue }
        if index < layers[PackLayerKind.postalAreas.rawValue].count {
          layers[PackLayerKind.postalAreas.rawValue][index].name = PackName()
          continue
        }
      }
      place.name = strings.addName(name)
      layers[PackLayerKind(kind).rawValue].append(place)
    }
    return layers
  }

  // MARK: Homes

  private func withMap(
    _ map: AreaMapBuilder, _ body: (AreaMap) throws(GeoError) -> Void
  ) throws(GeoError) {
    // Copies that the map points into until `body` returns.
    let copies = [map.cells.packed, map.parts.packed, map.lists, map.points.packed].map(PackBytes.init)
    let map = AreaMap(
      cells: PackList(copies[0].bytes), parts: PackList(copies[1].bytes), lists: PackList(copies[2].bytes),
      points: PackList(copies[3].bytes))
    let result = Result { () throws(GeoError) in try body(map) }
    withExtendedLifetime(copies) {}
    try result.get()
  }

  /// Finds the country whose borders each settlement lies in, and counts the places of the areas.
  ///
  /// A place within the borders' accuracy of its own country belongs to that country. A place farther away
  /// belongs to the country it lies in, for example in a territory that the borders give to another country.
  private mutating func resolved(
    _ places: [PackPlace], _ map: AreaMap
  ) throws(GeoError) -> [PackPlace] {
    var places = places
    for index in places.indices {
      if index % PackBuilder.checkedEvery == 0 { try database.checkInterrupt() }
      let place = places[index]
      let country = UInt32(place.country)
      let lies = map.areas(at: place.coordinate).country
      if lies != 0, lies != country,
        country == 0 || areas[Int(country) - 1].hasShape == 0
          || map.nearestEdge(to: place.coordinate, of: .country, area: country, within: facts.accuracy) == nil
      {
        places[index].home = UInt16(exactly: lies) ?? 0
      }
      for area in [UInt32(places[index].home), place.region] where area > 0 {
        areas[Int(area) - 1].placeCount += 1
      }
    }
    return places
  }
}
