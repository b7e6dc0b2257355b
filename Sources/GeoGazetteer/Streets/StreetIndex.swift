import Geo
import SQLite

/// Finds streets and houses of an open gazetteer by position.
final class StreetIndex {
  let database: Database
  /// Blocks with any data, in order.
  private let blocks: [Int32]
  /// Whether each row of blocks has any data.
  private let rows: [Bool]

  /// The greatest distance of a house and of a street that are a position's address, in meters.
  ///
  /// Less than Nominatim's 0.001° and 0.006°: farther away, people would not give that house as their
  /// address.
  static let houseReach = 50.0
  static let streetReach = 100.0

  /// - Errors: ``GeoError`` `data` for a damaged file.
  init(_ database: Database) throws(GeoError) {
    self.database = database
    let meta = try database.statement("SELECT value FROM meta WHERE key = 'street_blocks'")
    defer { meta.reset() }
    let bytes = try meta.step() ? meta.blob(0) : []
    guard bytes.count <= 4 * StreetBlock.count else {
      throw GeoError(
        .data, "is damaged (list of streets): \(GazetteerSchema.advice.ofDamage)", at: database.path)
    }
    let blocks = stride(from: 0, to: bytes.count - 3, by: 4).map { offset in
      bytes.withUnsafeBytes { Int32(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Int32.self)) }
    }
    var rows = [Bool](repeating: false, count: StreetBlock.rows)
    for block in blocks { if let row = StreetBlock.row(of: block) { rows[row] = true } }
    (self.blocks, self.rows) = (blocks, rows)
  }

  var isEmpty: Bool { blocks.isEmpty }

  /// Whether a house or a street may be near; a quick false for most of the world.
  func mayHaveAny(near coordinate: CLLocationCoordinate2D) -> Bool {
    let row = StreetBlock(coordinate).row
    return rows[max(0, row - 1)] || rows[row] || rows[min(StreetBlock.rows - 1, row + 1)]
  }

  func hasAny(_ block: StreetBlock) -> Bool {
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle] < block.number { low = middle + 1 } else { high = middle }
    }
    return low < blocks.count && blocks[low] == block.number
  }

  /// The house and the street at a position, if they are near enough.
  func nearest(to coordinate: CLLocationCoordinate2D) throws(GeoError) -> (
    house: StreetSearch.Found?, street: StreetSearch.Found?
  ) {
    guard !blocks.isEmpty, mayHaveAny(near: coordinate) else { return (nil, nil) }
    let box = StreetBox(around: coordinate, meters: StreetIndex.streetReach)
    var isNear = false
    StreetBlock.forEach(in: box) { isNear = isNear || hasAny($0) }
    guard isNear else { return (nil, nil) }
    var cells: [StreetCell] = []
    StreetCell.forEach(in: box) { cells.append($0) }
    var search = StreetSearch(from: coordinate)
    let rows = try database.statement("SELECT houses, streets FROM street_cells WHERE cell = ?")
    defer { rows.reset() }
    for cell in cells {
      rows.bind([.integer(cell.number)])
      if try rows.step() {
        rows.withBlob(0) { search.scan(houses: $0) }
        rows.withBlob(1) { search.scan(streets: $0) }
      }
      rows.reset()
    }
    return (
      search.house.flatMap { $0.outside <= StreetIndex.houseReach ? $0 : nil },
      search.street.flatMap { $0.distance <= StreetIndex.streetReach ? $0 : nil }
    )
  }
}
