import Geo
import GeoFormats
import Glibc

/// Passes each line of a stream to the decoder of its format.
final class LineDispatcher {
  private let context: LineContext
  /// By the raw value of their format; each is created at its first line.
  private var decoders = [(any LineDecoder)?](repeating: nil, count: LineForm.allCases.count)
  private var own = SkipCounts()

  init(_ context: LineContext) { self.context = context }

  /// The decoder of a format; nil for lines without one.
  private static func make(_ form: LineForm, _ context: LineContext) -> (any LineDecoder)? {
    switch form {
    // One case for each readable format, in the order of `LineForm`.
    case .nmea: NMEADecoder(context)
    case .gpsd: GPSDDecoder(context)
    case .ownTracks, .ownTracksRecord: OwnTracksLines(context)
    case .ndjson: NDJSONReader(context)
    default: nil
    }
  }

  /// Appends the events of whole lines; returns the number of the next line.
  @discardableResult
  func decode(_ run: LineRun, into events: inout [DeviceEvent]) -> Int {
    guard let base = run.bytes.baseAddress else { return run.firstLine }
    var at = 0
    var line = run.firstLine
    while at < run.bytes.count {
      let start = at
      let firstLine = line
      var form: LineForm?
      while at < run.bytes.count {
        let rest = run.bytes.count - at
        let length = memchr(base + at, 10, rest).map { UnsafeRawPointer($0) - (base + at) + 1 } ?? rest
        let next = LineForm(.init(start: base + at, count: length))
        if let form, next != form { break }
        form = next
        at += length
        line += 1
      }
      let part = UnsafeRawBufferPointer(start: base + start, count: at - start)
      guard let form else { break }
      decode(form, LineRun(bytes: part, firstLine: firstLine, arrival: run.arrival), line, into: &events)
    }
    return line
  }

  private func decode(_ form: LineForm, _ run: LineRun, _ end: Int, into events: inout [DeviceEvent]) {
    if form == .nothing { return }
    if let decoder = decoders[form.rawValue] { return decoder.decode(run, into: &events) }
    if let decoder = Self.make(form, context) {
      decoders[form.rawValue] = decoder
      return decoder.decode(run, into: &events)
    }
    own.count(
      "unknown line", by: end - run.firstLine,
      "\(context.name):\(run.firstLine): is not a line in a known format (expected NMEA 0183 or JSON)")
  }

  func flush(at arrival: TimeInterval?, into events: inout [DeviceEvent]) {
    for decoder in decoders { decoder?.flush(at: arrival, into: &events) }
  }

  /// How many seconds after the last line ``flush(at:into:)`` is due; nil if nothing is held.
  var patience: TimeInterval? { decoders.compactMap { $0?.patience }.min() }

  var goodCount: Int { decoders.reduce(0) { $0 + ($1?.goodCount ?? 0) } }

  /// Counts a fault of the stream rather than of a line.
  func count(_ kind: String, _ message: @autoclosure () -> String) { own.count(kind, message()) }

  var notes: [String] { decoders.flatMap { $0?.notes ?? [] } }

  var skips: SkipCounts {
    var all = own
    for decoder in decoders { if let decoder { all.add(decoder.skips) } }
    return all
  }
}
