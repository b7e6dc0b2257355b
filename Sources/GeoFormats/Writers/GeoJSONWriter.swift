import Geo

/// Writes GeoJSON: one Feature for each device, a MultiLineString with the dates of its positions.
///
/// - Source: RFC 7946; `coordinateProperties.times` as github.com/placemark/togeojson writes it. A line has two
///   positions at least (§3.1.4): a lone fix is a Point with a `time`, and the
///   `coordinateProperties` of a line.
final class GeoJSONWriter: TrackWriter {
  private var tracks: [String: Track] = [:]
  private var order: [String] = []

  private struct Track {
    /// Stretches with a signal.
    var lines: [[(fix: Fix, time: TimeInterval)]] = [[]]
    var gap = GapTrack()

    mutating func add(_ fix: Fix, _ time: TimeInterval) -> [StaticString] {
      if gap.isOpen { lines.append([]) }
      lines[lines.count - 1].append((fix, time))
      return gap.fix(at: time)
    }
  }

  func append(_ event: DeviceEvent, of device: String, to text: inout TextBytes) -> [StaticString] {
    switch event.payload {
    case .signalLost:
      return tracks[device]?.gap.lose(at: event.timestamp) ?? [TrackWords.lossOfSignal]
    case .location(let fix):
      if tracks[device] == nil { order.append(device) }
      let lost = tracks[device, default: Track()].add(fix, event.timestamp)
      return lost + TrackWords.arrival(event)
    default: return [TrackWords.kind(event.payload)]
    }
  }

  func finish(to text: inout TextBytes) -> [StaticString] {
    text.write("{\"type\":\"FeatureCollection\",\"features\":[")
    var count = 0
    for device in order {
      guard let track = tracks[device] else { continue }
      // In their order: a reader puts the pieces of one name together.
      for lines in GeoJSONWriter.pieces(track.lines) {
        text.write(count > 0 ? ",\n" : "\n")
        if lines[0].count > 1 { write(lines, device, &text) } else { write(lines[0][0], device, &text) }
        count += 1
      }
    }
    text.write("\n]}\n")
    return tracks.values.flatMap(\.gap.rest)
  }

  private typealias Stretch = [(fix: Fix, time: TimeInterval)]

  /// Runs of stretches that are lines, and lone fixes between them.
  private static func pieces(_ stretches: [Stretch]) -> [[Stretch]] {
    var pieces: [[Stretch]] = []
    for stretch in stretches where !stretch.isEmpty {
      if stretch.count > 1, let last = pieces.last, last[0].count > 1 {
        pieces[pieces.count - 1].append(stretch)
      } else {
        pieces.append([stretch])
      }
    }
    return pieces
  }

  private func write(_ lines: [[(fix: Fix, time: TimeInterval)]], _ device: String, _ text: inout TextBytes) {
    text.write("{\"type\":\"Feature\",\"geometry\":{\"type\":\"MultiLineString\",\"coordinates\":")
    nest(lines, &text) { GeoJSONWriter.write($0.fix, &$1) }
    text.write("},\"properties\":{\"name\":")
    text.write(json: device)
    text.write(",\"coordinateProperties\":{\"times\":")
    nest(lines, &text) {
      $1.write("\"")
      $1.write(date: $0.time)
      $1.write("\"")
    }
    for (name, value) in GeoJSONWriter.members where lines.joined().contains(where: { !value($0.fix).isNaN })
    {
      text.write(",")
      text.write(json: name)
      text.write(":")
      nest(lines, &text) { item, text in
        if value(item.fix).isFinite { text.write(value(item.fix)) } else { text.write("null") }
      }
    }
    text.write("}}}")
  }

  private func write(_ item: (fix: Fix, time: TimeInterval), _ device: String, _ text: inout TextBytes) {
    text.write("{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":")
    GeoJSONWriter.write(item.fix, &text)
    text.write("},\"properties\":{\"name\":")
    text.write(json: device)
    text.write(",\"time\":\"")
    text.write(date: item.time)
    text.write("\"")
    for (name, value) in GeoJSONWriter.single where value(item.fix).isFinite {
      text.write(",")
      text.write(json: name)
      text.write(":")
      text.write(value(item.fix))
    }
    // What a line has: so a reader knows the point for a piece of the track.
    text.write(",\"coordinateProperties\":{\"times\":[\"")
    text.write(date: item.time)
    text.write("\"]")
    for (name, value) in GeoJSONWriter.members where value(item.fix).isFinite {
      text.write(",")
      text.write(json: name)
      text.write(":[")
      text.write(value(item.fix))
      text.write("]")
    }
    text.write("}}}")
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

  private static func write(_ fix: Fix, _ text: inout TextBytes) {
    text.write("[")
    text.write(fix.coordinate.longitude)
    text.write(",")
    text.write(fix.coordinate.latitude)
    if fix.altitude.isFinite {
      text.write(",")
      text.write(fix.altitude)
    }
    text.write("]")
  }

  private func nest<Item>(
    _ lists: [[Item]], _ text: inout TextBytes, _ put: (Item, inout TextBytes) -> Void
  ) {
    text.write("[")
    for (place, list) in lists.enumerated() {
      text.write(place > 0 ? ",[" : "[")
      for (index, item) in list.enumerated() {
        if index > 0 { text.write(",") }
        put(item, &text)
      }
      text.write("]")
    }
    text.write("]")
  }
}
