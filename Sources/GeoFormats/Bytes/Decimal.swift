import Glibc

/// Numbers as text, read from bytes: what XML Schema and CSV call a decimal, and exponents.
package enum Decimal {
  /// Returns the double nearest to `text`, or nil when it is not a number or too large for one.
  ///
  /// - Shapes: `52.3`, `-.5`, `+1e-3`; surrounding space is skipped. No `nan`, `inf`, hexadecimal, comma.
  /// - Source: exact where the digits fit 2⁵³ and the power of ten is at most 10²², Clinger 1990
  ///   "How to read floating point numbers accurately"; else `strtod`.
  package static func parse(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard var at = text.baseAddress else { return nil }
    var end = at + text.count
    while at < end, at.pointee <= 0x20 { at += 1 }
    while at < end, end[-1] <= 0x20 { end -= 1 }
    let start = at
    var isNegative = false
    if at < end, at.pointee == UInt8(ascii: "-") || at.pointee == UInt8(ascii: "+") {
      isNegative = at.pointee == UInt8(ascii: "-")
      at += 1
    }
    var mantissa: UInt64 = 0
    var power = 0
    let firstDigit = at
    while at < end, case let digit = at.pointee &- 0x30, digit < 10 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      at += 1
    }
    var digits = at - firstDigit
    if at < end, at.pointee == UInt8(ascii: ".") {
      at += 1
      let firstDecimal = at
      while at < end, case let digit = at.pointee &- 0x30, digit < 10 {
        mantissa = mantissa &* 10 &+ UInt64(digit)
        at += 1
      }
      power = firstDecimal - at
      digits -= power
    }
    guard digits > 0 else { return nil }
    if at < end {
      guard at.pointee | 0x20 == UInt8(ascii: "e"), isExponent(at + 1, end) else { return nil }
      return slow(start, end)
    }
    // 19 digits always fit 64 bits.
    guard digits <= 19, mantissa <= 1 << 53, power >= -22 else { return slow(start, end) }
    let value = Double(mantissa) / powers[-power]
    return isNegative ? -value : value
  }

  private static func isExponent(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    var at = start
    if at < end, at.pointee == UInt8(ascii: "-") || at.pointee == UInt8(ascii: "+") { at += 1 }
    guard at < end else { return false }
    while at < end, at.pointee &- 0x30 < 10 { at += 1 }
    return at == end
  }

  /// The text is known to be a number; `strtod` wants it terminated, and its locale is C here.
  private static func slow(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Double? {
    guard end - start <= 1 << 12 else { return nil }
    var copy = Array(UnsafeBufferPointer(start: start, count: end - start))
    copy.append(0)
    let value = copy.withUnsafeBytes { bytes in
      bytes.baseAddress.map { strtod($0.assumingMemoryBound(to: CChar.self), nil) }
    }
    guard let value, value.isFinite else { return nil }
    return value
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]
}
