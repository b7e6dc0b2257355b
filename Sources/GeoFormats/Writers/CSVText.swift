package import Geo

/// Cells and lines of tables.
///
/// - Source: RFC 4180.
package enum CSVText {
  /// A cell, in quotes if it needs them.
  static func cell(_ word: String) -> TextBytes {
    var cell = TextBytes()
    let isPlain = !word.utf8.contains { [10, 13, UInt8(ascii: ","), UInt8(ascii: "\"")].contains($0) }
    guard !isPlain || word.hasPrefix(" ") || word.hasSuffix(" ") else {
      cell.write(string: word)
      return cell
    }
    cell.write("\"")
    for byte in word.utf8 {
      if byte == UInt8(ascii: "\"") { cell.write(byte: byte) }
      cell.write(byte: byte)
    }
    cell.write("\"")
    return cell
  }

  /// A line of values with its end; nothing for null, JSON for what is in parts.
  package static func line(_ values: [JSONValue]) -> [UInt8] {
    var line = TextBytes()
    for (index, value) in values.enumerated() {
      if index > 0 { line.write(",") }
      switch value {
      case .null: break
      case .string(let text): line.write(cell(text))
      case .number(let number) where number.isFinite: line.write(decimal: number)
      case .array, .object: line.write(cell(value.description))
      default: line.write(string: value.description)
      }
    }
    // A line without a byte would be no row.
    if line.bytes.isEmpty { line.write("\"\"") }
    line.write("\n")
    return line.bytes
  }

  /// The cells of the first line of a table.
  package static func titles(_ text: [UInt8]) -> [String] {
    text.withUnsafeBufferPointer { bytes in
      var row = CSVRow()
      _ = row.split(bytes, from: 0, by: UInt8(ascii: ","))
      return row.fields.indices.map { row.text($0, bytes) }
    }
  }
}
