import Geo

/// Writes gpsbabel's universal CSV: a line for each fix, with what sensors measured beside it.
///
/// - Source: gpsbabel.org/htmldoc-development/fmt_unicsv.html: decimal degrees, meters, m/s, degrees. Dates are called
///   `UTC-Date` and `UTC-Time`, which gpsbabel takes for UTC in every zone; it takes `Date` and `Time` for local ones.
final class UnicsvWriter: TrackWriter {
  private var hasHeader = false
  private var tracks: [String: SensorTrack] = [:]

  /// The sensors that it has no column for.
  private static let start = SensorTrack(withoutRoom: [
    (\.distance, "distance"), (\.waterTemperature, "water temperature"),
  ])

  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> [StaticString] {
    switch event.payload {
    case .message(let message) where message.kind == .attributes:
      return tracks[device, default: Self.start].take(message, at: event.timestamp)
    case .location(let fix):
      if let loss = TrackWords.invalid(event.payload) { return [loss] }
      begin(&text)
      write(fix, event.timestamp, device, &text)
      let lost = tracks[device, default: Self.start].fix(at: event.timestamp)
      return lost + TrackWords.arrival(event) + TrackWords.accuracy(fix) + TrackWords.disowned(fix)
    default: return [TrackWords.kind(event.payload)]
    }
  }

  func finish(to text: inout TextBytes) -> [StaticString] {
    begin(&text)
    return tracks.values.flatMap(\.rest)
  }

  private func begin(_ text: inout TextBytes) {
    guard !hasHeader else { return }
    hasHeader = true
    text.write(
      "Latitude,Longitude,Name,Altitude,Temperature,Speed,Course,Heartrate,Cadence,Power,Depth,UTC-Date,UTC-Time\n"
    )
  }

  private func write(_ fix: Fix, _ time: TimeInterval, _ device: String, _ text: inout TextBytes) {
    let sensors = tracks[device]?.values ?? SensorValues()
    text.write(decimal: fix.coordinate.latitude)
    text.write(",")
    text.write(decimal: fix.coordinate.longitude)
    text.write(",")
    text.write(CSVText.cell(device))
    for value in [
      fix.altitude, sensors.temperature, fix.speed < 0 ? .nan : fix.speed, fix.course < 0 ? .nan : fix.course,
      sensors.heartRate, sensors.cadence, sensors.power, sensors.depth,
    ] {
      text.write(",")
      if value.isFinite { text.write(decimal: value) }
    }
    var date = TextBytes()
    date.write(date: time)
    // 2026-05-01T08:00:00.25Z becomes 2026/05/01,08:00:00.25.
    text.write(",")
    for byte in date.bytes.dropLast() {
      text.write(
        byte: byte == UInt8(ascii: "-")
          ? UInt8(ascii: "/") : byte == UInt8(ascii: "T") ? UInt8(ascii: ",") : byte)
    }
    text.write("\n")
  }
}
