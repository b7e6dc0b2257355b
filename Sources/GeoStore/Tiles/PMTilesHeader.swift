import Geo

/// The first 127 bytes of a PMTiles archive.
struct PMTilesHeader {
  static let length = 127

  struct Section {
    let offset: UInt64
    let length: UInt64
  }

  let root: Section
  let metadata: Section
  let leaves: Section
  let tiles: Section
  /// Whether they are compressed with gzip.
  let packsDirectories: Bool
  let packsTiles: Bool
  /// Whether the tiles are MVT.
  let isVector: Bool
  let levels: ClosedRange<Int>
  let bounds: MKMapRect?

  /// - Errors: ``GeoError`` `data`, naming the unreadable part.
  init(_ bytes: [UInt8], _ path: String) throws(GeoError) {
    guard bytes.starts(with: Array("PMTiles".utf8)), bytes.count > 7 else {
      throw GeoError(.data, "is not a PMTiles archive", at: path)
    }
    guard bytes[7] == 3 else {
      throw GeoError(
        .data, "is PMTiles version \(bytes[7]) (expected 3: convert it with pmtiles convert)", at: path)
    }
    guard bytes.count == PMTilesHeader.length else {
      throw GeoError(.data, "is truncated: it ends within its header", at: path)
    }
    func number(_ offset: Int, _ count: Int = 8) -> UInt64 {
      bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    func section(_ offset: Int) -> Section { Section(offset: number(offset), length: number(offset + 8)) }
    (root, metadata, leaves, tiles) = (section(8), section(24), section(40), section(56))
    packsDirectories = try PMTilesHeader.isGzip(bytes[97], "directories", path)
    switch bytes[99] {
    case 5: throw TileArchives.refusal("AVIF tiles", path)
    case 6: throw TileArchives.refusal("vector tiles (MLT)", path)
    default: break
    }
    isVector = bytes[99] == 1
    packsTiles = try PMTilesHeader.isGzip(bytes[98], "tiles", path)
    let (low, high) = (Int(bytes[100]), Int(bytes[101]))
    guard low <= high, high <= 30 else {
      throw GeoError(.data, "claims the zoom levels \(low) to \(high)", at: path)
    }
    levels = low...high
    // Degrees × 10⁷: west, south, east, north.
    bounds = TileArchives.bounds(
      [102, 106, 110, 114].map { Double(Int32(truncatingIfNeeded: number($0, 4))) / 1e7 })
  }

  private static func isGzip(_ code: UInt8, _ what: String, _ path: String) throws(GeoError) -> Bool {
    switch code {
    case 0, 1: return false
    case 2: return true
    default:
      let name = [3: "Brotli", 4: "Zstandard"][code] ?? "method \(code)"
      throw GeoError(.data, "its \(what) are compressed with \(name) (expected gzip or none)", at: path)
    }
  }
}
