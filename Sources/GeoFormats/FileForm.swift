/// The text formats of event files.
package enum FileForm {
  case gpx, ndjson, csv, lines, kml, geoJSON

  /// Recognizes the format by the first bytes; nil if it is unknown.
  package init?(of head: [UInt8]) {
    guard let form = FileForm.detected(in: head) else { return nil }
    self = form
  }

  /// The name of a file without its folder and its format extension.
  package static func baseName(of path: String) -> String {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    if let dot = dot(name), name[dot...].lowercased() == ".gz" { name = String(name[..<dot]) }
    if let dot = dot(name) { name = String(name[..<dot]) }
    return name
  }

  /// The last dot of a name, unless it is the first character.
  private static func dot(_ name: String) -> String.Index? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return dot
  }

  private static func detected(in head: [UInt8]) -> FileForm? {
    // geoscript reads UTF-16, with or without its mark, only as XML.
    if head.starts(with: [0xff, 0xfe]) || head.starts(with: [0xfe, 0xff]) { return .gpx }
    if head.starts(with: [0x3c, 0]) || head.starts(with: [0, 0x3c]) { return .gpx }
    var text = head[...]
    if text.starts(with: [0xef, 0xbb, 0xbf]) { text = text.dropFirst(3) }
    text = text.drop { $0 <= 0x20 }
    switch text.first {
    case UInt8(ascii: "<"): return contains(text, "<kml") ? .kml : .gpx
    case UInt8(ascii: "{"):
      if ShapeFile.isGeoJSON(String(decoding: text.prefix(1 << 12), as: UTF8.self)) { return .geoJSON }
      let form = text.withUnsafeBytes { LineForm($0) }
      return form == .gpsd || form == .ownTracks ? .lines : .ndjson
    case UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "\\"): return .lines
    default:
      if text.withUnsafeBytes({ LineForm.isRecord($0, 0) }) { return .lines }
      if hasSentence(text) { return .lines }
      let line = text.prefix { $0 != 10 && $0 != 13 }
      let isTable = line.contains { CSVSeparator.all.contains($0) } && !line.contains(0)
      return isTable ? .csv : nil
    }
  }

  /// Whether one of the lines is surely a sentence: logs may begin with comments or with other bytes.
  private static func hasSentence(_ text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return false }
      for at in text.indices where text[at] == UInt8(ascii: "$") {
        let rest = text[at...].prefix(NMEASentence.longest).prefix { $0 != 10 && $0 != 13 }
        guard rest.count > 9, rest.count < NMEASentence.longest else { continue }
        let (_, check) = NMEASentence.read(start + at + 1, start + at + rest.count)
        if case .good = check { return true }
      }
      return false
    }
  }

  private static func contains(_ text: ArraySlice<UInt8>, _ word: String) -> Bool {
    String(decoding: text.prefix(1 << 12), as: UTF8.self).contains(word)
  }
}
