import Geo

/// Writes GPX 1.1: one `<trk>` for each device, a `<trkseg>` for each stretch with a signal.
///
/// - Source: topografix.com/GPX/1/1/gpx.xsd; speed, course and sensors as garmin.com/xmlschemas/TrackPointExtension/v2
///   and PowerExtension/v1 have them, in the order of the schema, accuracies as `hAcc` and `vAcc` of health exports.
final class GPXWriter: TrackWriter {
  private var tracks = DeviceTexts()

  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> [StaticString] {
    let lost = tracks.append(event, of: device, keepsSensors: true, write)
    guard case .location(let fix) = event.payload, fix.speed < 0 || fix.course < 0 else { return lost }
    return lost + TrackWords.disowned(fix)
  }

  func finish(to text: inout TextBytes) -> [StaticString] {
    text.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="geoscript" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
      xmlns:acc="urn:geoscript:accuracy">

      """)
    for track in tracks.all where track.count > 0 {
      text.write("<trk><name>")
      text.write(xml: track.device)
      text.write("</name><trkseg>\n")
      text.write(track.text)
      text.write("</trkseg></trk>\n")
    }
    text.write("</gpx>\n")
    return tracks.rest
  }

  private func write(_ fix: Fix, _ time: TimeInterval, _ track: inout DeviceText) {
    if track.gap.isOpen { track.text.write("</trkseg><trkseg>\n") }
    track.count += 1
    track.text.write("<trkpt lat=\"")
    track.text.write(decimal: fix.coordinate.latitude)
    track.text.write("\" lon=\"")
    track.text.write(decimal: fix.coordinate.longitude)
    track.text.write("\">")
    if fix.altitude.isFinite {
      track.text.write("<ele>")
      track.text.write(decimal: fix.altitude)
      track.text.write("</ele>")
    }
    track.text.write("<time>")
    track.text.write(date: time)
    track.text.write("</time><extensions>")
    let sensors = track.sensors.values
    let values = [
      sensors.temperature, sensors.waterTemperature, sensors.depth, sensors.heartRate, sensors.cadence,
    ]
    if fix.speed >= 0 || fix.course >= 0 || !values.allSatisfy(\.isNaN) {
      track.text.write("<gpxtpx:TrackPointExtension>")
      write("gpxtpx:atemp", sensors.temperature, isSigned: true, &track.text)
      write("gpxtpx:wtemp", sensors.waterTemperature, isSigned: true, &track.text)
      write("gpxtpx:depth", sensors.depth, isSigned: true, &track.text)
      write("gpxtpx:hr", sensors.heartRate, &track.text)
      write("gpxtpx:cad", sensors.cadence, &track.text)
      write("gpxtpx:speed", fix.speed, &track.text)
      write("gpxtpx:course", fix.course, &track.text)
      track.text.write("</gpxtpx:TrackPointExtension>")
    }
    if sensors.power >= 0 {
      track.text.write(
        "<pwr:PowerExtension xmlns:pwr=\"http://www.garmin.com/xmlschemas/PowerExtension/v1\">")
      write("pwr:PowerInWatts", sensors.power, &track.text)
      track.text.write("</pwr:PowerExtension>")
    }
    write("acc:hAcc", fix.horizontalAccuracy, isSigned: true, &track.text)
    write("acc:vAcc", fix.verticalAccuracy, isSigned: true, &track.text)
    track.text.write("</extensions></trkpt>\n")
  }

  /// - Parameter isSigned: whether a value below 0 says something: that the receiver disowns the fix.
  private func write(
    _ name: StaticString, _ value: Double, isSigned: Bool = false, _ text: inout TextBytes
  ) {
    guard value >= 0 || isSigned, value.isFinite else { return }
    text.write("<")
    text.write(name)
    text.write(">")
    text.write(decimal: value)
    text.write("</")
    text.write(name)
    text.write(">")
  }
}
