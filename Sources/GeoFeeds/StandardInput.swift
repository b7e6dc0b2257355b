import Geo
import GeoFormats

/// Standard input, whose first bytes reveal the format; the event log, if they reveal none.
///
/// It reads nothing before the first call of ``read(into:)``, because a script starts before its input.
final class StandardInput: EventSource {
  private let stream: ByteStream
  private let options: FeedOptions
  private let open: (FileForm) -> any EventSource
  private var source: (any EventSource)?

  init(_ stream: ByteStream, _ options: FeedOptions, open: @escaping (FileForm) -> any EventSource) {
    self.stream = stream
    self.options = options
    self.open = open
  }

  var name: String { stream.name }
  var skips: SkipCounts { source?.skips ?? SkipCounts() }
  var notes: [String] { source?.notes ?? [] }
  var stop: RecordedStop { source?.stop ?? RecordedStop() }
  var fraction: Double? { stream.fraction }

  func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    if let source { return try source.read(into: &batch) }
    let head = try stream.peek()
    var form = FileForm(of: head)
    // What a program says before its first event may have a comma.
    if form == .csv, !CSVHeader.begins(head, options) { form = nil }
    let source = open(form ?? .ndjson)
    self.source = source
    return try source.read(into: &batch)
  }
}
