import Geo
import Glibc

/// Messages of OwnTracks, one a line; what names no topic is of the stream's own device.
final class OwnTracksLines: LineDecoder {
  private let context: LineContext
  private let decoder: OwnTracksDecoder
  private(set) var goodCount = 0

  init(_ context: LineContext) {
    self.context = context
    decoder = OwnTracksDecoder(directory: context.directory, options: context.options)
  }

  var skips: SkipCounts { decoder.skips }

  func decode(_ run: LineRun, into events: inout [DeviceEvent]) {
    guard let base = run.bytes.baseAddress else { return }
    var origin = OwnTracksOrigin(device: nil, usual: context.device, arrival: run.arrival, place: "")
    var at = 0
    var line = run.firstLine
    while at < run.bytes.count {
      let rest = run.bytes.count - at
      let length = memchr(base + at, 10, rest).map { UnsafeRawPointer($0) - (base + at) } ?? rest
      origin.place = "\(context.name):\(line)"
      let before = events.count
      decoder.decode(padded: .init(start: base + at, count: length), from: origin, into: &events)
      if events.count > before { goodCount += 1 }
      at += length + 1
      line += 1
    }
  }
}
