import Geo
import Glibc

/// A cell of the grid that lists nearby houses and streets: 278 m from south to north, 278 to 557 m from west
/// to east.
///
/// Toward the poles a row has fewer cells, so that everything within a hundred meters is in at most four
/// cells.
struct StreetCell: Hashable {
  /// Its number: the row, then the column.
  let number: Int64

  /// Rows and, at the equator, columns in a degree.
  private static let rows = 400
  private static let columns = 200
  /// Beyond the last latitude, about 100 km around each pole, cells become narrow: nobody lives there.
  private static let halvings = 6

  private init(row: Int, column: Int) { number = Int64(row) << 20 | Int64(column) }

  init(_ coordinate: CLLocationCoordinate2D) {
    let row = StreetCell.row(coordinate.latitude)
    self.init(row: row, column: StreetCell.column(coordinate.longitude, in: row))
  }

  private static func row(_ latitude: Double) -> Int {
    max(0, min(180 * rows - 1, Int((latitude + 90) * Double(rows))))
  }

  /// Not wrapped around the earth.
  private static func column(_ longitude: Double, in row: Int) -> Int {
    Int(((longitude + 180) * Double(columns) / Double(1 << halving(row))).rounded(.down))
  }

  /// How often the equator's columns are halved for a row, by the length of its parallel.
  private static func halving(_ row: Int) -> Int {
    let latitude = abs(Double(row) / Double(rows) - 90)
    var narrowing = cos(latitude * .pi / 180)
    var count = 0
    while narrowing < 0.5, count < halvings {
      narrowing *= 2
      count += 1
    }
    return count
  }

  private static func count(_ row: Int) -> Int { (360 * columns) >> halving(row) }

  /// Visits each cell that a box touches; a box beyond 180 degrees wraps around.
  static func forEach(in box: StreetBox, _ body: (StreetCell) -> Void) {
    for row in row(box.south)...row(box.north) {
      let count = count(row)
      let west = column(box.west, in: row)
      // Near a pole a box may go around the earth.
      let east = min(column(box.east, in: row), west + min(count, 64) - 1)
      for column in west...max(west, east) {
        body(StreetCell(row: row, column: ((column % count) + count) % count))
      }
    }
  }
}

/// A block of a tenth of a degree: notes which blocks have any data, and limits the search for a city's
/// streets.
struct StreetBlock: Hashable, Comparable {
  let number: Int32

  static let rows = 1800
  private static let columns = 3600
  static let count = rows * columns

  private init(row: Int, column: Int) {
    let column = ((column % StreetBlock.columns) + StreetBlock.columns) % StreetBlock.columns
    number = Int32(max(0, min(StreetBlock.rows - 1, row)) * StreetBlock.columns + column)
  }

  init(_ coordinate: CLLocationCoordinate2D) {
    self.init(
      row: Int((coordinate.latitude + 90) * 10),
      column: Int(((coordinate.longitude + 180) * 10).rounded(.down)))
  }

  var row: Int { Int(number) / StreetBlock.columns }

  /// The row of a block's number; nil for an invalid number.
  static func row(of number: Int32) -> Int? { 0..<count ~= Int(number) ? Int(number) / columns : nil }

  static func < (a: Self, b: Self) -> Bool { a.number < b.number }

  static func forEach(in box: StreetBox, _ body: (StreetBlock) -> Void) {
    let (west, east) = (
      Int(((box.west + 180) * 10).rounded(.down)), Int(((box.east + 180) * 10).rounded(.down))
    )
    for row in Int((box.south + 90) * 10)...Int((box.north + 90) * 10) {
      for column in west...min(max(west, east), west + columns - 1) {
        body(StreetBlock(row: row, column: column))
      }
    }
  }
}

/// A box of some meters around a position.
struct StreetBox {
  var south: Double
  var west: Double
  var north: Double
  /// The east may be beyond 180 degrees, and the west below −180.
  var east: Double

  init(around coordinate: CLLocationCoordinate2D, meters: Double) {
    // A degree of latitude is shortest at the equator.
    let high = meters / 110_574
    let wide = high / max(cos((abs(coordinate.latitude) + high) * .pi / 180), 0.001)
    south = max(-90, coordinate.latitude - high)
    north = min(90, coordinate.latitude + high)
    west = coordinate.longitude - min(wide, 180)
    east = coordinate.longitude + min(wide, 180)
  }

  init(_ a: CLLocationCoordinate2D, _ b: CLLocationCoordinate2D) {
    (south, north) = (min(a.latitude, b.latitude), max(a.latitude, b.latitude))
    (west, east) = (min(a.longitude, b.longitude), max(a.longitude, b.longitude))
  }
}
