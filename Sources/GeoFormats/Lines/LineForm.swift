import Geo
import Glibc

/// The format of a line, recognized by its first bytes: one stream may mix them.
package enum LineForm: Int, CaseIterable {
  /// `$GPRMC,…`, `!AIVDM,…`, a tag block `\…\`; also a sentence after other bytes.
  case nmea
  /// `{"class":"TPV",…}`
  case gpsd
  /// `{"_type":"location",…}`
  case ownTracks
  /// `2026-11-21T12:00:00Z\t*\t{"_type":"location",…}`, as OwnTracks' Recorder keeps messages.
  case ownTracksRecord
  /// Any other object: a line of our event log.
  case ndjson
  /// A blank line, or a comment that begins with `#`.
  case nothing
  /// Bytes in no known format.
  case unknown

  /// - Parameter line: without or with its newline.
  package init(_ line: UnsafeRawBufferPointer) {
    var at = 0
    while at < line.count, line[at] <= 0x20 { at += 1 }
    guard at < line.count else {
      self = .nothing
      return
    }
    switch line[at] {
    case UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "\\"): self = .nmea
    case UInt8(ascii: "#"): self = .nothing
    case UInt8(ascii: "{"): self = LineForm(object: line, from: at + 1)
    default:
      self = LineForm.isRecord(line, at) ? .ownTracksRecord : LineForm.hasSentence(line) ? .nmea : .unknown
    }
  }

  /// Looks at the keys before the first value that is an object: `_type` may follow others.
  private init(object line: UnsafeRawBufferPointer, from start: Int) {
    var at = start
    while at < line.count, line[at] <= 0x20 { at += 1 }
    if LineForm.matches("\"class\"", line, at) {
      self = .gpsd
      return
    }
    while at < line.count, line[at] != UInt8(ascii: "{") {
      if line[at] == UInt8(ascii: "\""), LineForm.matches("\"_type\"", line, at) {
        self = .ownTracks
        return
      }
      at += 1
    }
    self = .ndjson
  }

  private static func matches(_ word: StaticString, _ line: UnsafeRawBufferPointer, _ at: Int) -> Bool {
    guard at + word.utf8CodeUnitCount <= line.count, let base = line.baseAddress else { return false }
    return memcmp(base + at, word.utf8Start, word.utf8CodeUnitCount) == 0
  }

  /// Whether the line begins with a date of 20 bytes and a tab.
  static func isRecord(_ line: UnsafeRawBufferPointer, _ at: Int) -> Bool {
    at + 20 < line.count && line[at + 20] == UInt8(ascii: "\t") && line[at + 10] == UInt8(ascii: "T")
      && line[at + 4] == UInt8(ascii: "-")
  }

  /// Whether a sentence may begin within the line: bytes of another protocol may precede it.
  private static func hasSentence(_ line: UnsafeRawBufferPointer) -> Bool {
    line.contains(UInt8(ascii: "$")) || line.contains(UInt8(ascii: "!"))
  }
}
