import Geo

/// Names on the map and their places, in the file format that `scripts/generate/world_map/places.py` writes
/// and describes.
struct PlaceFile {
  /// The kind of a named place; the raw values are those of the file.
  enum Kind: UInt8 {
    case country = 1
    case area, sea, city
  }

  struct Place {
    var kind: Kind
    var name: String
    /// The local name, if it is in another script; else empty.
    var localName: String
    var point: MKMapPoint
    /// For a city ten times the binary logarithm of its population, for other kinds eight times the lowest
    /// level.
    var size: Int
    var isCapital: Bool
    /// The index of the place in the file.
    var number: Int
  }

  private struct Group {
    var kind: Kind
    /// There are 2^depth cells across the world.
    var depth: Int
    var least: Double
    var offset: Int
    var count: Int
  }

  private let bytes: UnsafeRawBufferPointer
  private let texts: Int
  private var groups: [Group] = []
  private static let placeSize = 12
  private static let groupSize = 16

  /// - Errors: ``GeoError`` if the bytes are not such a file.
  init(_ bytes: UnsafeRawBufferPointer, name: String) throws(GeoError) {
    self.bytes = bytes
    guard bytes.count >= 16, bytes.prefix(8).elementsEqual("GEOPLAC1".utf8) else {
      throw GeoError(.data, "\(name) is not a list of places that scripts/generate/world_map wrote")
    }
    let count = Int(PlaceFile.number(bytes, 8))
    texts = Int(PlaceFile.number(bytes, 12))
    guard 16 + count * PlaceFile.groupSize <= texts, texts <= bytes.count else {
      throw GeoError(.data, "\(name) ends within the list of its groups")
    }
    for index in 0..<count {
      let at = 16 + index * PlaceFile.groupSize
      guard let kind = Kind(rawValue: bytes[at]) else { continue }
      let group = Group(
        kind: kind, depth: min(Int(bytes[at + 1]), 24),
        least: Double(Float(bitPattern: PlaceFile.number(bytes, at + 4))),
        offset: Int(PlaceFile.number(bytes, at + 8)), count: Int(PlaceFile.number(bytes, at + 12)))
      guard group.offset + group.count * PlaceFile.placeSize <= texts else {
        throw GeoError(.data, "\(name) ends before its group \(index + 1) does")
      }
      groups.append(group)
    }
  }

  /// Calls `body` with the places that are named at a level and lie within a rect of the world.
  func forEach(within box: MapBox, level: Double, _ body: (Place) -> Void) {
    var before = 0
    for group in groups {
      defer { before += group.count }
      guard group.least <= level else { continue }
      let cells = 1 << group.depth
      func cell(_ value: Double) -> Int {
        min(max(Int((value / MKMapSizeWorld.width * Double(cells)).rounded(.down)), 0), cells - 1)
      }
      let columns = cell(box.minX)...max(cell(box.minX), cell(box.maxX))
      for row in cell(box.minY)...max(cell(box.minY), cell(box.maxY)) {
        let first = firstIndex(group, row, columns.lowerBound)
        for index in first..<group.count {
          let at = group.offset + index * PlaceFile.placeSize
          let place = cellOf(at, group.depth)
          guard place.row == row, place.column <= columns.upperBound else { break }
          guard let found = read(at, group.kind, number: before + index), box.contains(found.point) else {
            continue
          }
          body(found)
        }
      }
    }
  }

  /// The level from which on a place is named.
  func leastLevel(of place: Place) -> Double {
    guard place.kind == .city else { return Double(place.size) / 8 }
    var before = 0
    for group in groups {
      before += group.count
      if place.number < before { return group.least }
    }
    return 0
  }

  /// Returns the first place of a group in a cell or after it.
  private func firstIndex(_ group: Group, _ row: Int, _ column: Int) -> Int {
    var (low, high) = (0, group.count)
    while low < high {
      let middle = (low + high) / 2
      let place = cellOf(group.offset + middle * PlaceFile.placeSize, group.depth)
      if (place.row, place.column) < (row, column) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func cellOf(_ at: Int, _ depth: Int) -> (row: Int, column: Int) {
    (short(at + 3) >> (24 - depth), short(at) >> (24 - depth))
  }

  private func read(_ at: Int, _ kind: Kind, number: Int) -> Place? {
    let text = texts + short(at + 6)
    let length = Int(bytes[at + 9])
    guard text + length < bytes.count else { return nil }
    let local = text + length + 1
    let localLength = Int(bytes[text + length])
    guard local + localLength <= bytes.count else { return nil }
    return Place(
      kind: kind, name: String(decoding: bytes[text..<text + length], as: UTF8.self),
      localName: String(decoding: bytes[local..<local + localLength], as: UTF8.self),
      point: MKMapPoint(x: (Double(short(at)) + 0.5) * 16, y: (Double(short(at + 3)) + 0.5) * 16),
      size: Int(bytes[at + 10]), isCapital: bytes[at + 11] & 1 != 0, number: number)
  }

  /// A number of three bytes.
  private func short(_ at: Int) -> Int {
    Int(bytes[at]) | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2]) << 16
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
  }
}
