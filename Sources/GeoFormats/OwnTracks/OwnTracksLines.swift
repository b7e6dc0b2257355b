package import Geo
import Glibc

/// Messages of OwnTracks, one per line; a message without a topic belongs to the stream's device.
///
/// - Shapes: an object; or, as in the Recorder's files, a date, the kind of the topic and the message, with
///   tabs.
/// - Source: owntracks/recorder, storage.c: `RECFORMAT "%s\t%-18s\t%s\n"`, the date that of `tst`.
package final class OwnTracksLines: LineDecoder {
  private let context: LineContext
  private let decoder: OwnTracksDecoder
  private var dates = DateReader()
  package private(set) var goodCount = 0

  package init(_ context: LineContext) {
    self.context = context
    decoder = OwnTracksDecoder(directory: context.directory, options: context.options)
  }

  package var skips: SkipCounts { decoder.skips }

  package func decode(_ run: LineRun, into events: inout [DeviceEvent]) {
    guard let base = run.bytes.baseAddress else { return }
    var origin = OwnTracksOrigin(device: nil, usual: context.device, arrival: run.arrival, place: "")
    var at = 0
    var line = run.firstLine
    while at < run.bytes.count {
      let rest = run.bytes.count - at
      let length = memchr(base + at, 10, rest).map { UnsafeRawPointer($0) - (base + at) } ?? rest
      origin.place = "\(context.name):\(line)"
      origin.recorded = nil
      let before = events.count
      let text = UnsafeRawBufferPointer(start: base + at, count: length)
      decoder.decode(padded: message(text, &origin), from: origin, into: &events)
      if events.count > before { goodCount += 1 }
      at += length + 1
      line += 1
    }
  }

  /// The message of a line; of a Recorder's line, records the date and returns the rest.
  private func message(
    _ line: UnsafeRawBufferPointer, _ origin: inout OwnTracksOrigin
  ) -> UnsafeRawBufferPointer {
    guard LineForm.isRecord(line, 0),
      let end = line[21...].firstIndex(of: UInt8(ascii: "\t"))
    else { return line }
    let date = UnsafeRawBufferPointer(rebasing: line[..<20])
    origin.recorded = dates.parse(date.bindMemory(to: UInt8.self))
    return .init(rebasing: line[(end + 1)...])
  }
}
