import Geo

/// How a file holds its GeoJSON: a text on each line, or one text over all of them.
enum FenceForm {
  case lines, document

  static let expected = "expected GeoJSON: a FeatureCollection, or one Feature a line"

  /// The form that the first bytes of a file look like.
  ///
  /// - Errors: ``GeoError`` (`data`) when they do not begin any object.
  init(of head: [UInt8], at path: String) throws(GeoError) {
    if head.starts(with: [0xff, 0xfe]) || head.starts(with: [0xfe, 0xff]) {
      throw GeoError(.data, "is UTF-16 (expected UTF-8)", at: path)
    }
    var text = head[...]
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
    text = text.drop { $0 <= 0x20 && $0 != Self.recordSeparator }
    switch text.first {
    case Self.recordSeparator: self = .lines
    case UInt8(ascii: "{"): self = Self.firstLineIsWhole(text) ? .lines : .document
    case nil: throw GeoError(.data, "is empty (\(Self.expected))", at: path)
    default:
      let start = String(decoding: text.prefix { $0 >= 0x20 }.prefix(30), as: UTF8.self)
      throw GeoError(.data, "is not GeoJSON: it begins with \"\(start)\" (\(Self.expected))", at: path)
    }
  }

  /// What RFC 8142 §2.1 puts before each text.
  static let recordSeparator: UInt8 = 0x1e

  /// Whether every bracket that the first line opens is closed on it.
  private static func firstLineIsWhole(_ text: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    var isInString = false
    var isEscaped = false
    for byte in text {
      if byte == 10 { return depth <= 0 }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = isInString
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else if !isInString {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
      }
    }
    // The head ended before the line: a file of one line fits it, and is the same either way.
    return depth <= 0
  }
}
