import Geo
import GeoFormats

/// Standard input, whose first bytes reveal the format: lines of NMEA 0183, otherwise the event log.
///
/// It reads nothing before the first call of ``read(into:)``, because a script starts before its input.
final class StandardInput: EventSource {
  private let stream: ByteStream
  private let open: (FileForm) -> any EventSource
  private var source: (any EventSource)?

  init(_ stream: ByteStream, open: @escaping (FileForm) -> any EventSource) {
    self.stream = stream
    self.open = open
  }

  var name: String { stream.name }
  var skips: SkipCounts { source?.skips ?? SkipCounts() }
  var notes: [String] { source?.notes ?? [] }
  var stop: RecordedStop { source?.stop ?? RecordedStop() }
  var fraction: Double? { stream.fraction }

  func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    if let source { return try source.read(into: &batch) }
    let form = FileForm(of: try stream.peek())
    let source = open(form == .lines ? .lines : .ndjson)
    self.source = source
    return try source.read(into: &batch)
  }
}
