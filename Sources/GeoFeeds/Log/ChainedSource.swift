import Geo
import GeoFormats

/// The parts of one recording as one source, one after the other.
///
/// Times of different devices may overlap between parts, so merging by time would change the order.
final class ChainedSource: EventSource {
  private let parts: [any EventSource]
  private var index = 0

  init(_ parts: [any EventSource]) { self.parts = parts }

  var name: String { parts.map(\.name).joined(separator: " ") }
  var form: String { parts[0].form }
  var skips: SkipCounts { parts.reduce(into: SkipCounts()) { $0.add($1.skips) } }
  var notes: [String] { parts.flatMap(\.notes) }
  var stop: RecordedStop {
    var all = RecordedStop.merging(parts.map(\.stop))
    all.isWhole = parts.last?.stop.isWhole ?? false
    return all
  }
  var positions: [SourcePosition] { parts.flatMap(\.positions) }

  var fraction: Double? {
    guard index < parts.count else { return 1 }
    return (Double(index) + (parts[index].fraction ?? 0)) / Double(parts.count)
  }

  func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    guard index < parts.count else { return false }
    do {
      if try !parts[index].read(into: &batch) { index += 1 }
    } catch {
      // The other parts are still readable: the next call continues without this one.
      index += 1
      throw error
    }
    return index < parts.count
  }

  /// Joins the parts of each recording at the place of the first one given; other sources stay as they are.
  static func chaining(_ sources: [any EventSource]) throws(GeoError) -> [any EventSource] {
    var headers: [RecordingHeader?] = []
    for source in sources {
      let file = (source as? ResumedSource)?.base ?? source
      headers.append(try (file as? NDJSONSource)?.header())
    }
    var chained: [any EventSource] = []
    var seen: Set<String> = []
    for (source, header) in zip(sources, headers) {
      guard let header, !header.started.isEmpty else {
        chained.append(source)
        continue
      }
      guard seen.insert(header.started).inserted else { continue }
      let parts = zip(sources, headers).filter { $1?.started == header.started }
        .sorted { ($0.1?.part ?? 0) < ($1.1?.part ?? 0) }.map(\.0)
      chained.append(parts.count == 1 ? source : ChainedSource(parts))
    }
    return chained
  }
}
