import Geo

/// Writes what OwnTracks Recorder keeps of a device: date, tab, a topic of 18 places, tab, the app's JSON.
///
/// - Source: github.com/owntracks/recorder, doc/DESIGN.md and `RECFORMAT` in recorder.c; fields and units:
///   owntracks.org/booklet/tech/json.
final class OwnTracksRecordWriter: TrackWriter {
  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> StaticString? {
    guard case .location(let fix) = event.payload else {
      if case .message(let message) = event.payload, message.form == "owntracks", message.kind == .message {
        begin(event.timestamp, message.type, &text)
        text.put(string: message.json)
        text.put("\n")
        return nil
      }
      return TrackWords.kind(event.payload)
    }
    begin(event.timestamp, "*", &text)
    text.put("{\"_type\":\"location\",\"lat\":")
    text.put(fix.coordinate.latitude)
    text.put(",\"lon\":")
    text.put(fix.coordinate.longitude)
    text.put(",\"tst\":")
    text.put(event.timestamp.rounded(.down))
    // Whole metres, degrees and kilometres an hour.
    put(",\"acc\":", fix.horizontalAccuracy, &text)
    if fix.altitude.isFinite { put(",\"alt\":", fix.altitude, isSigned: true, &text) }
    put(",\"vac\":", fix.verticalAccuracy, &text)
    put(",\"vel\":", fix.speed * 3.6, &text)
    put(",\"cog\":", fix.course, &text)
    text.put(",\"tid\":")
    text.put(json: String(device.suffix(2)))
    text.put("}\n")
    return event.timestamp == event.time ? nil : "time of arrival"
  }

  func finish(to text: inout TextBytes) {}

  private func begin(_ time: TimeInterval, _ topic: String, _ text: inout TextBytes) {
    text.put(string: ISO8601.format(time.rounded(.down)))
    text.put("\t")
    text.put(string: topic)
    for _ in 0..<max(0, 18 - topic.utf8.count) { text.put(" ") }
    text.put("\t")
  }

  private func put(_ key: StaticString, _ value: Double, isSigned: Bool = false, _ text: inout TextBytes) {
    guard isSigned || value >= 0, value.isFinite else { return }
    text.put(key)
    text.put(value.rounded())
  }
}
