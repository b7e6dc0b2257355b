package import Geo

/// A table with a header line, row by row, whatever its columns are.
///
/// - Shapes: separated by comma, semicolon, tab or bar; quotes after RFC 4180. Blank lines and lines that
///   begin with `#` may precede the header; blank lines between rows are skipped.
package final class CSVTable {
  package enum Step {
    /// ``row`` is the next row.
    case row
    /// A line that is not a row was skipped.
    case fault(RecordFault)
    case end
  }

  package let titles: [String]
  package let separator: UInt8
  /// The header line as written.
  package let headerText: String
  /// The number of the row's first line.
  package private(set) var line: Int
  package private(set) var row = CSVRow()
  /// The bytes that contain the row, valid until the next step.
  private(set) var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// The range of the row in them, without its newline.
  private(set) var range = 0..<0

  private let stream: ByteStream
  private let lines: LineBuffer
  private var at = 0
  private var isLast = false
  private var nextLine = 1

  /// Reads up to the end of the header.
  ///
  /// - Errors: ``GeoError`` (`data`) for a stream without a header.
  package init(_ stream: ByteStream) throws(GeoError) {
    self.stream = stream
    lines = LineBuffer(stream)
    line = 1
    var header: (titles: [String], separator: UInt8, text: String)?
    var row = CSVRow()
    while header == nil {
      guard case .lines(let run, let isLast) = try lines.next() else {
        throw GeoError(.data, stream.takeFault() ?? "has no header line", at: stream.name)
      }
      bytes = run.bindMemory(to: UInt8.self)
      self.isLast = isLast
      at = 0
      while header == nil, at < bytes.count {
        let end = bytes[at...].firstIndex(of: 10) ?? bytes.count
        let text = UnsafeBufferPointer(rebasing: bytes[at..<end])
        line = nextLine
        nextLine += 1
        at = min(end + 1, bytes.count)
        guard let first = text.first(where: { $0 > 0x20 }), first != UInt8(ascii: "#") else { continue }
        // A table may have one column.
        let separator = CSVSeparator.guess(text) ?? UInt8(ascii: ",")
        guard !text.contains(0), case .whole = row.split(text, from: 0, by: separator) else {
          let beginning = excerpt(text)
          throw GeoError(.data, "\"\(beginning)\" is not a header line", at: "\(stream.name):\(line)")
        }
        header = (row.fields.indices.map { row.text($0, text) }, separator, CSVTable.line(text))
      }
      if header == nil { lines.consume(bytes.count) }
    }
    guard let header else { preconditionFailure("the loop ends with a header") }
    (titles, separator, headerText) = header
  }

  /// How far the file has been read.
  package var position: Int64 { stream.position }

  package func next() throws(GeoError) -> Step {
    while true {
      while at < bytes.count {
        let start = at
        line = nextLine
        switch row.split(bytes, from: at, by: separator) {
        case .whole(let next):
          at = next
          nextLine += bytes[start..<next].count { $0 == 10 }
          range = start..<(next > start && bytes[next - 1] == 10 ? next - 1 : next)
          if row.fields.allSatisfy({ $0.count == 0 }) { continue }
          return .row
        case .open where !isLast:
          if try !refill() { return .fault(passLine()) }
          continue
        case .open, .broken: return .fault(passLine())
        }
      }
      lines.consume(at)
      at = 0
      switch try lines.next() {
      case .lines(let run, let isLast): (bytes, self.isLast) = (run.bindMemory(to: UInt8.self), isLast)
      case .overlong:
        bytes = UnsafeBufferPointer(start: nil, count: 0)
        range = 0..<0
        line = nextLine
        nextLine += 1
        return .fault(RecordFault("line too long", "line is longer than \(LineBuffer.limit) bytes"))
      case .end:
        bytes = UnsafeBufferPointer(start: nil, count: 0)
        if let fault = stream.takeFault() { throw GeoError(.data, "is cut short: \(fault)", at: stream.name) }
        return .end
      }
    }
  }

  /// The row as written, or the skipped line.
  package var rowText: String { CSVTable.line(UnsafeBufferPointer(rebasing: bytes[range])) }

  private static func line(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(
      decoding: bytes.last == 13 ? UnsafeBufferPointer(rebasing: bytes.dropLast()) : bytes, as: UTF8.self)
  }

  package func text(_ column: Int) -> String { row.text(column, bytes) }
  package func raw(_ column: Int) -> UnsafeBufferPointer<UInt8> { row.raw(column, bytes) }

  /// Reads more bytes for an open quote; false if there are none.
  private func refill() throws(GeoError) -> Bool {
    lines.consume(at)
    at = 0
    guard case .lines(let run, let isLast) = try lines.next() else {
      bytes = UnsafeBufferPointer(start: nil, count: 0)
      return false
    }
    (bytes, self.isLast) = (run.bindMemory(to: UInt8.self), isLast)
    return true
  }

  private func passLine() -> RecordFault {
    let end = at < bytes.count ? bytes[at...].firstIndex(of: 10) ?? bytes.count : at
    range = at..<end
    at = min(end + 1, bytes.count)
    nextLine += 1
    return RecordFault("quotes", "a quoted field does not end (expected a closing quote)")
  }
}
