import COsmium
public import Geo

extension StreetData {
  /// Reads an `.osm.pbf` file.
  ///
  /// - Errors: ``GeoError`` `noInput` for a missing file, `data` for one that is damaged, too large or has
  ///   nothing to draw.
  public convenience init(path: String) throws(GeoError) {
    let reader = StreetReader()
    try reader.read(path)
    let lines = reader.shapes
    self.init(
      shapes: lines.shapes, ringEnds: lines.ringEnds, places: lines.places, names: reader.names,
      towns: reader.towns, bounds: reader.bounds)
    guard !shapes.isEmpty else { throw GeoError(.data, "has no street, water or building to draw", at: path) }
  }
}

/// Extracts what is painted from a file: first the relations, which determine the ways to keep, then
/// everything else.
final class StreetReader {
  /// Limits: the file size, and the nodes remembered while reading, 16 bytes each.
  static let mostBytes: UInt64 = 512 << 20
  static let mostNodes: UInt64 = 64_000_000
  /// The limit of all shapes' places, 8 bytes each.
  static let mostPlaces = 64_000_000

  private(set) var names: [String] = []
  private(set) var towns: [StreetData.Town] = []
  private var numbers: [String: Int32] = [:]
  private var ways: [StreetWay] = []
  private(set) var shapes = StreetShapes()
  /// Areas of several rings, by the ways of their edges.
  private var areas: [(kind: StreetKind, stratum: Int8, name: Int32, outer: [Int64], inner: [Int64])] = []
  private var parts: [Int64: StreetWay?] = [:]
  private var isFull = false
  private var header = osm_header()

  func read(_ path: String) throws(GeoError) {
    var receiver = osm_receiver()
    // `run` reads the file synchronously, so this object outlives all callbacks.
    receiver.context = Unmanaged.passUnretained(self).toOpaque()
    receiver.relation = { context, object, members, count in
      guard let context, let object else { return false }
      return Unmanaged<StreetReader>.fromOpaque(context).takeUnretainedValue()
        .readRelation(object.pointee, UnsafeBufferPointer(start: members, count: count))
    }
    try run(path, receiver)
    receiver.relation = nil
    receiver.node = { context, object, longitude, latitude in
      guard let context, let object else { return false }
      return Unmanaged<StreetReader>.fromOpaque(context).takeUnretainedValue()
        .readNode(object.pointee, longitude, latitude)
    }
    receiver.way = { context, object, places, count in
      guard let context, let object else { return false }
      return Unmanaged<StreetReader>.fromOpaque(context).takeUnretainedValue()
        .readWay(object.pointee, UnsafeBufferPointer(start: places, count: count))
    }
    try run(path, receiver)
    finish()
    if isFull {
      throw GeoError(
        .data, "has more than \(StreetReader.mostPlaces) points: use a smaller extract", at: path)
    }
  }

  private func run(_ path: String, _ receiver: osm_receiver) throws(GeoError) {
    var text = [CChar](repeating: 0, count: 300)
    let limits = osm_limits(bytes: StreetReader.mostBytes, nodes: StreetReader.mostNodes)
    guard !osm_read(path, limits, receiver, &header, &text, text.count) else { return }
    let words = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    throw GeoError(words == "No such file or directory" ? .noInput : .data, words, at: path)
  }

  /// Joins ways and areas after reading.
  private func finish() {
    let lines = StreetWay.joined(ways)
    for way in lines where way.kind != .coast { shapes.add([way.places], as: way) }
    if let bounds {
      let coast = StreetCoast(lines.filter { $0.kind == .coast }.map(\.places), within: bounds)
      let sea = coast.sea.map { ring in ring.map(StreetData.place) }
      shapes.add(sea, as: StreetWay(kind: .water, stratum: 0, name: -1))
    }
    for area in areas {
      // A way may be the edge of many areas.
      isFull = isFull || shapes.places.count > StreetReader.mostPlaces
      if isFull { return }
      func rings(_ ways: [Int64]) -> [[StreetData.Place]] {
        StreetWay.rings(of: ways.compactMap { parts[$0] ?? nil })
      }
      // An open ring, as at the edge of an extract, is left out.
      let outer = rings(area.outer)
      guard !outer.isEmpty else { continue }
      let rings = outer.map { $0.turned(.outside) } + rings(area.inner).map { $0.turned(.hole) }
      shapes.add(rings, as: StreetWay(kind: area.kind, stratum: area.stratum, name: area.name))
    }
  }

  // MARK: What the file holds

  private func readRelation(_ object: osm_object, _ members: UnsafeBufferPointer<osm_member>) -> Bool {
    let tags = StreetTags(object)
    guard tags["type"] == "multipolygon", let kind = StreetKind(areaOf: tags) else { return true }
    let way = CChar(UInt8(ascii: "w"))
    var (outer, inner): ([Int64], [Int64]) = ([], [])
    var known: Set<Int64> = []
    for member in members where member.type == way && known.insert(member.id).inserted {
      parts.updateValue(nil, forKey: member.id)
      if member.role.map({ String(cString: $0) }) == "inner" {
        inner.append(member.id)
      } else {
        outer.append(member.id)
      }
    }
    areas.append((kind, tags.stratum, number(tags["name"]), outer, inner))
    return true
  }

  private func readNode(_ object: osm_object, _ longitude: Double, _ latitude: Double) -> Bool {
    let tags = StreetTags(object)
    guard let name = tags["name"], let kind = tags["place"], let place = place(longitude, latitude) else {
      return true
    }
    let rank: StreetData.Rank
    switch kind {
    case "city": rank = .city
    case "town": rank = .town
    case "village": rank = .village
    case "suburb", "borough": rank = .suburb
    case "quarter", "neighbourhood": rank = .quarter
    case "hamlet", "island", "islet", "locality": rank = .hamlet
    default: return true
    }
    let people = tags["population"].flatMap { Int($0) } ?? 0
    towns.append(
      StreetData.Town(place: place, rank: rank, people: min(max(people, 0), 100_000_000), name: number(name)))
    return true
  }

  private func readWay(_ object: osm_object, _ nodes: UnsafeBufferPointer<osm_place>) -> Bool {
    let tags = StreetTags(object)
    let isClosed = nodes.count > 3 && nodes.first?.id == nodes.last?.id
    let isEdge = parts.keys.contains(object.id)
    let area = isClosed ? StreetKind(areaOf: tags) : nil
    let line = area == nil ? StreetKind(lineOf: tags) : nil
    guard isEdge || area != nil || line != nil else { return true }
    var way = StreetWay(kind: area ?? line ?? .coast, stratum: tags.stratum, name: -1)
    way.isLink = tags.isLink
    for node in nodes {
      guard let place = place(node.longitude, node.latitude) else { continue }
      way.nodes.append(node.id)
      way.places.append(place)
    }
    guard way.places.count > 1 else { return true }
    shapes.count += way.places.count
    isFull = shapes.count > StreetReader.mostPlaces
    if isEdge { parts.updateValue(way, forKey: object.id) }
    if area != nil || line != nil { way.name = number(tags["name"]) }
    if area != nil {
      shapes.add([way.places.turned(.outside)], as: way)
    } else if line != nil {
      ways.append(way)
    }
    return !isFull
  }

  private func place(_ longitude: Double, _ latitude: Double) -> StreetData.Place? {
    guard abs(longitude) <= 180, abs(latitude) <= 90 else { return nil }
    return StreetData.place(
      MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: latitude, longitude: longitude)))
  }

  /// The bounds in the file's header.
  var bounds: MapBox? {
    let (west, south, east, north) = header.bounds
    guard abs(west) <= 180, abs(east) <= 180, abs(south) <= 90, abs(north) <= 90, west < east, south < north
    else { return nil }
    let first = MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: north, longitude: west))
    let last = MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: south, longitude: east))
    return MapBox(minX: first.x, minY: first.y, maxX: last.x, maxY: last.y)
  }

  private func number(_ name: String?) -> Int32 {
    guard let name, !name.isEmpty, name.utf8.count <= 200 else { return -1 }
    if let known = numbers[name] { return known }
    let number = Int32(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }
}

extension StreetTags {
  init(_ object: osm_object) {
    self.init(
      UnsafeBufferPointer(start: object.tags, count: object.tag_count).map { tag in
        (tag.key.map { String(cString: $0) } ?? "", tag.value.map { String(cString: $0) } ?? "")
      })
  }
}
