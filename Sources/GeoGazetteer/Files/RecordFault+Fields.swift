import Geo

/// Faults in the fields of a table of places.
extension RecordFault {
  static func columns(_ found: Int, expected: String) -> RecordFault {
    RecordFault("columns", "has \(found) columns separated by tabs (expected \(expected))")
  }

  static func number(_ title: String, _ text: UnsafeBufferPointer<UInt8>, expected: String) -> RecordFault {
    RecordFault(title, "\(title) \"\(excerpt(text))\" cannot be read (expected \(expected))")
  }

  static func missing(_ title: String) -> RecordFault { RecordFault("no \(title)", "has no \(title)") }
}
