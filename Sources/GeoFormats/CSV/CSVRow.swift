/// The separators that a table may use.
package enum CSVSeparator {
  package static let all: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 9, UInt8(ascii: "|")]

  /// The most frequent separator in `line` outside quotes, or nil without one.
  package static func guess(_ line: UnsafeBufferPointer<UInt8>) -> UInt8? {
    var counts = [Int](repeating: 0, count: all.count)
    var isQuoted = false
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, let index = all.firstIndex(of: byte) { counts[index] += 1 }
    }
    guard let most = counts.max(), most > 0, let index = counts.firstIndex(of: most) else { return nil }
    return all[index]
  }

  static func name(_ separator: UInt8) -> String {
    separator == 9 ? "tab" : "\"\(Character(UnicodeScalar(separator)))\""
  }
}

/// One record of a table, split into fields.
///
/// - Source: RFC 4180; spaces around a quoted field are allowed, a quote inside a bare field is text.
package struct CSVRow {
  package struct Field {
    var start: Int
    var count: Int
    /// Whether the field has doubled quotes.
    var hasEscape: Bool
  }

  package enum Ending {
    /// The record ends before this index.
    case whole(next: Int)
    /// A quoted field is still open at the end of the bytes.
    case open
    /// Text follows a closing quote.
    case broken
  }

  package private(set) var fields: [Field] = []

  private static let quote = UInt8(ascii: "\"")

  package init() {}

  /// Splits the record that begins at `start`.
  package mutating func split(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, by separator: UInt8)
    -> Ending
  {
    fields.removeAll(keepingCapacity: true)
    var at = start
    while true {
      while at < bytes.count, bytes[at] == 0x20 { at += 1 }
      if at < bytes.count, bytes[at] == Self.quote {
        guard let end = quoted(bytes, from: at + 1) else { return .open }
        at = end
        while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 13 { at += 1 }
        if at < bytes.count, bytes[at] != separator, bytes[at] != 10 { return .broken }
      } else {
        let first = at
        while at < bytes.count, bytes[at] != separator, bytes[at] != 10 { at += 1 }
        var end = at
        while end > first, bytes[end - 1] == 0x20 || bytes[end - 1] == 13 { end -= 1 }
        fields.append(Field(start: first, count: end - first, hasEscape: false))
      }
      if at >= bytes.count { return .whole(next: at) }
      at += 1
      if bytes[at - 1] == 10 { return .whole(next: at) }
    }
  }

  /// Adds the quoted field whose text begins at `start`; returns the index after the closing quote.
  private mutating func quoted(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var at = start
    var hasEscape = false
    while at < bytes.count {
      if bytes[at] == Self.quote {
        guard at + 1 < bytes.count, bytes[at + 1] == Self.quote else {
          fields.append(Field(start: start, count: at - start, hasEscape: hasEscape))
          return at + 1
        }
        hasEscape = true
        at += 1
      }
      at += 1
    }
    return nil
  }

  /// The raw bytes of a field, doubled quotes included; empty if the record is too short.
  func raw(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard index < fields.count else { return UnsafeBufferPointer(rebasing: bytes[0..<0]) }
    let field = fields[index]
    return UnsafeBufferPointer(rebasing: bytes[field.start..<field.start + field.count])
  }

  package func hasEscape(_ index: Int) -> Bool { index < fields.count && fields[index].hasEscape }

  package func text(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let raw = raw(index, bytes)
    guard hasEscape(index) else { return String(decoding: raw, as: UTF8.self) }
    var plain: [UInt8] = []
    var at = 0
    while at < raw.count {
      plain.append(raw[at])
      at += raw[at] == Self.quote ? 2 : 1
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
