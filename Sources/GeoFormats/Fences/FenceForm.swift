import Geo

/// The format of a fence file, recognized by its first bytes, whatever its name.
package enum FenceForm {
  /// GeoJSON: one text per line, or one text over all lines.
  case geoJSONLines, geoJSON
  case kml, wkt, ownTracks

  static let expectedGeoJSON = "expected GeoJSON: a FeatureCollection, or one Feature a line"
  static let expected = "expected GeoJSON, KML, WKT, or OwnTracks' .otrw"

  /// - Errors: ``GeoError`` (`data`) if the bytes match none of them.
  init(of head: [UInt8], at path: String, _ formats: FenceFile.Formats) throws(GeoError) {
    let expected = formats == .all ? Self.expected : Self.expectedGeoJSON
    if head.starts(with: [0xff, 0xfe]) || head.starts(with: [0xfe, 0xff]) {
      // XML declares its own encoding.
      let isXML = head.dropFirst(2).prefix(2).contains(UInt8(ascii: "<"))
      guard isXML, formats == .all else { throw GeoError(.data, "is UTF-16 (expected UTF-8)", at: path) }
      self = .kml
      return
    }
    var text = head[...]
    if text.beginsWithMark { text = text.dropFirst(3) }
    text = text.drop { $0 <= 0x20 && $0 != Self.recordSeparator }
    switch text.first {
    case Self.recordSeparator: self = .geoJSONLines
    case UInt8(ascii: "{"):
      if formats == .all, Self.isOwnTracks(text) {
        self = .ownTracks
      } else {
        self = Self.firstLineIsWhole(text) ? .geoJSONLines : .geoJSON
      }
    case nil: throw GeoError(.data, "is empty (\(expected))", at: path)
    case UInt8(ascii: "<") where formats == .all: self = .kml
    case _ where formats == .all && WKTFences.begins(text): self = .wkt
    default:
      let start = String(decoding: text.prefix { $0 >= 0x20 }.prefix(30), as: UTF8.self)
      let name = formats == .all ? "is in an unknown format" : "is not GeoJSON"
      let advice =
        formats != .all && (text.first == UInt8(ascii: "<") || WKTFences.begins(text))
        ? "; geoscript.readRegions reads KML and WKT" : ""
      throw GeoError(.data, "\(name): it begins with \"\(start)\" (\(expected)\(advice))", at: path)
    }
  }

  /// The separator that RFC 8142 §2.1 puts before each text.
  package static let recordSeparator: UInt8 = 0x1e

  /// Whether an object has OwnTracks' member `_type`, and not that of GeoJSON.
  private static func isOwnTracks(_ text: ArraySlice<UInt8>) -> Bool {
    contains(text.prefix(1 << 12), "\"_type\"") && !contains(text.prefix(1 << 12), "\"type\"")
  }

  private static func contains(_ text: ArraySlice<UInt8>, _ word: StaticString) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard text.count >= word.count else { return false }
    return (text.startIndex...text.endIndex - word.count).contains { text[$0...].starts(with: word) }
  }

  /// Whether the first line closes every bracket that it opens.
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
    // The head ends before the line: a file of one line is the same either way.
    return depth <= 0
  }
}
