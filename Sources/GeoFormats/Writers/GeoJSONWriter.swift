import Geo

/// Writes GeoJSON: one Feature for each device, a MultiLineString with the dates of its positions.
///
/// - Source: RFC 7946; `coordinateProperties.times` as github.com/placemark/togeojson writes it. A line has two
///   positions at least (§3.1.4): a lone fix is a Point with a `time`.
final class GeoJSONWriter: TrackWriter {
  private var tracks: [String: Track] = [:]
  private var order: [String] = []

  private struct Track {
    /// Stretches with a signal.
    var lines: [[(fix: Fix, time: TimeInterval)]] = [[]]
  }

  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> StaticString? {
    switch event.payload {
    case .signalLost:
      guard let last = tracks[device]?.lines.last, !last.isEmpty else { return nil }
      tracks[device]?.lines.append([])
      return nil
    case .location(let fix):
      if tracks[device] == nil {
        tracks[device] = Track()
        order.append(device)
      }
      let line = (tracks[device]?.lines.count ?? 1) - 1
      tracks[device]?.lines[line].append((fix, event.timestamp))
      return event.timestamp == event.time ? nil : "time of arrival"
    default: return TrackWords.kind(event.payload)
    }
  }

  func finish(to text: inout TextBytes) {
    text.put("{\"type\":\"FeatureCollection\",\"features\":[")
    var count = 0
    for device in order {
      guard let track = tracks[device] else { continue }
      let lines = track.lines.filter { $0.count > 1 }
      if !lines.isEmpty {
        text.put(count > 0 ? ",\n" : "\n")
        put(lines, device, &text)
        count += 1
      }
      for line in track.lines where line.count == 1 {
        text.put(count > 0 ? ",\n" : "\n")
        put(line[0], device, &text)
        count += 1
      }
    }
    text.put("\n]}\n")
  }

  private func put(_ lines: [[(fix: Fix, time: TimeInterval)]], _ device: String, _ text: inout TextBytes) {
    text.put("{\"type\":\"Feature\",\"geometry\":{\"type\":\"MultiLineString\",\"coordinates\":")
    nest(lines, &text) { GeoJSONWriter.put($0.fix, &$1) }
    text.put("},\"properties\":{\"name\":")
    text.put(json: device)
    text.put(",\"coordinateProperties\":{\"times\":")
    nest(lines, &text) {
      $1.put("\"")
      $1.put(date: $0.time)
      $1.put("\"")
    }
    for (name, value) in GeoJSONWriter.members where lines.joined().contains(where: { value($0.fix) >= 0 }) {
      text.put(",")
      text.put(json: name)
      text.put(":")
      nest(lines, &text) { item, text in
        if value(item.fix) >= 0 { text.put(value(item.fix)) } else { text.put("null") }
      }
    }
    text.put("}}}")
  }

  private func put(_ item: (fix: Fix, time: TimeInterval), _ device: String, _ text: inout TextBytes) {
    text.put("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":")
    GeoJSONWriter.put(item.fix, &text)
    text.put("},\"properties\":{\"name\":")
    text.put(json: device)
    text.put(",\"time\":\"")
    text.put(date: item.time)
    text.put("\"")
    for (name, value) in GeoJSONWriter.single where value(item.fix) >= 0 {
      text.put(",")
      text.put(json: name)
      text.put(":")
      text.put(value(item.fix))
    }
    text.put("}}")
  }

  private typealias Member = (String, @Sendable (Fix) -> Double)
  private static let members: [Member] = [
    ("speeds", { $0.speed }), ("courses", { $0.course }), ("accuracies", { $0.horizontalAccuracy }),
    ("verticalAccuracies", { $0.verticalAccuracy }),
  ]
  private static let single: [Member] = [
    ("speed", { $0.speed }), ("course", { $0.course }), ("horizontalAccuracy", { $0.horizontalAccuracy }),
    ("verticalAccuracy", { $0.verticalAccuracy }),
  ]

  private static func put(_ fix: Fix, _ text: inout TextBytes) {
    text.put("[")
    text.put(fix.coordinate.longitude)
    text.put(",")
    text.put(fix.coordinate.latitude)
    if fix.altitude.isFinite {
      text.put(",")
      text.put(fix.altitude)
    }
    text.put("]")
  }

  private func nest<Item>(
    _ lists: [[Item]], _ text: inout TextBytes, _ put: (Item, inout TextBytes) -> Void
  ) {
    text.put("[")
    for (place, list) in lists.enumerated() {
      text.put(place > 0 ? ",[" : "[")
      for (index, item) in list.enumerated() {
        if index > 0 { text.put(",") }
        put(item, &text)
      }
      text.put("]")
    }
    text.put("]")
  }
}
