import GeoRender

/// The mark by which a picture of geoscript is known, so that no other is replaced.
enum PictureMark {
  /// A chunk with the program's name, its length before and its sum behind it.
  ///
  /// - Source: PNG (ISO/IEC 15948), 11.3.4.3; the sum by zlib.crc32.
  private static let chunk: [UInt8] =
    [0, 0, 0, 18] + Array("tEXtSoftware\0geoscript".utf8) + [0x57, 0x91, 0xCB, 0x21]
  /// How long the signature of a PNG and its first chunk are.
  private static let header = 33
  private static let comment = Array("<!-- geoscript -->\n".utf8)
  private static let lastLine = Array("%geoscript\n".utf8)

  /// Returns a picture with the mark in it.
  static func add(to bytes: [UInt8]) -> [UInt8] {
    switch format(bytes) {
    case .png where bytes.count > header: Array(bytes[..<header]) + chunk + bytes[header...]
    case .svg:
      if let line = bytes.firstIndex(of: 10) {
        Array(bytes[...line]) + comment + bytes[(line + 1)...]
      } else {
        bytes + comment
      }
    case .pdf: bytes + lastLine
    default: bytes
    }
  }

  /// Whether a file with these bytes at its beginning and at its end has the mark.
  static func isIn(_ head: [UInt8], _ tail: @autoclosure () -> [UInt8]) -> Bool {
    switch format(head) {
    case .png: head.dropFirst(header).starts(with: chunk)
    case .svg: head.firstRange(of: comment) != nil
    case .pdf: tail().suffix(lastLine.count).elementsEqual(lastLine)
    case nil: false
    }
  }

  private static func format(_ head: [UInt8]) -> Picture.Format? {
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
    if head.starts(with: Array("%PDF".utf8)) { return .pdf }
    return head.starts(with: Array("<?xml".utf8)) || head.starts(with: Array("<svg".utf8)) ? .svg : nil
  }
}
