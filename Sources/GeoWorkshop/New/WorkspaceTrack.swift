import Geo

/// Small tracks of new scripts.
enum WorkspaceTrack {
  /// A GPX of a way along places, a point every ten seconds.
  ///
  /// - Parameters:
  ///   - speed: in meters per second.
  ///   - start: seconds since 1970.
  static func gpx(along places: [(Double, Double)], speed: Double, start: Double) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="geoscript new" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>

      """
    for (place, time) in points(along: places, speed: speed, start: start) {
      text +=
        "<trkpt lat=\"\(fixed(place.latitude, 6))\" lon=\"\(fixed(place.longitude, 6))\">"
        + "<time>\(ISO8601.format(time))</time></trkpt>\n"
    }
    return text + "</trkseg></trk></gpx>\n"
  }

  /// Lines of an event log of the same.
  static func log(_ device: String, along places: [(Double, Double)], speed: Double, start: Double) -> String
  {
    points(along: places, speed: speed, start: start).map { place, time in
      "{\"time\":\"\(ISO8601.format(time))\",\"device\":\"\(device)\",\"latitude\":\(fixed(place.latitude, 6)),"
        + "\"longitude\":\(fixed(place.longitude, 6))}\n"
    }.joined()
  }

  /// Seconds from one point to the next.
  private static let interval = 10.0

  private static func points(
    along places: [(Double, Double)], speed: Double, start: Double
  ) -> [(CLLocationCoordinate2D, Double)] {
    let corners = places.map { CLLocationCoordinate2DMake($0.0, $0.1) }
    var points: [(CLLocationCoordinate2D, Double)] = []
    var time = start
    for (from, to) in zip(corners, corners.dropFirst()) {
      let length = Geodesic.distance(from: from, to: to)
      let steps = max(1, Int((length / speed / interval).rounded()))
      for step in 0..<steps {
        let part = Double(step) / Double(steps)
        points.append(
          (
            CLLocationCoordinate2DMake(
              from.latitude + (to.latitude - from.latitude) * part,
              from.longitude + (to.longitude - from.longitude) * part), time
          ))
        time += interval
      }
    }
    if let last = corners.last { points.append((last, time)) }
    return points
  }
}
