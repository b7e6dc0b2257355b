/// Builds FIT files for tests.
///
/// - Source: developer.garmin.com/fit/protocol.
struct FITFile {
  /// Seconds since 1989-12-31 of 2026-01-01T00:00:00Z.
  static let start: UInt32 = 1_136_160_000

  private(set) var data: [UInt8] = []
  private var isBigEndian = false
  private var types: [UInt8: [(size: Int, type: UInt8)]] = [:]

  /// Adds a definition message: fields by number, size and base type; `apps` are the sizes of developer fields.
  mutating func define(
    _ local: UInt8, _ message: UInt16, _ fields: [(number: UInt8, size: Int, type: UInt8)],
    bigEndian: Bool = false,
    apps: [UInt8] = []
  ) {
    isBigEndian = bigEndian
    types[local] = fields.map { (size: $0.size, type: $0.type) }
    let head: UInt8 = apps.isEmpty ? 0x40 : 0x60
    let order: UInt8 = bigEndian ? 1 : 0
    data += [head | local, 0, order]
    data += encoded(Int(message), 2)
    data.append(UInt8(fields.count))
    for field in fields { data += [field.number, UInt8(field.size), field.type] }
    if !apps.isEmpty { data.append(UInt8(apps.count)) }
    for (index, size) in apps.enumerated() { data += [UInt8(index), size, 0] }
  }

  /// Adds a data message with its values, and bytes of developer fields.
  mutating func add(_ local: UInt8, _ values: [Int], apps: [UInt8] = [], offset: UInt8? = nil) {
    data.append(offset.map { 0x80 | local << 5 | $0 } ?? local)
    for (value, field) in zip(values, types[local] ?? []) { data += encoded(value, field.size) }
    data += apps
  }

  mutating func add(raw: [UInt8]) { data += raw }

  private func encoded(_ value: Int, _ count: Int) -> [UInt8] {
    let little = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? little.reversed() : little
  }

  /// The file with its header of 14 bytes and its checksum.
  var bytes: [UInt8] {
    var header: [UInt8] = [14, 0x20, 0x5c, 0x08]
    header += (0..<4).map { UInt8(truncatingIfNeeded: data.count >> (8 * $0)) }
    header += Array(".FIT".utf8)
    header += Self.checksum(header)
    let whole = header + data
    return whole + Self.checksum(whole)
  }

  /// CRC-16/ARC, bit by bit; its check value over "123456789" is 0xBB3D.
  static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var value: UInt16 = 0
    for byte in bytes {
      value ^= UInt16(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xa001 : value >> 1 }
    }
    return [UInt8(value & 255), UInt8(value >> 8)]
  }

  static let u8: UInt8 = 2, u16: UInt8 = 0x84, s32: UInt8 = 0x85, u32: UInt8 = 0x86, text: UInt8 = 7,
    s8: UInt8 = 1

  static func semicircles(_ degrees: Double) -> Int { Int((degrees / 180 * 0x1p31).rounded()) }

  /// Defines `record` as local type 0 with time, latitude, longitude, altitude, pulse and speed.
  mutating func defineRecord(bigEndian: Bool = false, apps: [UInt8] = []) {
    define(
      0, 20,
      [
        (253, 4, Self.u32), (0, 4, Self.s32), (1, 4, Self.s32), (2, 2, Self.u16), (3, 1, Self.u8),
        (6, 2, Self.u16),
      ],
      bigEndian: bigEndian, apps: apps)
  }

  mutating func addRecord(_ second: Int, _ latitude: Double, pulse: Int = 255, apps: [UInt8] = []) {
    add(
      0,
      [
        Int(Self.start) + second, Self.semicircles(latitude), Self.semicircles(-13.4), (34 + 500) * 5, pulse,
        2500,
      ],
      apps: apps)
  }
}
