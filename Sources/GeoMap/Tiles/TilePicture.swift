import GeoCore

/// The allowed pictures of tiles, and the messages about others.
public enum TilePicture {
  /// - Units: bytes; pixels a side.
  static let greatestLength = 4 << 20
  static let greatestSide = 2048

  /// Returns the picture of a tile's bytes.
  ///
  /// - Errors: ``NSError`` that names what the bytes are instead.
  static func image(_ bytes: [UInt8], _ path: MKTileOverlayPath) throws(NSError) -> UIImage {
    if let fault = fault(bytes) { throw .tile("tile \(path) \(fault)") }
    guard let image = UIImage(encoded: bytes, scale: path.contentScaleFactor) else {
      throw .tile("tile \(path) is not a picture")
    }
    return image
  }

  /// Returns why bytes cannot be a tile, as words that follow its name; nil if they can.
  public static func fault(_ bytes: [UInt8]) -> String? {
    guard bytes.count <= greatestLength else { return "is larger than \(greatestLength >> 20) MB" }
    guard let header = ImageHeader(bytes) else { return complaint(bytes) }
    if let fault = fault(width: header.width, height: header.height) { return fault }
    return isWhole(bytes) ? nil : "is cut off: its picture has no end"
  }

  static func fault(width: Int, height: Int) -> String? {
    guard width > greatestSide || height > greatestSide else { return nil }
    return "has \(width) × \(height) pixels (at most \(greatestSide) a side)"
  }

  /// What the bytes seem to be instead of a picture.
  private static func complaint(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "is empty" }
    // A layer of a vector tile, compressed or not.
    if bytes.starts(with: [0x1f, 0x8b]) || bytes[0] == 0x1a {
      return "is a vector tile: only raster tiles (PNG, JPEG, WebP) can be drawn"
    }
    let isText = bytes.prefix(16).contains(UInt8(ascii: "<"))
    return "is not a picture\(isText ? " but a page of text" : "") (expected PNG, JPEG or WebP)"
  }

  /// Whether a picture file is complete.
  ///
  /// - Source: PNG 3rd ed. §11.2.5 (IEND); ITU-T T.81 annex B (EOI); RFC 9649 §2.4 (the length in RIFF).
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
      return contains([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82], in: bytes.suffix(256))
    }
    // Some encoders add bytes after the end.
    if bytes.starts(with: [0xff, 0xd8]) { return contains([0xff, 0xd9], in: bytes.suffix(256)) }
    if bytes.starts(with: [0x52, 0x49, 0x46, 0x46]), bytes.count >= 12 {
      return bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } + 8 <= bytes.count
    }
    return true
  }

  private static func contains(_ word: [UInt8], in bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= word.count else { return false }
    return bytes.indices.dropLast(word.count - 1).contains { bytes[$0..<$0 + word.count].elementsEqual(word) }
  }
}
