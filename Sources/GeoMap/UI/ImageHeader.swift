/// The properties in the first bytes of a picture file.
///
/// Reads PNG, JPEG, GIF, WebP and BMP; the size of a rotated JPEG is that of the rotated picture.
///
/// - Source: PNG 3rd ed. §11.2.1; ITU-T T.81 annex B; GIF89a §18; RFC 9649 §2.5 … 2.7; Microsoft's BITMAPINFOHEADER;
///   Exif 2.32 §4.6.4.
public struct ImageHeader: Hashable, Sendable {
  /// - Units: pixels.
  public let width: Int
  public let height: Int

  /// Nil if the bytes are not of such a picture or do not include its size.
  public init?(_ bytes: [UInt8]) {
    let reader = HeaderBytes(bytes)
    guard let size = Self.size(reader), size.0 > 0, size.1 > 0 else { return nil }
    (width, height) = size
  }

  private static func size(_ bytes: HeaderBytes) -> (Int, Int)? {
    if bytes.has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], at: 0), bytes.has("IHDR", at: 12) {
      return pair(bytes.big(4, at: 16), bytes.big(4, at: 20))
    }
    if bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) {
      return pair(bytes.little(2, at: 6), bytes.little(2, at: 8))
    }
    if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) { return webP(bytes) }
    if bytes.has("BM", at: 0) { return bitmap(bytes) }
    return bytes.has([0xff, 0xd8], at: 0) ? jpeg(bytes) : nil
  }

  private static func pair(_ width: Int?, _ height: Int?) -> (Int, Int)? {
    guard let width, let height else { return nil }
    return (width, height)
  }

  private static func webP(_ bytes: HeaderBytes) -> (Int, Int)? {
    if bytes.has("VP8X", at: 12) {
      return pair(bytes.little(3, at: 24).map { $0 + 1 }, bytes.little(3, at: 27).map { $0 + 1 })
    }
    if bytes.has("VP8L", at: 12), bytes.has([0x2f], at: 20), let bits = bytes.little(4, at: 21) {
      return ((bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1)
    }
    guard bytes.has("VP8 ", at: 12), bytes.has([0x9d, 0x01, 0x2a], at: 23) else { return nil }
    return pair(bytes.little(2, at: 26).map { $0 & 0x3fff }, bytes.little(2, at: 28).map { $0 & 0x3fff })
  }

  private static func bitmap(_ bytes: HeaderBytes) -> (Int, Int)? {
    // The oldest header, OS/2's, has 16-bit sizes; in the others a negative height means top-down rows.
    if bytes.little(4, at: 14) == 12 { return pair(bytes.little(2, at: 18), bytes.little(2, at: 20)) }
    guard let size = pair(bytes.little(4, at: 18), bytes.little(4, at: 22)) else { return nil }
    return (size.0, abs(Int(Int32(truncatingIfNeeded: size.1))))
  }

  private static func jpeg(_ bytes: HeaderBytes) -> (Int, Int)? {
    var isTurned = false
    var at = 2
    while let marker = bytes.big(1, at: at + 1), bytes.has([0xff], at: at) {
      if marker == 0xff {
        // A fill byte before a marker.
        at += 1
        continue
      }
      guard let length = bytes.big(2, at: at + 2), length >= 2, marker != 0xd9, marker != 0xda else {
        return nil
      }
      // The frames of all kinds; the codes of DHT, JPG and DAC between them have other meanings.
      if (0xc0...0xcf).contains(marker), ![0xc4, 0xc8, 0xcc].contains(marker) {
        guard let size = pair(bytes.big(2, at: at + 7), bytes.big(2, at: at + 5)) else { return nil }
        return isTurned ? (size.1, size.0) : size
      }
      if marker == 0xe1, bytes.has([0x45, 0x78, 0x69, 0x66, 0, 0], at: at + 4) {
        isTurned = exifTurns(bytes, at: at + 10)
      }
      at += 2 + length
    }
    return nil
  }

  /// Whether the Exif data at `start` says that the picture lies on its side: orientation 5 … 8.
  private static func exifTurns(_ bytes: HeaderBytes, at start: Int) -> Bool {
    let isBig = bytes.has("MM", at: start)
    func number(_ count: Int, _ offset: Int) -> Int? {
      isBig ? bytes.big(count, at: start + offset) : bytes.little(count, at: start + offset)
    }
    guard let directory = number(4, 4), let count = number(2, directory) else { return false }
    for entry in 0..<count {
      let place = directory + 2 + entry * 12
      if number(2, place) == 0x0112 { return (5...8).contains(number(2, place + 8) ?? 1) }
    }
    return false
  }
}

/// Numbers and words at positions in bytes; nil and false beyond the end.
private struct HeaderBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func has(_ word: [UInt8], at start: Int) -> Bool {
    start >= 0 && start + word.count <= bytes.count && bytes[start..<start + word.count].elementsEqual(word)
  }

  func has(_ word: String, at start: Int) -> Bool { has(Array(word.utf8), at: start) }

  func big(_ count: Int, at start: Int) -> Int? {
    guard start >= 0, start + count <= bytes.count else { return nil }
    return bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
  }

  func little(_ count: Int, at start: Int) -> Int? {
    guard start >= 0, start + count <= bytes.count else { return nil }
    return bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
