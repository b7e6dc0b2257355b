public import Geo
public import GeoFormats

/// A file, or standard input, whose lines depend on each other: NMEA 0183, possibly mixed with JSON.
///
/// - Shapes: see ``LineForm``; lines that begin with `#` are comments.
/// - Errors: a line of more than 1 MiB, or in an unknown format, is counted.
public final class LinesSource: EventSource {
  public let name: String
  public var skips: SkipCounts { decoders.skips }
  public var notes: [String] {
    let good = decoders.goodCount
    guard isOver, !hasDelivered, good > 0 else { return decoders.notes }
    return decoders.notes + [
      "\(name): \(good) lines are good, and none brings a fix: the receiver had none, or was a simulator's"
    ]
  }
  public var form: String { "lines of a receiver" }
  public var fraction: Double? { stream.fraction }

  private let stream: ByteStream
  private let lines: LineBuffer
  private let options: FeedOptions
  private let decoders: LineDispatcher
  private var lineNumber = 1
  private var isOver = false
  private var hasDelivered = false
  private var skip = EventsToSkip()
  /// How many events were delivered: a line depends on all previous ones, so a resumed run counts events.
  private var count = 0

  init(_ stream: ByteStream, device: String, directory: DeviceDirectory, options: FeedOptions) {
    name = stream.name
    self.stream = stream
    lines = LineBuffer(stream)
    self.options = options
    decoders = LineDispatcher(
      LineContext(name: stream.name, device: device, directory: directory, options: options))
  }

  public func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    guard !isOver else { return false }
    let first = batch.count
    switch try lines.next() {
    case .lines(let bytes, let isLast):
      // An incomplete line comes again.
      let length = isLast ? bytes.count : (bytes.lastIndex(of: 10).map { $0 + 1 } ?? 0)
      let whole = UnsafeRawBufferPointer(rebasing: bytes[..<length])
      lineNumber = decoders.decode(LineRun(bytes: whole, firstLine: lineNumber), into: &batch)
      lines.consume(length)
    case .overlong:
      decoders.count("line too long", "\(name):\(lineNumber): line is longer than \(LineBuffer.limit) bytes")
      lineNumber += 1
    case .end:
      if let fault = stream.takeFault() {
        decoders.count("input cut short", "\(name):\(lineNumber): \(fault)")
      }
      decoders.flush(at: nil, into: &batch)
      isOver = true
    }
    hasDelivered = hasDelivered || batch.count > first
    options.trim(&batch, from: first)
    count += max(0, batch.count - first - skip.count)
    skip.drop(&batch, from: first)
    return !isOver
  }

  public var positions: [SourcePosition] {
    name == "-" ? [] : [SourcePosition(source: name, events: count)]
  }

  public var isShort: Bool { skip.count > 0 }

  public func resume(at position: SourcePosition) {
    count = position.events
    skip.skip(position.events)
  }
}
