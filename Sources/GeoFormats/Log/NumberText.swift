import CSimdJSON

/// Writes JSON numbers in digits that read back to the same number.
enum NumberText {
  /// The most bytes of one number.
  static let longest = Int(GEO_NUMBER_LENGTH)

  /// Writes a finite number and returns the bytes written.
  @inline(__always)
  static func write(_ value: Double, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    let size = value.magnitude
    // A whole number below 2⁵³ divided by a power of ten is what its digits read back to, because both are
    // exact; this finds numbers with at most seven decimals, such as most coordinates and times.
    if size < 9e7 {
      let digits = (size * 1e7).rounded()
      if digits / 1e7 == size, size != 0 || value.sign == .plus {
        return write(UInt64(digits), decimals: 7, scale: 10_000_000, isNegative: value < 0, to: bytes)
      }
    } else if size < 9e9 {
      let digits = (size * 1e6).rounded()
      if digits / 1e6 == size {
        return write(UInt64(digits), decimals: 6, scale: 1_000_000, isNegative: value < 0, to: bytes)
      }
    }
    return bytes.withMemoryRebound(to: CChar.self, capacity: longest) { geo_number_write(value, $0) }
  }

  @inline(__always)
  private static func write(
    _ digits: UInt64, decimals: Int, scale: UInt64, isNegative: Bool, to bytes: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var count = 0
    if isNegative {
      bytes[0] = UInt8(ascii: "-")
      count = 1
    }
    let whole = digits / scale
    var fraction = digits % scale
    count += write(whole, to: bytes + count)
    guard fraction > 0 else { return count }
    bytes[count] = UInt8(ascii: ".")
    count += 1
    for place in stride(from: decimals - 1, through: 0, by: -1) {
      bytes[count + place] = UInt8(truncatingIfNeeded: fraction % 10) &+ 0x30
      fraction /= 10
    }
    count += decimals
    while bytes[count - 1] == 0x30 { count -= 1 }
    return count
  }

  @inline(__always)
  private static func write(_ whole: UInt64, to bytes: UnsafeMutablePointer<UInt8>) -> Int {
    var length = 1
    var bound: UInt64 = 10
    while whole >= bound {
      length += 1
      bound *= 10
    }
    var rest = whole
    for place in stride(from: length - 1, through: 0, by: -1) {
      bytes[place] = UInt8(truncatingIfNeeded: rest % 10) &+ 0x30
      rest /= 10
    }
    return length
  }
}
