import Geo

/// A text buffer of bytes, to be written to a file.
package struct TextBytes {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func write(string: String) { bytes.append(contentsOf: string.utf8) }

  mutating func write(_ other: TextBytes) { bytes.append(contentsOf: other.bytes) }

  mutating func write(_ other: UnsafeRawBufferPointer) { bytes.append(contentsOf: other) }

  mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes a JSON number in the fewest digits that read back the same.
  mutating func write(_ value: Double) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberText.longest) { room in
      guard let base = room.baseAddress else { return }
      let count = NumberText.write(value, to: base)
      bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
    }
  }

  /// Writes a number without an exponent, which XML Schema's decimals do not allow.
  mutating func write(decimal value: Double) {
    guard value.magnitude >= 9e9 || (value.magnitude < 1e-6 && value != 0) else { return write(value) }
    write(fixed: value.magnitude < 1 ? value : value.rounded(), decimals: value.magnitude < 1 ? 12 : 0)
  }

  /// Writes a number with `decimals` digits after its point; at most 2⁶² units of the last.
  mutating func write(fixed value: Double, decimals: Int, width: Int = 1) {
    var scale: UInt64 = 1
    for _ in 0..<decimals { scale *= 10 }
    let units = UInt64(min(value.magnitude * Double(scale), 0x1p62).rounded())
    if value < 0, units > 0 { write(byte: UInt8(ascii: "-")) }
    write(units / scale, width: width)
    guard decimals > 0 else { return }
    write(byte: UInt8(ascii: "."))
    write(units % scale, width: decimals)
  }

  /// Writes a whole number, padded with zeros to `width` digits.
  mutating func write(_ value: UInt64, width: Int) {
    let digits = String(value)
    for _ in 0..<max(0, width - digits.utf8.count) { write(byte: 0x30) }
    bytes.append(contentsOf: digits.utf8)
  }

  /// Writes a date as ISO 8601, with as many digits of the second as it needs, at most six.
  mutating func write(date time: TimeInterval) {
    let text = ISO8601.format(time.rounded(.down))
    let micros = UInt64(((time - time.rounded(.down)) * 1e6).rounded())
    guard micros > 0, micros < 1_000_000, text.hasSuffix("Z") else {
      return write(string: micros == 1_000_000 ? ISO8601.format(time.rounded()) : text)
    }
    write(string: String(text.dropLast()))
    write(byte: UInt8(ascii: "."))
    write(micros, width: 6)
    while bytes.last == 0x30 { bytes.removeLast() }
    write(byte: UInt8(ascii: "Z"))
  }

  /// Writes text as XML; characters that XML forbids become question marks.
  mutating func write(xml text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): write("&amp;")
      case UInt8(ascii: "<"): write("&lt;")
      case UInt8(ascii: ">"): write("&gt;")
      case UInt8(ascii: "\""): write("&quot;")
      case 9, 10, 13, 0x20...: write(byte: byte)
      default: write("?")
      }
    }
  }

  mutating func write(json text: String) { write(string: JSONValue.string(text).description) }
}
