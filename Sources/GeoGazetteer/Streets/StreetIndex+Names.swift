import Geo
import Glibc
import SQLite

/// Finds streets and houses by name.
extension StreetIndex {
  /// The limit of rows that one question reads: a name such as Hauptstraße has thousands.
  private static let mostRows: Int64 = 2000
  /// Houses of one street and number within this distance are one house.
  private static let oneHouse = 400.0
  /// Pieces of streets with one name within this distance are one street.
  private static let oneStreet = 1500.0

  /// Whether a street of this name, or a house in one, exists.
  func knows(_ name: String) throws(GeoError) -> Bool { try term(name) != nil }

  /// The streets of this name, or the houses in them with this number. If no house has the number, its
  /// position is interpolated between known ones.
  ///
  /// - Parameters:
  ///   - number: empty for the street itself.
  ///   - centers: where to search; empty means everywhere.
  /// - Returns: nearest first if there are centers, else from south to north; houses before streets.
  func streets(
    named name: String, number: String = "", around centers: [GeocodeRequest.Bias] = [], limit: Int = 20
  ) throws(GeoError) -> [Street] {
    guard let term = try term(name) else { return [] }
    return try streets(term: term, number: number, around: centers, limit: limit)
  }

  /// The same for a row of `street_terms`.
  func streets(
    term: Int64, number: String = "", around centers: [GeocodeRequest.Bias] = [], limit: Int = 20
  ) throws(GeoError) -> [Street] {
    let blocks = self.blocks(around: centers)
    let lines = try rows(lineRows, term, blocks)
    let wanted = HouseNumber(number)
    var found: [Street] = []
    if !wanted.letters.isEmpty {
      let terms = try [term] + otherTerms(lines, than: term)
      found = try houses(of: terms, wanted, blocks)
      if found.isEmpty { found = try between(terms, wanted, blocks) }
    }
    if found.isEmpty { found = try wholeStreets(lines) }
    // A street with only houses is where they are.
    if found.isEmpty { found = try streets(ofHouses: term, blocks) }
    guard !centers.isEmpty else { return Array(found.prefix(limit)) }
    let near = found.compactMap { street -> (street: Street, distance: Double)? in
      let ranges = centers.map { (center: $0, distance: $0.center.distance(to: street.coordinate)) }
      guard ranges.contains(where: { $0.distance <= $0.center.radius + street.radius }) else { return nil }
      return (street, ranges.map(\.distance).min() ?? 0)
    }
    return near.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }.prefix(limit).map(\.element.street)
  }

  private func term(_ name: String) throws(GeoError) -> Int64? {
    let folded = StreetNames.folded(name)
    guard !isEmpty, !folded.isEmpty else { return nil }
    let number = try database.integer("SELECT id FROM street_terms WHERE name = ?", .text(folded))
    return number > 0 ? number : nil
  }

  /// The blocks that have data; nil for all.
  private func blocks(around centers: [GeocodeRequest.Bias]) -> [Int64]? {
    guard !centers.isEmpty else { return nil }
    var blocks: Set<StreetBlock> = []
    for center in centers {
      let box = StreetBox(around: center.center, meters: min(center.radius, 200_000))
      StreetBlock.forEach(in: box) { if hasAny($0) { blocks.insert($0) } }
    }
    return blocks.sorted().map { Int64($0.number) }
  }

  // MARK: Rows

  private var lineRows: String { "SELECT street FROM street_lines WHERE term = ?" }

  /// The first column of the rows of a term, in all blocks or in the given ones.
  private func rows(
    _ sql: String, _ term: Int64, _ blocks: [Int64]?, _ more: SQLValue...
  ) throws(GeoError) -> [Int64] {
    var found: [Int64] = []
    for block in blocks.map({ $0.map(Optional.some) }) ?? [nil] {
      let rows = try database.statement(
        sql + (block == nil ? "" : " AND block = ?") + " LIMIT \(StreetIndex.mostRows)")
      defer { rows.reset() }
      rows.bind([.integer(term)] + more + (block.map { [.integer($0)] } ?? []))
      while try rows.step() { found.append(rows.integer(0)) }
      if found.count >= Int(StreetIndex.mostRows) { break }
    }
    return found
  }

  /// Houses name a street in only one of its languages: the terms of these lines' main names.
  private func otherTerms(_ lines: [Int64], than term: Int64) throws(GeoError) -> [Int64] {
    var terms: [Int64] = []
    for line in lines.prefix(50) {
      guard let street = try street(line), let other = try self.term(street.name) else { continue }
      if other != term, !terms.contains(other) { terms.append(other) }
    }
    return terms
  }

  private func houses(
    of terms: [Int64], _ numbers: ClosedRange<Int>, _ blocks: [Int64]?
  ) throws(GeoError) -> [Street] {
    var houses: [Street] = []
    for term in terms {
      let ids = try rows(
        "SELECT house FROM street_houses WHERE term = ? AND number BETWEEN ? AND ?", term, blocks,
        .integer(Int64(numbers.lowerBound)), .integer(Int64(numbers.upperBound)))
      // Buildings and address nodes come before shops and the like.
      for id in ids.sorted(by: { ($0 < 0 ? 1 : 0, $0.magnitude) < ($1 < 0 ? 1 : 0, $1.magnitude) }) {
        if let house = try house(id) { houses.append(house) }
      }
    }
    // Buildings before their entrances, the largest first.
    let order = houses.indices.sorted {
      houses[$0].radius == houses[$1].radius ? $0 < $1 : houses[$0].radius > houses[$1].radius
    }
    return order.map { houses[$0] }
  }

  /// Keeps one house for each place with the number.
  private func houses(
    of terms: [Int64], _ wanted: HouseNumber, _ blocks: [Int64]?
  ) throws(GeoError) -> [Street] {
    // A range begins before the numbers in it.
    let all = try houses(of: terms, max(0, wanted.value - 40)...wanted.value, blocks)
    let matches = all.compactMap { house in
      HouseNumber(house.number).match(wanted).map { (house: house, score: $0) }
    }
    guard let best = matches.map(\.score).max() else { return [] }
    let groups = grouped(matches.filter { $0.score == best }.map(\.house), within: StreetIndex.oneHouse)
    return groups.compactMap(\.first)
  }

  /// The position a number would have between its neighbors.
  private func between(
    _ terms: [Int64], _ wanted: HouseNumber, _ blocks: [Int64]?
  ) throws(GeoError) -> [Street] {
    guard wanted.value > 0 else { return [] }
    let reach = 40
    let all = try houses(of: terms, max(1, wanted.value - reach)...wanted.value + reach, blocks)
    return grouped(all, within: StreetIndex.oneHouse).compactMap { group in
      let known = group.map { (value: HouseNumber($0.number).value, house: $0) }
      // On the same side of the street, if known.
      let side = known.filter { ($0.value - wanted.value) % 2 == 0 }
      for houses in [side, known] {
        guard let low = houses.filter({ $0.value < wanted.value }).max(by: { $0.value < $1.value }),
          let high = houses.filter({ $0.value > wanted.value }).min(by: { $0.value < $1.value })
        else { continue }
        let part = Double(wanted.value - low.value) / Double(high.value - low.value)
        let (a, b) = (low.house.coordinate, high.house.coordinate)
        var street = low.house
        (street.accuracy, street.radius) = (.interpolated, 0)
        street.number = wanted.letters
        if high.house.postalCode != street.postalCode { street.postalCode = "" }
        street.coordinate = CLLocationCoordinate2D(
          latitude: a.latitude + part * (b.latitude - a.latitude),
          longitude: a.longitude + part * (b.longitude - a.longitude))
        return street
      }
      return nil
    }
  }

  private func wholeStreets(_ lines: [Int64]) throws(GeoError) -> [Street] {
    var pieces: [Street] = []
    for line in lines { if let piece = try street(line) { pieces.append(piece) } }
    return grouped(pieces, within: StreetIndex.oneStreet).compactMap(StreetIndex.whole)
  }

  private func streets(ofHouses term: Int64, _ blocks: [Int64]?) throws(GeoError) -> [Street] {
    let houses = try houses(of: [term], 0...1_000_000, blocks)
    return grouped(houses, within: StreetIndex.oneStreet).compactMap { group in
      guard var street = StreetIndex.whole(group) else { return nil }
      (street.accuracy, street.number) = (.street, "")
      return street
    }
  }

  /// The middle piece, with the extent of all pieces.
  private static func whole(_ pieces: [Street]) -> Street? {
    guard let first = pieces.first else { return nil }
    let count = Double(pieces.count)
    let middle = CLLocationCoordinate2D(
      latitude: pieces.reduce(0) { $0 + ($1.coordinate.latitude - first.coordinate.latitude) } / count
        + first.coordinate.latitude,
      longitude: pieces.reduce(0) { $0 + ($1.coordinate.longitude - first.coordinate.longitude) } / count
        + first.coordinate.longitude)
    let distances = pieces.map { middle.distance(to: $0.coordinate) }
    guard let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }) else { return nil }
    var street = pieces[nearest]
    street.radius = pieces.map { street.coordinate.distance(to: $0.coordinate) }.max() ?? 0
    return street
  }

  /// Groups items that are near each other or joined by others; each group keeps the input order.
  private func grouped(_ streets: [Street], within reach: Double) -> [[Street]] {
    // A grid of this size; items in touching squares belong together.
    let size = reach / 111_320
    struct Square: Hashable {
      var x: Int
      var y: Int
    }
    var squares: [Square: Int] = [:]
    var groups: [[Int]] = []
    for (index, street) in streets.enumerated() {
      let narrowing = max(cos(street.coordinate.latitude.rounded() * .pi / 180), 0.01)
      let square = Square(
        x: Int(street.coordinate.longitude * narrowing / size), y: Int(street.coordinate.latitude / size))
      var near: Set<Int> = []
      for x in -1...1 {
        for y in -1...1 {
          if let group = squares[Square(x: square.x + x, y: square.y + y)] { near.insert(group) }
        }
      }
      let joined = near.sorted()
      guard let first = joined.first else {
        squares[square] = groups.count
        groups.append([index])
        continue
      }
      squares[square] = first
      groups[first].append(index)
      for other in joined.dropFirst() {
        groups[first] += groups[other]
        groups[other] = []
        for (key, group) in squares where group == other { squares[key] = first }
      }
    }
    return groups.filter { !$0.isEmpty }.map { group in group.sorted().map { streets[$0] } }
  }
}

extension CLLocationCoordinate2D {
  /// Meters on a plane that touches the earth here: accurate to 0.1% within a few kilometers.
  func distance(to other: CLLocationCoordinate2D) -> CLLocationDistance {
    StreetSearch(from: self).distance(to: other)
  }
}
