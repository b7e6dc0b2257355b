import Geo

/// Writes KML 2.2 with Google's extension: a `gx:MultiTrack` for each device.
///
/// - Source: `gx:Track` in developers.google.com/kml/documentation/kmlreference: all dates, then all places, longitude
///   first.
final class KMLWriter: TrackWriter {
  private var tracks = DeviceTexts()

  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> [StaticString] {
    if let loss = TrackWords.invalid(event.payload) { return [loss] }
    let lost = tracks.append(event, of: device, write)
    guard case .location(let fix) = event.payload else { return lost }
    return lost + (fix.speed >= 0 || fix.course >= 0 ? ["speed or course"] : []) + TrackWords.accuracy(fix)
      + TrackWords.disowned(fix)
  }

  func finish(to text: inout TextBytes) -> [StaticString] {
    text.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>

      """)
    for place in tracks.all.indices {
      var track = tracks.all[place]
      guard track.count > 0 else { continue }
      end(&track)
      text.write("<Placemark><name>")
      text.write(xml: track.device)
      text.write("</name><gx:MultiTrack>\n")
      text.write(track.text)
      text.write("</gx:MultiTrack></Placemark>\n")
    }
    text.write("</Document></kml>\n")
    return tracks.rest
  }

  private func write(_ fix: Fix, _ time: TimeInterval, _ track: inout DeviceText) {
    if track.gap.isOpen { end(&track) }
    if track.stretch == 0 {
      // Without an altitude a place lies on the ground.
      track.text.write("<gx:Track>")
      if fix.altitude.isFinite { track.text.write("<altitudeMode>absolute</altitudeMode>") }
      track.text.write("\n")
    }
    track.count += 1
    track.stretch += 1
    track.text.write("<when>")
    track.text.write(date: time)
    track.text.write("</when>\n")
    track.others.write("<gx:coord>")
    track.others.write(decimal: fix.coordinate.longitude)
    track.others.write(" ")
    track.others.write(decimal: fix.coordinate.latitude)
    if fix.altitude.isFinite {
      track.others.write(" ")
      track.others.write(decimal: fix.altitude)
    }
    track.others.write("</gx:coord>\n")
  }

  private func end(_ track: inout DeviceText) {
    guard track.stretch > 0 else { return }
    track.text.write(track.others)
    track.others.removeAll()
    track.stretch = 0
    track.text.write("</gx:Track>\n")
  }
}
