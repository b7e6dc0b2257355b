public import GeoCore

/// Finds the rules of a time zone by name; nil if the zone is unknown.
public typealias ZoneFinder = @Sendable (String) -> TimeZoneRules?

/// Writes values as little-endian bytes, compact and fast.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init(capacity: Int) { bytes.reserveCapacity(capacity) }

  package mutating func write(_ value: UInt8) { bytes.append(value) }
  package mutating func write(_ value: Bool) { bytes.append(value ? 1 : 0) }

  package mutating func write(_ value: UInt64) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ value: Double) { write(value.bitPattern) }

  package mutating func write(_ value: CLLocationCoordinate2D) {
    write(value.latitude)
    write(value.longitude)
  }

  /// Writes a usually small number with seven bits per byte, as LEB128 does.
  package mutating func write(count value: Int) {
    var rest = UInt64(bitPattern: Int64(value))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  package mutating func write(_ value: String) {
    var value = value
    value.withUTF8 { text in
      write(count: text.count)
      bytes.append(contentsOf: text)
    }
  }

  package mutating func write<Element>(
    _ elements: [Element], _ writeElement: (inout ByteWriter, Element) -> Void
  ) {
    write(count: elements.count)
    for element in elements { writeElement(&self, element) }
  }
}

/// Reads the bytes of a ``ByteWriter``.
package struct ByteReader {
  /// The bytes end too early or hold an invalid value.
  package struct Fault: Error { package init() {} }

  private let bytes: [UInt8]
  private var index = 0
  /// Finds the rules of a time zone by its name.
  package let zones: ZoneFinder

  package init(_ bytes: [UInt8], zones: @escaping ZoneFinder = { TimeZoneRules.fixed($0) }) {
    self.bytes = bytes
    self.zones = zones
  }

  package var isAtEnd: Bool { index == bytes.count }

  package mutating func byte() throws(Fault) -> UInt8 {
    guard index < bytes.count else { throw Fault() }
    index += 1
    return bytes[index - 1]
  }

  package mutating func flag() throws(Fault) -> Bool { try byte() != 0 }

  package mutating func word() throws(Fault) -> UInt64 {
    guard bytes.count - index >= 8 else { throw Fault() }
    var value: UInt64 = 0
    for offset in 0..<8 { value |= UInt64(bytes[index + offset]) << UInt64(8 * offset) }
    index += 8
    return value
  }

  /// A number; an infinite one stands for «never» or «always» in places.
  package mutating func double() throws(Fault) -> Double { try known() }

  /// A number, or NaN where it is missing.
  package mutating func measure() throws(Fault) -> Double { Double(bitPattern: try word()) }

  /// The same as an optional.
  package mutating func optional() throws(Fault) -> Double? {
    let value = try measure()
    return value.isNaN ? nil : value
  }

  /// A number that may have no end.
  package mutating func known() throws(Fault) -> Double {
    let value = Double(bitPattern: try word())
    guard !value.isNaN else { throw Fault() }
    return value
  }

  /// A time that may never come: finite, or infinity.
  package mutating func coming() throws(Fault) -> Double {
    let value = try known()
    guard value > -.infinity else { throw Fault() }
    return value
  }

  /// The same, or nil for NaN.
  package mutating func optionalComing() throws(Fault) -> Double? {
    let value = Double(bitPattern: try word())
    guard value > -.infinity || value.isNaN else { throw Fault() }
    return value.isNaN ? nil : value
  }

  /// The latest time of something so far: finite, or minus infinity before the first.
  package mutating func latest() throws(Fault) -> Double {
    let value = try known()
    guard value < .infinity else { throw Fault() }
    return value
  }

  package mutating func coordinate() throws(Fault) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: try double(), longitude: try double())
  }

  package mutating func count() throws(Fault) -> Int {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let next = try byte()
      value |= UInt64(next & 0x7f) << shift
      if next < 0x80 { return Int(truncatingIfNeeded: value) }
    }
    throw Fault()
  }

  /// A number of things: sums with a larger one could overflow.
  package mutating func natural() throws(Fault) -> Int {
    let value = try count()
    guard (0...1 << 53).contains(value) else { throw Fault() }
    return value
  }

  /// The same of eight bytes.
  package mutating func naturalWord() throws(Fault) -> UInt64 {
    let value = try word()
    guard value <= 1 << 53 else { throw Fault() }
    return value
  }

  package mutating func text() throws(Fault) -> String {
    let length = try count()
    guard length >= 0, length <= bytes.count - index else { throw Fault() }
    defer { index += length }
    return String(decoding: bytes[index..<index + length], as: UTF8.self)
  }

  package mutating func array<Element>(
    _ read: (inout ByteReader) throws(Fault) -> Element
  ) throws(Fault) -> [Element] {
    let length = try count()
    // An element takes at least a byte, so a damaged length cannot request more memory than there are bytes.
    guard length >= 0, length <= bytes.count - index else { throw Fault() }
    var elements: [Element] = []
    elements.reserveCapacity(length)
    for _ in 0..<length { elements.append(try read(&self)) }
    return elements
  }
}
