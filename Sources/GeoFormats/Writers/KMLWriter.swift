import Geo

/// Writes KML 2.2 with Google's extension: a `gx:MultiTrack` for each device.
///
/// - Source: `gx:Track` in developers.google.com/kml/documentation/kmlreference: all dates, then all places, longitude
///   first.
final class KMLWriter: TrackWriter {
  private var tracks = DeviceTexts()

  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> StaticString? {
    let lost = tracks.take(event, of: device, put)
    if case .location(let fix) = event.payload, fix.speed >= 0 || fix.course >= 0 { return "speed or course" }
    return lost
  }

  func finish(to text: inout TextBytes) {
    text.put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>

      """)
    for place in tracks.all.indices {
      var track = tracks.all[place]
      guard track.count > 0 else { continue }
      end(&track)
      text.put("<Placemark><name>")
      text.put(xml: track.device)
      text.put("</name><gx:MultiTrack>\n")
      text.put(track.text)
      text.put("</gx:MultiTrack></Placemark>\n")
    }
    text.put("</Document></kml>\n")
  }

  private func put(_ fix: Fix, _ time: TimeInterval, _ track: inout DeviceText) {
    if track.isAfterGap, track.stretch > 0 { end(&track) }
    track.isAfterGap = false
    if track.stretch == 0 {
      // Without an altitude a place lies on the ground.
      track.text.put("<gx:Track>")
      if fix.altitude.isFinite { track.text.put("<altitudeMode>absolute</altitudeMode>") }
      track.text.put("\n")
    }
    track.count += 1
    track.stretch += 1
    track.text.put("<when>")
    track.text.put(date: time)
    track.text.put("</when>\n")
    track.others.put("<gx:coord>")
    track.others.put(decimal: fix.coordinate.longitude)
    track.others.put(" ")
    track.others.put(decimal: fix.coordinate.latitude)
    if fix.altitude.isFinite {
      track.others.put(" ")
      track.others.put(decimal: fix.altitude)
    }
    track.others.put("</gx:coord>\n")
  }

  private func end(_ track: inout DeviceText) {
    guard track.stretch > 0 else { return }
    track.text.put(track.others)
    track.others.removeAll()
    track.stretch = 0
    track.text.put("</gx:Track>\n")
  }
}
