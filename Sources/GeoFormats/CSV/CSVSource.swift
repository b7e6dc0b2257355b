public import Geo

/// A table with a header line and one fix per line: CSV as loggers, gpsbabel and pandas write it.
///
/// - Shapes: separated by comma, semicolon, tab or bar; quotes after RFC 4180; a decimal comma where the
///   separator is not a comma. The columns are guessed from their titles, see ``notes``.
/// - Units: degrees, meters, meters per second, unless the title names another (`speed_kmh`, `ele (ft)`).
/// - Errors: ``GeoError`` (`data`) for a header without a place; unusable lines are counted.
public final class CSVSource: EventSource {
  public let name: String
  public internal(set) var skips = SkipCounts()
  public private(set) var notes: [String] = []

  public var form: String { "table" }
  public var fraction: Double? { stream.fraction }

  private let stream: ByteStream
  private let lines: LineBuffer
  private let options: FeedOptions
  private let directory: DeviceDirectory
  private let fileDevice: String
  private var header: CSVHeader?
  private var row = CSVRow()
  private var reader: CSVFixReader
  private var groups = GroupChanges()
  private var sensors = SensorEvents(form: "csv")
  /// Kept beside the header because each row asks, and its list of sensors is slow to reach.
  private var hasSensors = false
  private var lineNumber = 1
  private var skip = EventsToSkip()
  private var position: SourcePosition
  /// The last row of the last run of lines, in case it has no newline yet.
  private var lastRow = (start: 0, line: 0, firstEvent: 0)

  package init(_ stream: ByteStream, device: String, directory: DeviceDirectory, options: FeedOptions) {
    name = stream.name
    self.stream = stream
    lines = LineBuffer(stream)
    self.options = options
    self.directory = directory
    fileDevice = device
    position = SourcePosition(source: name, line: 1)
    reader = CSVFixReader(device: device, directory: directory, options: options)
  }

  public func read(into batch: inout [DeviceEvent]) throws(GeoError) -> Bool {
    switch try lines.next() {
    case .lines(let bytes, let isLast):
      let first = batch.count
      let begin = lines.offset
      let used = try read(bytes.bindMemory(to: UInt8.self), isLast, into: &batch)
      try reader.times.check(name, &batch, from: first)
      lines.consume(used)
      var place = SourcePosition(source: name, byte: lines.offset, line: lineNumber)
      if used > 0, bytes[used - 1] != 10, lastRow.line > 0 {
        // The last row of a growing table may be incomplete: a later run reads it again.
        options.trim(&batch, from: lastRow.firstEvent)
        place = SourcePosition(
          source: name, byte: begin + UInt64(lastRow.start), line: lastRow.line,
          events: batch.count - lastRow.firstEvent)
      }
      options.trim(&batch, from: first)
      moved(to: place, by: batch.count - first)
      skip.drop(&batch, from: first)
      return true
    case .overlong:
      skips.count("line too long", "\(name):\(lineNumber): line is longer than \(LineBuffer.limit) bytes")
      lineNumber += 1
      moved(to: SourcePosition(source: name, byte: lines.offset, line: lineNumber), by: 0)
      return true
    case .end:
      let fault = stream.takeFault()
      guard header != nil else {
        throw GeoError(.data, fault ?? "is empty (expected a header line and rows)", at: name)
      }
      if let fault { skips.count("input cut short", "\(name):\(lineNumber): \(fault)") }
      if reader.deliveredCount == 0, reader.untimedCount > 0 {
        let lack =
          header?[.time] == nil
          ? "no column is titled as a time, such as \"time\" (--time-column names one)"
          : "no row has a time"
        throw GeoError(.data, "\(lack): \(MissingTimes.help)", at: name)
      }
      return false
    }
  }

  public var positions: [SourcePosition] { name == "-" ? [] : [position] }
  public var isShort: Bool { skip.count > 0 || stream.isShort }

  /// Reads the header again, then continues at the position.
  public func resume(at position: SourcePosition) throws(GeoError) {
    self.position = position
    skip.skip(position.events)
    guard position.byte > 0 else { return }
    while header == nil {
      guard case .lines(let bytes, _) = try lines.next() else { return }
      let text = bytes.bindMemory(to: UInt8.self)
      var used = 0
      while header == nil, used < text.count { used = try readHeader(text, from: used) }
      lines.consume(used)
    }
    guard position.byte > lines.offset else { return }
    try lines.skip(to: position.byte)
    lineNumber = position.line
  }

  /// Updates the position after `count` further events.
  private func moved(to place: SourcePosition, by count: Int) {
    // Filled-in times depend on all previous points, so a resumed run counts events.
    if options.interval != nil || options.pace != nil {
      if skip.count < count { position.events += count - skip.count }
    } else if skip.count <= count {
      position = place
    }
  }

  /// Reads records and returns the bytes used; the rest is an open quote that may continue.
  private func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ isLast: Bool, into batch: inout [DeviceEvent]
  ) throws(GeoError) -> Int {
    var at = 0
    lastRow.line = 0
    search(bytes, from: 0)
    while at < bytes.count {
      guard let separator = header?.separator else {
        at = try readHeader(bytes, from: at)
        continue
      }
      switch row.split(bytes, from: at, by: separator) {
      case .whole(let next):
        lastRow = (at, lineNumber, batch.count)
        readRow(bytes, into: &batch)
        lineNumber += Self.newlines(bytes, at, next)
        at = next
      case .open where !isLast: return at
      case .open, .broken:
        skips.count("quotes", "\(name):\(lineNumber): a quoted field does not end (expected a closing quote)")
        at = Self.nextLine(bytes, at)
        lineNumber += 1
      }
    }
    return at
  }

  private func readHeader(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(GeoError) -> Int {
    let end = Self.nextLine(bytes, start)
    let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
    lineNumber += 1
    // Blank lines and comments may precede the header.
    guard let first = line.first(where: { $0 > 0x20 }), first != UInt8(ascii: "#") else { return end }
    guard let separator = CSVSeparator.guess(line), case .whole = row.split(line, from: 0, by: separator)
    else {
      let text = String(decoding: line.prefix(60).prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
      throw GeoError(
        .data, "\"\(text)\" is not a header (expected titles separated by comma, semicolon, tab or bar)",
        at: "\(name):\(lineNumber - 1)")
    }
    var titles = row.fields.indices.map { row.text($0, line) }
    let isRow = CSVHeader.isRow(titles, options)
    if isRow { titles = titles.indices.map { "\($0 + 1)" } }
    let header = try CSVHeader(
      titles, separator: separator, options: options, at: "\(name):\(lineNumber - 1)")
    notes.append("\(name): \(header.note)")
    self.header = header
    hasSensors = !header.sensors.columns.isEmpty
    if isRow { lineNumber -= 1 }
    search(bytes, from: isRow ? start : end)
    return isRow ? start : end
  }

  /// Looks through the first rows for columns of hemispheres, before any of them is read.
  private func search(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    guard let separator = header?.separator, header?.searchesRows == true else { return }
    var (row, at) = (CSVRow(), start)
    while header?.searchesRows == true, at < bytes.count,
      case .whole(let next) = row.split(bytes, from: at, by: separator)
    {
      header?.search(row, bytes)
      at = next
    }
    if let note = header?.takeHemispheres(), !notes.contains("\(name): \(note)") {
      notes.append("\(name): \(note)")
    }
  }

  private func readRow(_ bytes: UnsafeBufferPointer<UInt8>, into batch: inout [DeviceEvent]) {
    if row.fields.count == 1, row.fields[0].count == 0 { return }
    guard let header else { return }
    switch reader.read(row, bytes, header) {
    case .success(let event):
      if reader.deliveredCount == 1, reader.lacksZone {
        notes.append(
          "\(name): times without an offset are read as UTC (or name their zone, such as --time-zone Europe/Berlin)"
        )
      }
      if let column = header.group, let change = groups.change(by: event, to: row.text(column, bytes)) {
        batch.append(change)
      }
      if hasSensors { readSensors(event, bytes, into: &batch) }
      batch.append(event)
    case .failure(let fault): skips.count(fault.kind, "\(name):\(lineNumber): \(fault.message)")
    }
    for fault in reader.drainRemarks() {
      skips.count(fault.kind, "\(name):\(lineNumber): \(fault.message)")
    }
  }

  private func readSensors(
    _ event: DeviceEvent, _ bytes: UnsafeBufferPointer<UInt8>, into batch: inout [DeviceEvent]
  ) {
    guard let header else { return }
    let (values, faults) = header.sensors.read(row, bytes, separator: header.separator)
    for fault in faults { skips.count(fault.kind, "\(name):\(lineNumber): \(fault.message)") }
    sensors.append(values, at: event.time, of: event.device, into: &batch)
  }

  private static func nextLine(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var at = start
    while at < bytes.count, bytes[at] != 10 { at += 1 }
    return min(at + 1, bytes.count)
  }

  private static func newlines(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var count = 0
    for index in start..<end where bytes[index] == 10 { count += 1 }
    return count
  }
}
