import Geo

/// Writes the OwnTracks Recorder's file of a device: date, tab, a topic of 18 places, tab, the app's JSON.
///
/// - Source: github.com/owntracks/recorder, doc/DESIGN.md and `RECFORMAT` in recorder.c; fields and units:
///   owntracks.org/booklet/tech/json.
final class OwnTracksRecordWriter: TrackWriter {
  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> [StaticString] {
    guard case .location(let fix) = event.payload else {
      if case .message(let message) = event.payload, message.form == "owntracks", message.kind == .message {
        begin(event.timestamp, message.type, &text)
        text.write(string: message.json)
        text.write("\n")
        return []
      }
      return [TrackWords.kind(event.payload)]
    }
    if let loss = TrackWords.invalid(event.payload) { return [loss] }
    begin(event.timestamp, "*", &text)
    text.write("{\"_type\":\"location\",\"lat\":")
    text.write(fix.coordinate.latitude)
    text.write(",\"lon\":")
    text.write(fix.coordinate.longitude)
    text.write(",\"tst\":")
    text.write(event.timestamp.rounded(.down))
    // Whole meters, degrees and kilometers an hour.
    write(",\"acc\":", fix.horizontalAccuracy, &text)
    if fix.altitude.isFinite { write(",\"alt\":", fix.altitude, isSigned: true, &text) }
    write(",\"vac\":", fix.verticalAccuracy, &text)
    write(",\"vel\":", fix.speed * 3.6, &text)
    // 359.9 is north, too.
    let isNorth = fix.course < 360 && fix.course >= 359.5
    write(",\"cog\":", isNorth ? 0 : fix.course, &text)
    text.write(",\"tid\":")
    text.write(json: String(device.suffix(2)))
    text.write("}\n")
    return TrackWords.arrival(event) + OwnTracksRecordWriter.fractions(fix, event.timestamp)
      + OwnTracksRecordWriter.unknown(fix) + TrackWords.disowned(fix)
  }

  /// The word for values that a reader of this form takes for 0 beside their course or their accuracy.
  private static func unknown(_ fix: Fix) -> [StaticString] {
    let isUnknown = (fix.course >= 0 && fix.speed.isNaN) || (fix.verticalAccuracy > 0 && fix.altitude.isNaN)
    return isUnknown ? ["unknown speed or altitude"] : []
  }

  /// The words for what whole numbers lose.
  private static func fractions(_ fix: Fix, _ time: TimeInterval) -> [StaticString] {
    let hasFraction = [
      fix.horizontalAccuracy, fix.altitude, max(0, fix.verticalAccuracy), max(0, fix.speed * 3.6),
      max(0, fix.course),
    ].contains { $0.isFinite && abs($0 - $0.rounded()) > 1e-6 }
    return (time == time.rounded(.down) ? [] : ["fraction of a second"])
      + (hasFraction ? ["fraction of a meter, a degree or a km/h"] : [])
  }

  func finish(to text: inout TextBytes) -> [StaticString] { [] }

  private func begin(_ time: TimeInterval, _ topic: String, _ text: inout TextBytes) {
    text.write(string: ISO8601.format(time.rounded(.down)))
    text.write("\t")
    text.write(string: topic)
    for _ in 0..<max(0, 18 - topic.utf8.count) { text.write(" ") }
    text.write("\t")
  }

  private func write(_ key: StaticString, _ value: Double, isSigned: Bool = false, _ text: inout TextBytes) {
    guard isSigned || value >= 0, value.isFinite else { return }
    text.write(key)
    text.write(value.rounded())
  }
}
