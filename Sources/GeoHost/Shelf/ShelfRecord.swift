import Geo

/// What the shelf writes down about a file of streets: finding its area takes reading all of it.
struct ShelfRecord {
  /// The file that it is about, by size and time.
  ///
  /// - Units: bytes; nanoseconds since 1970.
  let length: Int
  let changed: Int64
  let area: MKMapRect

  /// Nil for a map without an area, or with other ways to find it.
  init?(_ map: ShelfMap) {
    guard map.format == .streets, let area = map.area else { return nil }
    (length, changed, self.area) = (map.length, map.changed, area)
  }

  /// Nil if there is no file with a record.
  init?(path: String) {
    guard let bytes = try? TileArchiveCache.bytes(path),
      let json = try? JSONParser.parse(String(decoding: bytes, as: UTF8.self)),
      case .integer(let length)? = json["bytes"], case .integer(let changed)? = json["changed"],
      case .array(let sides)? = json["area"], sides.count == 4
    else { return nil }
    let numbers = sides.compactMap { side -> Double? in
      if case .number(let value)? = side.asNumber { value } else { nil }
    }
    guard numbers.count == 4 else { return nil }
    (self.length, self.changed) = (Int(length), changed)
    area = MKMapRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// Its file, in map points.
  var bytes: [UInt8] {
    let area = [area.minX, area.minY, area.width, area.height].map { JSONValue.number($0) }
    let json = JSONValue.object([
      ("bytes", .integer(Int64(length))), ("changed", .integer(changed)), ("area", .array(area)),
    ])
    return Array("\(json)\n".utf8)
  }

  /// The path of the record of a map.
  static func path(_ name: String, in folder: String) -> String { "\(folder)/.\(name).json" }
}
