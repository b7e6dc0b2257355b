import Geo

/// Writes a zip archive whose files are stored as they are.
///
/// - Shapes: the same files give the same bytes: every date is 1980-01-01.
/// - Source: PKWARE APPNOTE 6.3.10, §4.3.7 local header, §4.3.12 central directory, §4.3.16 its end, §4.4.4 bit 11.
struct ZipWriter {
  private(set) var names: [String] = []
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []

  /// The most bytes of an archive without Zip64.
  static let most = 0xffff_0000

  /// - Errors: ``GeoError`` `data` for an archive beyond 4 GiB or 65,535 files.
  mutating func add(_ name: String, _ content: [UInt8]) throws(GeoError) {
    guard bytes.count + content.count < ZipWriter.most, names.count < 0xffff else {
      throw GeoError(.data, "the bundle would be larger than 4 GiB: give a shorter recording", at: name)
    }
    let head = header(Array(name.utf8), content)
    directory += ZipWriter.number(0x0201_4b50, 4) + ZipWriter.number(20, 2) + head
    // Comment, disk, attributes inside and outside, place.
    directory += ZipWriter.number(0, 2) + ZipWriter.number(0, 2) + ZipWriter.number(0, 2)
    directory += ZipWriter.number(0, 4) + ZipWriter.number(bytes.count, 4) + Array(name.utf8)
    bytes += ZipWriter.number(0x0403_4b50, 4) + head + Array(name.utf8) + content
    names.append(name)
  }

  /// The archive.
  var archive: [UInt8] {
    bytes + directory + ZipWriter.number(0x0605_4b50, 4) + ZipWriter.number(0, 4)
      + ZipWriter.number(names.count, 2) + ZipWriter.number(names.count, 2)
      + ZipWriter.number(directory.count, 4) + ZipWriter.number(bytes.count, 4) + ZipWriter.number(0, 2)
  }

  /// From the version that is needed to the length of the extra field.
  private func header(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] {
    // Names are UTF-8; the content is stored; midnight on the first day that DOS knows.
    let fixed =
      ZipWriter.number(20, 2) + ZipWriter.number(0x800, 2) + ZipWriter.number(0, 2)
      + ZipWriter.number(0, 2) + ZipWriter.number(0x21, 2)
    return fixed + ZipWriter.number(Int(ZipWriter.checksum(content)), 4)
      + ZipWriter.number(content.count, 4) + ZipWriter.number(content.count, 4)
      + ZipWriter.number(name.count, 2) + ZipWriter.number(0, 2)
  }

  /// A number of `count` bytes, the lowest first.
  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
  }

  /// CRC-32 of ISO 3309.
  static func checksum(_ content: [UInt8]) -> UInt32 {
    ~content.reduce(0xffff_ffff) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }
}
