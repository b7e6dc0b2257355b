import Geo

/// Writes GPX 1.1: one `<trk>` for each device, a `<trkseg>` for each stretch with a signal.
///
/// - Source: topografix.com/GPX/1/1/gpx.xsd; speed and course as garmin.com/xmlschemas/TrackPointExtension/v2 has
///   them, accuracies as `hAcc` and `vAcc` of health exports.
final class GPXWriter: TrackWriter {
  private var tracks = DeviceTexts()

  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> StaticString? {
    tracks.take(event, of: device, put)
  }

  func finish(to text: inout TextBytes) {
    text.put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="geoscript" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
      xmlns:acc="urn:geoscript:accuracy">

      """)
    for track in tracks.all where track.count > 0 {
      text.put("<trk><name>")
      text.put(xml: track.device)
      text.put("</name><trkseg>\n")
      text.put(track.text)
      text.put("</trkseg></trk>\n")
    }
    text.put("</gpx>\n")
  }

  private func put(_ fix: Fix, _ time: TimeInterval, _ track: inout DeviceText) {
    if track.isAfterGap, track.count > 0 { track.text.put("</trkseg><trkseg>\n") }
    track.isAfterGap = false
    track.count += 1
    track.text.put("<trkpt lat=\"")
    track.text.put(decimal: fix.coordinate.latitude)
    track.text.put("\" lon=\"")
    track.text.put(decimal: fix.coordinate.longitude)
    track.text.put("\">")
    if fix.altitude.isFinite {
      track.text.put("<ele>")
      track.text.put(decimal: fix.altitude)
      track.text.put("</ele>")
    }
    track.text.put("<time>")
    track.text.put(date: time)
    track.text.put("</time><extensions>")
    if fix.speed >= 0 || fix.course >= 0 {
      track.text.put("<gpxtpx:TrackPointExtension>")
      put("gpxtpx:speed", fix.speed, &track.text)
      put("gpxtpx:course", fix.course, &track.text)
      track.text.put("</gpxtpx:TrackPointExtension>")
    }
    put("acc:hAcc", fix.horizontalAccuracy, &track.text)
    put("acc:vAcc", fix.verticalAccuracy, &track.text)
    track.text.put("</extensions></trkpt>\n")
  }

  private func put(_ name: StaticString, _ value: Double, _ text: inout TextBytes) {
    guard value >= 0, value.isFinite else { return }
    text.put("<")
    text.put(name)
    text.put(">")
    text.put(decimal: value)
    text.put("</")
    text.put(name)
    text.put(">")
  }
}
