import CSimdJSON
import Geo
import GeoFormats

extension IngestDecoder {
  /// Our own event log in bulk: one JSON object a line.
  ///
  /// As in any live source, `time` becomes the arrival and the marks of a recording do not count.
  func decodeLines(
    _ request: IngestRequest, _ body: UnsafeRawBufferPointer, at now: TimeInterval,
    into events: inout [DeviceEvent]
  ) -> IngestResponse {
    let device = FormFields(request.query.utf8)["device"] ?? request.user ?? request.claimedUser ?? "http"
    let reader = NDJSONReader(
      LineContext(name: place(request), device: device, directory: directory, options: options))
    let first = events.count
    let padded = UnsafeMutableRawBufferPointer.allocate(
      byteCount: body.count + Int(GEO_LOG_PADDING), alignment: 64)
    defer { padded.deallocate() }
    padded.copyMemory(from: body)
    let lines = UnsafeRawBufferPointer(rebasing: padded[..<body.count])
    reader.decode(LineRun(bytes: lines, firstLine: 1, arrival: now), into: &events)
    skips.add(reader.skips)
    var counts = IngestCounts()
    counts.accepted = events.count - first
    counts.add(reader.skips)
    counts.notes = reader.notes
    return counts.answer
  }
}
