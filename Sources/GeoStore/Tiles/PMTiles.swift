public import Geo
import Glibc

/// Tiles in one file with directories of their places.
///
/// - Source: PMTiles version 3, github.com/protomaps/PMTiles, spec/v3/spec.md.
public final class PMTiles: TileArchive {
  public let path: String
  public private(set) var source = TileSource()
  public var isVector: Bool { header.isVector }
  public private(set) var bounds: MKMapRect?
  private let descriptor: Int32
  private let size: UInt64
  private let header: PMTilesHeader
  private let root: PMTilesDirectory
  /// The most recently used leaf directories, by offset.
  private var leaves: [(offset: UInt64, directory: PMTilesDirectory)] = []

  private static let keptLeaves = 16
  /// The greatest depth of root and leaves, as in the format's own readers.
  private static let greatestDepth = 4
  /// The limit for a directory, compressed and uncompressed, in bytes.
  private static let greatestDirectory = 16 << 20

  public init(path: String) throws(GeoError) {
    self.path = path
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw GeoError(.noInput, String(cString: strerror(errno)), at: path) }
    do throws(GeoError) {
      var information = stat()
      guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
        throw GeoError(.noInput, "is not a regular file", at: path)
      }
      let size = UInt64(information.st_size)
      let header = try PMTilesHeader(
        PMTiles.bytes(file, at: 0, min(size, UInt64(PMTilesHeader.length)), size, path), path)
      root = try PMTiles.directory(file, header.root, header, size, path)
      source.attribution = try PMTiles.attribution(file, header, size, path)
      (descriptor, self.size, self.header) = (file, size, header)
    } catch {
      close(file)
      throw error
    }
    source.levels = header.levels
    bounds = header.bounds
  }

  deinit { close(descriptor) }

  public func tile(z: Int, x: Int, y: Int) throws(GeoError) -> [UInt8]? {
    guard let number = PMTiles.number(z: z, x: x, y: y) else { return nil }
    var directory = root
    for _ in 0..<PMTiles.greatestDepth {
      guard let entry = directory.entry(of: number) else { return nil }
      if entry.run > 0 {
        let bytes = try section(header.tiles, entry, "a tile")
        return header.packsTiles ? try PMTiles.unpacked(bytes, path) : bytes
      }
      directory = try leaf(entry)
    }
    throw GeoError(.data, "its leaf directories nest more than \(PMTiles.greatestDepth) deep", at: path)
  }

  private func leaf(_ entry: PMTilesDirectory.Entry) throws(GeoError) -> PMTilesDirectory {
    if let place = leaves.firstIndex(where: { $0.offset == entry.offset }) {
      let known = leaves.remove(at: place)
      leaves.append(known)
      return known.directory
    }
    let bytes = try section(header.leaves, entry, "a leaf directory", limit: PMTiles.greatestDirectory)
    let directory = try PMTilesDirectory(
      header.packsDirectories ? PMTiles.unpacked(bytes, path) : bytes, path)
    if leaves.count == PMTiles.keptLeaves { leaves.removeFirst() }
    leaves.append((entry.offset, directory))
    return directory
  }

  private func section(
    _ section: PMTilesHeader.Section, _ entry: PMTilesDirectory.Entry, _ what: String,
    limit: Int = TileArchives.greatestLength
  ) throws(GeoError) -> [UInt8] {
    let (start, wraps) = section.offset.addingReportingOverflow(entry.offset)
    guard !wraps else { throw GeoError(.data, "\(what) lies beyond its end", at: path) }
    guard entry.length <= limit else {
      throw GeoError(.data, "\(what) in it has \(entry.length) bytes (at most \(limit))", at: path)
    }
    return try PMTiles.bytes(descriptor, at: start, UInt64(entry.length), size, path)
  }

  private static func bytes(
    _ file: Int32, at offset: UInt64, _ count: UInt64, _ size: UInt64, _ path: String
  ) throws(GeoError) -> [UInt8] {
    guard offset <= size, count <= size - offset else {
      throw GeoError(
        .data, "is truncated or damaged: \(count) bytes at \(offset) lie beyond its end at \(size)", at: path)
    }
    var filled = 0
    var fault: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
      while filled < Int(count), let start = buffer.baseAddress {
        let read = pread(file, start + filled, Int(count) - filled, off_t(offset) + filled)
        if read < 0, errno == EINTR { continue }
        guard read > 0 else {
          fault = read < 0 ? errno : EIO
          break
        }
        filled += read
      }
      initialized = filled
    }
    guard fault == 0 else { throw GeoError(.inputOutput, String(cString: strerror(fault)), at: path) }
    return bytes
  }

  private static func directory(
    _ file: Int32, _ section: PMTilesHeader.Section, _ header: PMTilesHeader, _ size: UInt64, _ path: String
  ) throws(GeoError) -> PMTilesDirectory {
    guard section.length <= UInt64(greatestDirectory) else {
      throw GeoError(
        .data, "its directory has \(section.length) bytes (at most \(greatestDirectory))", at: path)
    }
    let bytes = try bytes(file, at: section.offset, section.length, size, path)
    return try PMTilesDirectory(header.packsDirectories ? unpacked(bytes, path) : bytes, path)
  }

  /// The attribution in the metadata; damaged metadata has none.
  private static func attribution(
    _ file: Int32, _ header: PMTilesHeader, _ size: UInt64, _ path: String
  ) throws(GeoError) -> String? {
    guard (1...(1 << 20)).contains(header.metadata.length) else { return nil }
    var bytes = try bytes(file, at: header.metadata.offset, header.metadata.length, size, path)
    if header.packsDirectories { bytes = Inflate.gzip(bytes, limit: greatestDirectory) ?? [] }
    guard let parsed = try? JSONParser.parse(String(decoding: bytes, as: UTF8.self)),
      case .object(let members) = parsed,
      case .string(let words)? = members.first(where: { $0.name == "attribution" })?.value
    else { return nil }
    return TileArchives.plainText(words)
  }

  private static func unpacked(_ bytes: [UInt8], _ path: String) throws(GeoError) -> [UInt8] {
    guard let unpacked = Inflate.gzip(bytes, limit: greatestDirectory) else {
      throw GeoError(.data, "is damaged: part of it is not complete gzip data, or is too large", at: path)
    }
    return unpacked
  }

  /// The number of a tile in the archive: after all tiles of lower levels, along a Hilbert curve.
  static func number(z: Int, x: Int, y: Int) -> UInt64? {
    guard (0...30).contains(z), (0..<1 << z).contains(x), (0..<1 << z).contains(y) else { return nil }
    var number = (UInt64(1) << (2 * UInt64(z)) - 1) / 3
    var (x, y) = (x, y)
    for bit in stride(from: z - 1, through: 0, by: -1) {
      let side = 1 << bit
      let (right, down) = (x & side != 0 ? 1 : 0, y & side != 0 ? 1 : 0)
      number += UInt64(side) * UInt64(side) * UInt64((3 * right) ^ down)
      if down == 0 {
        if right == 1 { (x, y) = (side - 1 - (x & (side - 1)), side - 1 - (y & (side - 1))) }
        (x, y) = (y, x)
      }
    }
    return number
  }
}
