public import Geo

/// A file with the tiles of a map. One thread at a time uses it.
public protocol TileArchive: AnyObject {
  var path: String { get }
  var source: TileSource { get }
  /// Whether its tiles are vector tiles (MVT) and not pictures.
  var isVector: Bool { get }
  /// The area with tiles; nil for the whole world.
  var bounds: MKMapRect? { get }
  /// Returns a tile, not compressed, with rows counted from the north; nil if the archive does not have it.
  ///
  /// - Errors: ``GeoError`` `data` for a damaged file.
  func tile(z: Int, x: Int, y: Int) throws(GeoError) -> [UInt8]?
}

/// Opens archives by file name extension.
public enum TileArchives {
  public static let endings = [".mbtiles", ".pmtiles"]

  /// Whether a file name is that of an archive.
  public static func isArchive(_ name: String) -> Bool {
    endings.contains { name.lowercased().hasSuffix($0) }
  }

  /// - Errors: ``GeoError`` `noInput` for a missing file, `data` for one that is not such an archive or holds
  ///   tiles that cannot be drawn.
  public static func open(_ path: String) throws(GeoError) -> any TileArchive {
    if path.lowercased().hasSuffix(".pmtiles") { return try PMTiles(path: path) }
    return try MBTiles(path: path)
  }

  /// The limit for a tile, in bytes.
  static let greatestLength = 16 << 20

  /// The error for tiles that cannot be drawn.
  static func refusal(_ kind: String, _ path: String) -> GeoError {
    GeoError(.data, "holds \(kind): expected PNG, JPEG, WebP or MVT", at: path)
  }

  /// The limit for a vector tile that is not compressed, in bytes.
  static let greatestVector = 64 << 20

  /// Refuses an archive of vector tiles where only pictures are of use.
  package static func requirePictures(_ archive: any TileArchive) throws(GeoError) {
    guard archive.isVector else { return }
    throw GeoError(
      .data, "holds vector tiles: a tile overlay draws PNG, JPEG and WebP (--basemap draws vector tiles)",
      at: archive.path)
  }

  /// The rect of degrees west, south, east, north; nil for the whole world and for an invalid area.
  static func bounds(_ degrees: [Double]) -> MKMapRect? {
    guard degrees.count == 4, degrees.allSatisfy(\.isFinite), degrees[0] < degrees[2],
      degrees[1] < degrees[3],
      abs(degrees[1]) <= 90, abs(degrees[3]) <= 90, degrees[0] >= -180, degrees[2] <= 180
    else { return nil }
    let top = MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: degrees[3], longitude: degrees[0]))
    let end = MKMapPointForCoordinate(CLLocationCoordinate2D(latitude: degrees[1], longitude: degrees[2]))
    let right = degrees[2] == 180 ? MKMapSizeWorld.width : end.x
    return MKMapRect(x: top.x, y: top.y, width: right - top.x, height: end.y - top.y)
  }

  /// A line of plain text from a source's attribution, which may be HTML; nil if it is empty.
  static func plainText(_ words: String) -> String? {
    var text = ""
    var isTag = false
    for letter in words.prefix(2000) {
      switch letter {
      case "<": isTag = true
      case ">" where isTag: isTag = false
      case _ where isTag: break
      case _ where letter.isNewline: text += " "
      default: text.append(letter)
      }
    }
    for (entity, letter) in [("&copy;", "©"), ("&#169;", "©"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
      text = text.replacing(entity, with: letter)
    }
    let words = text.split(separator: " ").joined(separator: " ")
    return words.isEmpty ? nil : String(words.prefix(200))
  }
}
