import CSimdJSON
import Geo

/// The first line of a recording; it marks all further lines as settled.
///
/// - Shapes: `{"type":"recording","version":1,"program":"geoscript 0.6","started":"2026-11-21T20:00:00.123456Z","part":1}`.
package struct RecordingHeader: Hashable {
  /// The version that this program writes; it cannot read a later one.
  static let version = 1

  var version: Double
  /// The start of the recording, the same in all of its parts.
  package var started: String
  /// Counted from 1.
  package var part: Int

  /// Reads the header at the beginning of a file; nil without one.
  init?(_ head: [UInt8]) {
    guard let end = head.firstIndex(of: 10), end < 4096 else { return nil }
    // simdjson reads the padding, though it does not use it.
    let line = Array(head[..<end]) + [UInt8](repeating: 0, count: Int(GEO_LOG_PADDING))
    let log = geo_log_new()
    defer { geo_log_free(log) }
    var record = geo_log_record()
    var (count, lines) = (0, 0)
    var found: RecordingHeader?
    line.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      _ = geo_log_read(log, base, end, &record, 1, &count, &lines)
      guard count == 1, record.kind == UInt8(GEO_LOG_RECORDING) else { return }
      found = RecordingHeader(
        version: record.values.0, started: String(record.text), part: Int(exactly: record.values.1) ?? 1)
    }
    guard let found else { return nil }
    self = found
  }

  private init(version: Double, started: String, part: Int) {
    (self.version, self.started, self.part) = (version, started, part)
  }

  /// Why a recording of this version cannot be read; nil if it can.
  static func refusal(_ version: Double, _ place: String) -> GeoError? {
    guard version > Double(RecordingHeader.version) || !(version >= 1) else { return nil }
    return GeoError(
      .data,
      "is a recording of version \(InputField.number(version)); this geoscript reads version "
        + "\(RecordingHeader.version) (use a newer geoscript)", at: place)
  }
}
