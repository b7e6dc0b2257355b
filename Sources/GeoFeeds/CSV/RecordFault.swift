/// Why one record of a file is passed over.
package struct RecordFault: Error {
  /// What is counted together.
  package var kind: String
  /// What is wrong with this one, and what would be right.
  package var message: String

  package init(_ kind: String, _ message: String) { (self.kind, self.message) = (kind, message) }

  package static func columns(_ found: Int, expected: String) -> RecordFault {
    RecordFault("columns", "has \(found) columns separated by tabs (expected \(expected))")
  }

  package static func number(_ title: String, _ text: UnsafeBufferPointer<UInt8>, expected: String) -> RecordFault {
    RecordFault(title, "\(title) \"\(excerpt(text))\" cannot be read (expected \(expected))")
  }

  package static func missing(_ title: String) -> RecordFault { RecordFault("no \(title)", "has no \(title)") }

  /// The beginning of a text as a message shows it, without what would move a terminal's cursor.
  package static func excerpt(_ text: UnsafeBufferPointer<UInt8>) -> String {
    let scalars = String(decoding: text.prefix(40), as: UTF8.self).unicodeScalars
    var plain = String.UnicodeScalarView(
      scalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 })
    if text.count > 40 { plain.append("…") }
    return String(plain)
  }
}
