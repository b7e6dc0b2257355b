import GeoCore

/// The formats of event files.
package enum FileForm {
  case gpx, ndjson, csv, lines, kml, geoJSON, tcx, fit, timeline

  /// The formats by the endings of their files' names; those of Timeline's exports, `.json`, tell nothing.
  package static let endings: [(ending: String, form: FileForm)] = [
    (".gpx", .gpx), (".tcx", .tcx), (".fit", .fit), (".kml", .kml), (".kmz", .kml), (".geojson", .geoJSON),
    (".ndjson", .ndjson), (".jsonl", .ndjson), (".csv", .csv), (".tsv", .csv), (".unicsv", .csv),
    (".nmea", .lines),
    (".rec", .lines),
  ]

  /// The format that the end of a name tells, whether packed by gzip or not; nil if it tells none.
  package init?(named name: String) {
    var name = name.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    guard let form = FileForm.endings.first(where: { name.hasSuffix($0.ending) })?.form else { return nil }
    self = form
  }

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
    if FITDecoder.begins(head) { return .fit }
    // geoscript reads UTF-16, with or without its mark, only as XML.
    if head.starts(with: [0xff, 0xfe]) || head.starts(with: [0xfe, 0xff]) { return .gpx }
    if head.starts(with: [0x3c, 0]) || head.starts(with: [0, 0x3c]) { return .gpx }
    var text = head[...]
    if text.beginsWithMark { text = text.dropFirst(3) }
    text = text.drop { $0 <= 0x20 }
    switch text.first {
    case UInt8(ascii: "<"):
      if contains(text, "<TrainingCenterDatabase") { return .tcx }
      return contains(text, "<kml") ? .kml : .gpx
    case UInt8(ascii: "[") where contains(text, "\"startTime\""): return .timeline
    case UInt8(ascii: "{"):
      if isTimeline(text) { return .timeline }
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

  /// Whether one of the first members is an array of Google's Timeline.
  private static func isTimeline(_ text: ArraySlice<UInt8>) -> Bool {
    let plain = String(decoding: text.prefix(1 << 12), as: UTF8.self).filter { !$0.isWhitespace }
    return TimelineElement.members.contains { name in
      !name.isEmpty && plain.contains("\"\(name)\":[")
        // Overland's batches have locations, too.
        && (name != "locations" || plain.contains("\"latitudeE7\":") || plain == "{\"locations\":[]}")
    }
  }

  private static func contains(_ text: ArraySlice<UInt8>, _ word: String) -> Bool {
    String(decoding: text.prefix(1 << 12), as: UTF8.self).contains(word)
  }
}
