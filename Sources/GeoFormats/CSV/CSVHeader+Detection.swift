import Geo

extension CSVHeader {
  /// Whether a stream begins with a table that has the coordinates of fixes.
  package static func begins(_ head: [UInt8], _ options: FeedOptions) -> Bool {
    let lines = head.split(separator: 10).map { $0.drop { $0 <= 0x20 } }
    guard let line = lines.first(where: { !$0.isEmpty && $0.first != UInt8(ascii: "#") }) else {
      return false
    }
    return Array(line).withUnsafeBufferPointer { line in
      var row = CSVRow()
      guard let separator = CSVSeparator.guess(line), case .whole = row.split(line, from: 0, by: separator)
      else { return false }
      let titles = row.fields.indices.map { row.text($0, line) }
      return isRow(titles, options)
        || (try? CSVHeader(titles, separator: separator, options: options, at: "-")) != nil
    }
  }
}
