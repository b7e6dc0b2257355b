import Geo
import SQLite

/// Encodes lines and shapes for a gazetteer: each point as its difference from the one before, in 1e-7
/// degrees.
///
/// One unit is a centimeter, OpenStreetMap's own grid; most points take four to six bytes.
enum CoordinateBytes {
  private static let scale = 1e7

  static func bytes(line: [CLLocationCoordinate2D]) -> [UInt8] {
    var writer = ByteWriter(capacity: 8 + 6 * line.count)
    write(line, to: &writer)
    return writer.bytes
  }

  static func bytes(polygons: [[[CLLocationCoordinate2D]]]) -> [UInt8] {
    let pointCount = polygons.joined().reduce(0) { $0 + $1.count }
    var writer = ByteWriter(capacity: 8 + 6 * pointCount)
    writer.write(polygons) { writer, rings in writer.write(rings) { write($1, to: &$0) } }
    return writer.bytes
  }

  /// - Errors: `ByteReader.Fault` for bytes that are damaged.
  static func line(_ bytes: [UInt8]) throws(ByteReader.Fault) -> [CLLocationCoordinate2D] {
    var reader = ByteReader(bytes)
    return try line(from: &reader)
  }

  /// - Errors: `ByteReader.Fault` for bytes that are damaged.
  static func polygons(_ bytes: [UInt8]) throws(ByteReader.Fault) -> [[[CLLocationCoordinate2D]]] {
    var reader = ByteReader(bytes)
    return try reader.array { (reader) throws(ByteReader.Fault) in
      try reader.array { (reader) throws(ByteReader.Fault) in try line(from: &reader) }
    }
  }

  private static func write(_ line: [CLLocationCoordinate2D], to writer: inout ByteWriter) {
    writer.write(count: line.count)
    var last = (latitude: 0, longitude: 0)
    for point in line {
      let next = (latitude: steps(point.latitude), longitude: steps(point.longitude))
      writer.write(count: zigzag(next.latitude - last.latitude))
      writer.write(count: zigzag(next.longitude - last.longitude))
      last = next
    }
  }

  private static func line(
    from reader: inout ByteReader
  ) throws(ByteReader.Fault) -> [CLLocationCoordinate2D] {
    var last = (latitude: 0, longitude: 0)
    return try reader.array { (reader) throws(ByteReader.Fault) in
      last.latitude &+= unzigzag(try reader.count())
      last.longitude &+= unzigzag(try reader.count())
      return CLLocationCoordinate2D(
        latitude: Double(last.latitude) / scale, longitude: Double(last.longitude) / scale)
    }
  }

  /// Clamps degrees to the valid range; writers have already checked them.
  private static func steps(_ degrees: Double) -> Int {
    Int((max(-360, min(360, degrees)) * scale).rounded())
  }

  private static func zigzag(_ value: Int) -> Int { (value << 1) ^ (value >> 63) }
  private static func unzigzag(_ value: Int) -> Int {
    Int(bitPattern: UInt(bitPattern: value) >> 1) ^ -(value & 1)
  }
}
