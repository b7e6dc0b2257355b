import Geo

/// Writes NMEA 0183: a GGA, an RMC and a GST for each fix, CR LF at the end of each.
///
/// - Source: gpsd.gitlab.io/gpsd/NMEA.html; a knot is 1852 m an hour.
final class NMEAWriter: TrackWriter {
  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> StaticString? {
    switch event.payload {
    case .signalLost:
      sentence(&text) { text in
        text.put("GPRMC,")
        NMEAWriter.put(hour: event.timestamp, &text)
        text.put(",V,,,,,,,")
        NMEAWriter.put(day: event.timestamp, &text)
        text.put(",,,N")
      }
      return nil
    case .location(let fix):
      put(fix, event.timestamp, &text)
      return event.timestamp == event.time ? nil : "time of arrival"
    default: return TrackWords.kind(event.payload)
    }
  }

  func finish(to text: inout TextBytes) {}

  private func put(_ fix: Fix, _ time: TimeInterval, _ text: inout TextBytes) {
    // One rounding for all that tells the date.
    let time = (time * 1000).rounded() / 1000
    // GGA before RMC: what reads only these two takes date and speed to the place before.
    sentence(&text) { text in
      text.put("GPGGA,")
      NMEAWriter.put(hour: time, &text)
      text.put(",")
      NMEAWriter.put(fix.coordinate, &text)
      text.put(",1,,")
      // The dilution that the reader makes the same accuracy of.
      if fix.horizontalAccuracy >= 0 {
        text.put(fixed: min(fix.horizontalAccuracy / FeedOptions.accuracy(dilution: 1), 99.99), decimals: 2)
      }
      text.put(",")
      if fix.altitude.isFinite { text.put(fixed: max(-1e9, min(fix.altitude, 1e9)), decimals: 3) }
      text.put(",M,,M,,")
    }
    sentence(&text) { text in
      text.put("GPRMC,")
      NMEAWriter.put(hour: time, &text)
      text.put(",A,")
      NMEAWriter.put(fix.coordinate, &text)
      text.put(",")
      if fix.speed >= 0 { text.put(fixed: min(fix.speed * 3600 / 1852, 1e9), decimals: 4) }
      text.put(",")
      if fix.course >= 0 { text.put(fixed: min(fix.course, 1e9), decimals: 3) }
      text.put(",")
      NMEAWriter.put(day: time, &text)
      text.put(",,,A")
    }
    guard fix.horizontalAccuracy >= 0 else { return }
    sentence(&text) { text in
      text.put("GPGST,")
      NMEAWriter.put(hour: time, &text)
      text.put(",,,,,")
      // One deviation for each axis; both together are the radius.
      let axis = min(fix.horizontalAccuracy, 1e9) / 2.0.squareRoot()
      text.put(fixed: axis, decimals: 6)
      text.put(",")
      text.put(fixed: axis, decimals: 6)
      text.put(",")
      if fix.verticalAccuracy >= 0 { text.put(fixed: min(fix.verticalAccuracy, 1e9), decimals: 4) }
    }
  }

  private func sentence(_ text: inout TextBytes, _ body: (inout TextBytes) -> Void) {
    text.put("$")
    let start = text.bytes.count
    body(&text)
    let sum = text.bytes[start...].reduce(0, ^)
    text.put("*")
    for digit in [sum >> 4, sum & 15] { text.put(byte: digit < 10 ? digit + 0x30 : digit + 0x37) }
    text.put("\r\n")
  }

  private static func put(hour time: TimeInterval, _ text: inout TextBytes) {
    let day = (time / 86_400).rounded(.down) * 86_400
    let millis = UInt64(((time - day) * 1000).rounded())
    text.put(millis / 3_600_000, width: 2)
    text.put(millis / 60_000 % 60, width: 2)
    text.put(millis / 1000 % 60, width: 2)
    text.put(".")
    text.put(millis % 1000, width: 3)
  }

  private static func put(day time: TimeInterval, _ text: inout TextBytes) {
    let date = ISO8601.format((time / 86_400).rounded(.down) * 86_400)
    guard date.utf8.count >= 10 else { return }
    text.put(
      string: String(date.dropFirst(8).prefix(2) + date.dropFirst(5).prefix(2) + date.dropFirst(2).prefix(2)))
  }

  private static func put(_ place: CLLocationCoordinate2D, _ text: inout TextBytes) {
    put(place.latitude, width: 2, &text)
    text.put(place.latitude < 0 ? ",S," : ",N,")
    put(place.longitude, width: 3, &text)
    text.put(place.longitude < 0 ? ",W" : ",E")
  }

  /// Degrees and minutes, to a tenth of a millimetre.
  private static func put(_ degrees: Double, width: Int, _ text: inout TextBytes) {
    // In ten-millionths of a minute, so that 59.99999999 becomes a whole degree.
    let units = UInt64((degrees.magnitude * 60 * 1e7).rounded())
    text.put(units / 600_000_000, width: width)
    text.put(units / 10_000_000 % 60, width: 2)
    text.put(".")
    text.put(units % 10_000_000, width: 7)
  }
}
