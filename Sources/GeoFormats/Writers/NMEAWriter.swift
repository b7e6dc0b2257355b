import Geo

/// Writes NMEA 0183: a GGA, an RMC and a GST for each fix, CR LF at the end of each.
///
/// - Source: gpsd.gitlab.io/gpsd/NMEA.html; a knot is 1852 m an hour.
final class NMEAWriter: TrackWriter {
  /// When the fix before was measured: a reader takes the sentences of one time for one fix.
  private var lastMillis = TimeInterval.nan

  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> [StaticString] {
    switch event.payload {
    case .signalLost:
      sentence(&text) { text in
        text.write("GPRMC,")
        NMEAWriter.write(hour: event.timestamp, &text)
        text.write(",V,,,,,,,")
        NMEAWriter.write(day: event.timestamp, &text)
        text.write(",,,N")
      }
      return ["loss of the signal (read back as an error)"] + NMEAWriter.century(event.timestamp)
    case .location(let fix):
      if let loss = TrackWords.invalid(event.payload) { return [loss] }
      let millis = (event.timestamp * 1000).rounded()
      defer { lastMillis = millis }
      write(fix, event.timestamp, &text)
      return (millis == lastMillis ? ["second fix of one time"] : []) + TrackWords.arrival(event)
        + (abs(event.timestamp * 1000 - millis) > 0.01 ? ["fraction of a millisecond"] : [])
        + NMEAWriter.accuracy(fix) + TrackWords.disowned(fix) + NMEAWriter.century(event.timestamp)
    default: return [TrackWords.kind(event.payload)]
    }
  }

  /// The word for years whose two digits a reader takes for another one: it knows those from 1980 to 2079.
  private static func century(_ time: TimeInterval) -> [StaticString] {
    (315_532_800..<3_471_292_800).contains((time * 1000).rounded() / 1000) ? [] : ["century"]
  }

  /// The word for accuracies that a reader drops: 0, which receivers say when they know none, and that of no altitude.
  private static func accuracy(_ fix: Fix) -> [StaticString] {
    fix.horizontalAccuracy < 1e-6 || (fix.altitude.isNaN && fix.verticalAccuracy >= 0) ? ["accuracy"] : []
  }

  func finish(to text: inout TextBytes) -> [StaticString] { [] }

  private func write(_ fix: Fix, _ time: TimeInterval, _ text: inout TextBytes) {
    // One rounding for all fields with the date.
    let time = (time * 1000).rounded() / 1000
    // GGA before RMC, because simple readers add date and speed to the previous place.
    sentence(&text) { text in
      text.write("GPGGA,")
      NMEAWriter.write(hour: time, &text)
      text.write(",")
      NMEAWriter.write(fix.coordinate, &text)
      text.write(",1,,")
      // The dilution that gives the reader the same accuracy.
      if fix.horizontalAccuracy >= 0 {
        text.write(fixed: min(fix.horizontalAccuracy / FeedOptions.accuracy(dilution: 1), 99.99), decimals: 2)
      }
      text.write(",")
      if fix.altitude.isFinite { text.write(fixed: max(-1e9, min(fix.altitude, 1e9)), decimals: 3) }
      text.write(",M,,M,,")
    }
    sentence(&text) { text in
      text.write("GPRMC,")
      NMEAWriter.write(hour: time, &text)
      text.write(",A,")
      NMEAWriter.write(fix.coordinate, &text)
      text.write(",")
      if fix.speed >= 0 { text.write(fixed: min(fix.speed * 3600 / 1852, 1e9), decimals: 4) }
      text.write(",")
      // 359.9996 is north, too.
      let isNorth = fix.course < 360 && fix.course >= 359.9995
      if fix.course >= 0 { text.write(fixed: isNorth ? 0 : min(fix.course, 1e9), decimals: 3) }
      text.write(",")
      NMEAWriter.write(day: time, &text)
      text.write(",,,A")
    }
    guard fix.horizontalAccuracy >= 0 else { return }
    sentence(&text) { text in
      text.write("GPGST,")
      NMEAWriter.write(hour: time, &text)
      text.write(",,,,,")
      // One deviation for each axis; both together are the radius.
      let axis = min(fix.horizontalAccuracy, 1e9) / 2.0.squareRoot()
      text.write(fixed: axis, decimals: 6)
      text.write(",")
      text.write(fixed: axis, decimals: 6)
      text.write(",")
      if fix.verticalAccuracy >= 0 { text.write(fixed: min(fix.verticalAccuracy, 1e9), decimals: 4) }
    }
  }

  private func sentence(_ text: inout TextBytes, _ body: (inout TextBytes) -> Void) {
    text.write("$")
    let start = text.bytes.count
    body(&text)
    let sum = text.bytes[start...].reduce(0, ^)
    text.write("*")
    for digit in [sum >> 4, sum & 15] { text.write(byte: digit < 10 ? digit + 0x30 : digit + 0x37) }
    text.write("\r\n")
  }

  private static func write(hour time: TimeInterval, _ text: inout TextBytes) {
    let day = (time / 86_400).rounded(.down) * 86_400
    let millis = UInt64(((time - day) * 1000).rounded())
    text.write(millis / 3_600_000, width: 2)
    text.write(millis / 60_000 % 60, width: 2)
    text.write(millis / 1000 % 60, width: 2)
    text.write(".")
    text.write(millis % 1000, width: 3)
  }

  private static func write(day time: TimeInterval, _ text: inout TextBytes) {
    let date = ISO8601.format((time / 86_400).rounded(.down) * 86_400)
    guard date.utf8.count >= 10 else { return }
    text.write(
      string: String(date.dropFirst(8).prefix(2) + date.dropFirst(5).prefix(2) + date.dropFirst(2).prefix(2)))
  }

  private static func write(_ place: CLLocationCoordinate2D, _ text: inout TextBytes) {
    write(place.latitude, width: 2, &text)
    text.write(place.latitude < 0 ? ",S," : ",N,")
    write(place.longitude, width: 3, &text)
    text.write(place.longitude < 0 ? ",W" : ",E")
  }

  /// Degrees and minutes, to a tenth of a millimeter.
  private static func write(_ degrees: Double, width: Int, _ text: inout TextBytes) {
    // In ten-millionths of a minute, so that 59.99999999 rounds to a whole degree.
    let units = UInt64((degrees.magnitude * 60 * 1e7).rounded())
    text.write(units / 600_000_000, width: width)
    text.write(units / 10_000_000 % 60, width: 2)
    text.write(".")
    text.write(units % 10_000_000, width: 7)
  }
}
