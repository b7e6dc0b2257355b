import Geo
import SQLite

/// Collects the houses and pieces of streets of each cell, and writes one row per cell.
///
/// Memory is bounded: collected items are moved to a temporary table now and then.
struct StreetCellWriter {
  private let database: Database
  private var houses: [StreetCell: [UInt8]] = [:]
  private var streets: [StreetCell: [UInt8]] = [:]
  private var byteCount = 0
  private var blocks: Set<StreetBlock> = []

  private static let mostBytes = 64 << 20
  /// Longer pieces of a line are split before finding their cells: 2 km at the equator.
  private static let longestPiece = 0.02

  init(_ database: Database) throws(GeoError) {
    self.database = database
    try database.run("CREATE TEMP TABLE cell_parts (cell INTEGER NOT NULL, houses BLOB, streets BLOB)")
  }

  /// - Parameter radius: the radius of its building, in meters.
  mutating func add(house id: Int64, at coordinate: CLLocationCoordinate2D, radius: Double) throws(GeoError) {
    let inside = min(max(radius, 0) * StreetItems.insideShare, StreetItems.greatestInside)
    var item = ByteWriter(capacity: StreetItems.houseSize)
    item.write(id: id)
    item.write(grid: coordinate)
    item.write(word: Int32((inside * 100).rounded()))
    var cells: [StreetCell] = [StreetCell(coordinate)]
    // A position inside the building may be in another cell than its center.
    if inside > 0 {
      cells = []
      StreetCell.forEach(in: StreetBox(around: coordinate, meters: inside)) { cells.append($0) }
    }
    for cell in cells { houses[cell, default: []] += item.bytes }
    blocks.insert(StreetBlock(coordinate))
    try count(cells.count * StreetItems.houseSize)
  }

  mutating func add(street id: Int64, line: [CLLocationCoordinate2D]) throws(GeoError) {
    for (start, end) in zip(line, line.dropFirst()) {
      let parts = Int(
        max(abs(end.latitude - start.latitude), abs(end.longitude - start.longitude))
          / StreetCellWriter.longestPiece)
      guard parts < 10_000 else { continue }
      var from = start
      for part in 0...parts {
        let to =
          part == parts
          ? end
          : CLLocationCoordinate2D(
            latitude: start.latitude + (end.latitude - start.latitude) * Double(part + 1) / Double(parts + 1),
            longitude: start.longitude + (end.longitude - start.longitude) * Double(part + 1)
              / Double(parts + 1))
        try add(piece: id, from, to)
        from = to
      }
    }
  }

  private mutating func add(
    piece id: Int64, _ start: CLLocationCoordinate2D, _ end: CLLocationCoordinate2D
  ) throws(GeoError) {
    var item = ByteWriter(capacity: StreetItems.pieceSize)
    item.write(id: id)
    item.write(grid: start)
    item.write(grid: end)
    let box = StreetBox(start, end)
    var cells: [StreetCell] = []
    StreetCell.forEach(in: box) { cells.append($0) }
    for cell in cells { streets[cell, default: []] += item.bytes }
    StreetBlock.forEach(in: box) { blocks.insert($0) }
    try count(cells.count * StreetItems.pieceSize)
  }

  private mutating func count(_ bytes: Int) throws(GeoError) {
    byteCount += bytes
    if byteCount > StreetCellWriter.mostBytes { try flush() }
  }

  private mutating func flush() throws(GeoError) {
    for cell in Set(houses.keys).union(streets.keys).sorted(by: { $0.number < $1.number }) {
      try database.run(
        "INSERT INTO cell_parts VALUES (?, ?, ?)", .integer(cell.number), .blob(houses[cell] ?? []),
        .blob(streets[cell] ?? []))
    }
    (houses, streets, byteCount) = ([:], [:], 0)
  }

  mutating func finish() throws(GeoError) {
    try flush()
    let parts = try database.statement("SELECT cell, houses, streets FROM cell_parts ORDER BY cell, rowid")
    defer { parts.reset() }
    var current: (cell: Int64, houses: [UInt8], streets: [UInt8])?
    while try parts.step() {
      let cell = parts.integer(0)
      if let last = current, last.cell != cell {
        try write(last.cell, last.houses, last.streets)
        current = nil
      }
      current = (cell, (current?.houses ?? []) + parts.blob(1), (current?.streets ?? []) + parts.blob(2))
    }
    if let current { try write(current.cell, current.houses, current.streets) }
    parts.reset()
    try database.run("DROP TABLE cell_parts")
    var list = ByteWriter(capacity: 4 * blocks.count)
    for block in blocks.sorted() { list.write(word: block.number) }
    try database.run("INSERT INTO meta VALUES ('street_blocks', ?)", .blob(list.bytes))
  }

  private func write(_ cell: Int64, _ houses: [UInt8], _ streets: [UInt8]) throws(GeoError) {
    try database.run(
      "INSERT INTO street_cells VALUES (?, ?, ?)", .integer(cell), .blob(houses), .blob(streets))
  }
}

/// The form of houses and pieces of streets in a cell: little-endian words of four bytes.
enum StreetItems {
  /// Number, latitude and longitude of a house, and the radius around that point that is surely inside it, in
  /// centimeters.
  static let houseSize = 16
  /// The share of a building's radius that is surely inside: seven tenths for a square, less for others.
  static let insideShare = 0.5
  /// Larger buildings do not count as houses, in meters.
  static let greatestInside = 150.0
  /// Number, and both ends of a piece of a street.
  static let pieceSize = 20
  /// Steps per degree; one is a centimeter.
  static let scale = 1e7
}

extension ByteWriter {
  mutating func write(word: Int32) {
    withUnsafeBytes(of: word.littleEndian) { for byte in $0 { write(byte) } }
  }

  fileprivate mutating func write(id: Int64) { write(word: Int32(truncatingIfNeeded: id)) }

  fileprivate mutating func write(grid coordinate: CLLocationCoordinate2D) {
    write(word: Int32((coordinate.latitude * StreetItems.scale).rounded()))
    write(word: Int32((coordinate.longitude * StreetItems.scale).rounded()))
  }
}
