import Geo

/// Reads well-known text: a table with a column of it, or lines of identifier, tab and geometry.
struct WKTFences {
  private let list: FenceList
  private var row = CSVRow()
  private var line = 1

  /// The titles of the geometry column, in lower case.
  private static let columns = ["wkt", "geometry", "geom", "the_geom", "wkt_geom"]

  init(_ list: FenceList) { self.list = list }

  /// Whether the first line that is not blank has either form.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    let line = text.split(whereSeparator: { $0 == 10 || $0 == 13 }).first { !isRemark($0) } ?? []
    if WKTParser.begins(line) || line.split(separator: 9).dropFirst().first.map(WKTParser.begins) == true {
      return true
    }
    return line.withUnsafeBufferPointer { header(of: $0) != nil }
  }

  /// Reads a whole text; unusable lines are counted.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    var at = 0
    var table: Table?
    var isFirst = true
    while at < bytes.count {
      let end = bytes[at...].firstIndex(of: 10) ?? bytes.count
      let text = UnsafeBufferPointer(rebasing: bytes[at..<end])
      if Self.isRemark(text) || text.allSatisfy({ $0 <= 0x20 }) {
        at = end + 1
        line += 1
        continue
      }
      if isFirst {
        isFirst = false
        table = Self.header(of: text)
        if table != nil {
          at = end + 1
          line += 1
          continue
        }
      }
      if let table {
        at = readRow(bytes, from: at, table)
      } else {
        readLine(text)
        at = end + 1
        line += 1
      }
    }
  }

  private static func isRemark(_ line: some Collection<UInt8>) -> Bool { line.first == UInt8(ascii: "#") }

  /// Reads `identifier TAB geometry [TAB name=value]…`; a missing identifier is a fault.
  private func readLine(_ text: UnsafeBufferPointer<UInt8>) {
    var texts = FenceTexts()
    var parts = text.split(separator: 9, omittingEmptySubsequences: false).map { trimmed($0) }
    if parts.count > 1, !WKTParser.begins(parts[0]) { texts.set(.id, parts.removeFirst()) }
    let place = "\(list.name):\(line):"
    for part in parts.dropFirst() where !part.isEmpty {
      let mark = part.firstIndex(of: UInt8(ascii: "="))
      let name = String(decoding: part[..<(mark ?? part.endIndex)], as: UTF8.self)
      guard let mark, let field = FenceField.named(name) else {
        let message = "\"\(name.prefix(40))\" is not a value (expected radius=, width= or another name=value)"
        list.count(RecordFault("unknown value", message), at: place)
        return
      }
      texts.set(field, part[(mark + 1)...])
    }
    add(texts, UnsafeBufferPointer(rebasing: parts[0]), at: place)
  }

  private func trimmed(
    _ text: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    let start = text.drop { $0 <= 0x20 }
    return start[..<((start.lastIndex { $0 > 0x20 }).map { $0 + 1 } ?? start.startIndex)]
  }

  /// Reads one row of a table and returns the start of the next.
  private mutating func readRow(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ table: Table
  ) -> Int {
    let place = "\(list.name):\(line):"
    let next: Int
    switch row.split(bytes, from: start, by: table.separator) {
    case .whole(let end):
      next = end
      var texts = FenceTexts()
      for (field, column) in table.fields { texts.set(field, row.text(column, bytes)) }
      add(texts, row.raw(table.geometry, bytes), at: place)
    case .open:
      next = bytes.count
      list.count(RecordFault("quotes", "a quote is not closed"), at: place)
    case .broken:
      next = (bytes[start...].firstIndex(of: 10) ?? bytes.count - 1) + 1
      list.count(RecordFault("quotes", "text follows a closing quote"), at: place)
    }
    line += bytes[start..<next].count { $0 == 10 }
    return next
  }

  private func add(_ texts: FenceTexts, _ geometry: UnsafeBufferPointer<UInt8>, at place: String) {
    texts.withFields { fields in
      list.add(fields, .wkt, at: place) { () throws(RecordFault) in
        var parser = WKTParser(geometry)
        return try parser.geometry()
      }
    }
  }

  /// The meaning of a table's columns.
  private struct Table {
    let separator: UInt8
    let geometry: Int
    var fields: [(field: FenceField, column: Int)] = []
  }

  /// The columns of a header line; nil if none is a geometry.
  private static func header(of text: UnsafeBufferPointer<UInt8>) -> Table? {
    guard let separator = CSVSeparator.guess(text) else { return nil }
    var row = CSVRow()
    guard case .whole = row.split(text, from: 0, by: separator) else { return nil }
    let titles = row.fields.indices.map { row.text($0, text) }
    guard let geometry = titles.firstIndex(where: { columns.contains($0.lowercased()) }) else { return nil }
    var table = Table(separator: separator, geometry: geometry)
    for (column, title) in titles.enumerated() {
      let field = FenceField.allCases.first { $0.name.lowercased() == title.lowercased() }
      if let field, column != geometry { table.fields.append((field, column)) }
    }
    return table
  }
}
