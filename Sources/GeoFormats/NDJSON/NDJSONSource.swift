public import Geo

/// The canonical event log, one JSON object per line, from a file or standard input.
///
/// - Shapes: the table of types in the manual; `time` seconds since 1970 or ISO 8601. Unknown fields
///   are skipped with a note; if a field is given twice, the last counts; blank lines and CRLF are allowed.
/// - Errors: a line of more than 1 MiB, not JSON, of an unknown type or with an impossible value is counted.
public final class NDJSONSource: EventSource {
  public let name: String
  public var form: String { reader.marks.isEmpty ? "event log" : "recording" }
  public var skips: SkipCounts { reader.skips }
  public var notes: [String] { reader.marks.isEmpty ? reader.notes : [] }

  public var fraction: Double? { stream.fraction }
  public var stop: RecordedStop { reader.stop }

  private let stream: ByteStream
  private let lines: LineBuffer
  private let options: FeedOptions
  private let reader: NDJSONReader
  private var skip = EventsToSkip()
  private var position: SourcePosition

  package init(_ stream: ByteStream, device: String, directory: DeviceDirectory, options: FeedOptions) {
    name = stream.name
    self.stream = stream
    lines = LineBuffer(stream)
    self.options = options
    reader = NDJSONReader(
      LineContext(name: stream.name, device: device, directory: directory, options: options))
    position = SourcePosition(source: name, line: 1)
  }

  public func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    switch try lines.next() {
    case .lines(let bytes, let isLast):
      let first = batch.count
      let tail = bytes.lastIndex(of: 10).map { $0 + 1 } ?? 0
      reader.read(.init(rebasing: bytes[..<tail]), into: &batch)
      options.trim(&batch, from: first)
      lines.consume(tail)
      var place = SourcePosition(source: name, byte: lines.offset, line: reader.lineNumber)
      if tail < bytes.count {
        // The last line of a growing log may be incomplete: a later run reads it again.
        let before = batch.count
        reader.isCut = isLast
        reader.read(.init(rebasing: bytes[tail...]), into: &batch)
        options.trim(&batch, from: before)
        lines.consume(bytes.count - tail)
        place.events = batch.count - before
      }
      moved(to: place, by: batch.count - first)
      skip.drop(&batch, from: first)
      if let refusal = reader.refusal { throw refusal }
      try reader.times.check(name, &batch, from: first)
      return true
    case .overlong:
      reader.skips.count(
        "line too long", "\(name):\(reader.lineNumber): line is longer than \(LineBuffer.limit) bytes")
      reader.lineNumber += 1
      moved(to: SourcePosition(source: name, byte: lines.offset, line: reader.lineNumber), by: 0)
      return true
    case .end:
      if let fault = stream.takeFault() {
        reader.skips.count("input cut short", "\(name):\(reader.lineNumber): \(fault)")
      }
      return false
    }
  }

  /// The header of a recording on disk, from its first line.
  package func header() throws(GeoError) -> RecordingHeader? {
    stream.size > 0 ? RecordingHeader(try stream.peek()) : nil
  }

  public var positions: [SourcePosition] { name == "-" ? [] : [position] }
  public var isShort: Bool { skip.count > 0 || stream.isShort }

  public func resume(at position: SourcePosition) throws(GeoError) {
    self.position = position
    skip.skip(position.events)
    guard position.byte > 0 else { return }
    // Its first line, the header, is not read again.
    if RecordingHeader(try stream.peek()) != nil { reader.marks = .settled }
    try lines.skip(to: position.byte)
    reader.lineNumber = position.line
  }

  /// Updates the position after `count` further events.
  private func moved(to place: SourcePosition, by count: Int) {
    // Filled-in times depend on all previous points, so a resumed run counts events.
    if reader.fillsTimes {
      if skip.count < count { position.events += count - skip.count }
    } else if skip.count <= count {
      position = place
    }
  }
}
