/// Numbers in as few bytes as they need: seven bits each, the lowest first.
package struct VariableBytes {
  package var bytes: [UInt8] = []

  package init() {}

  package mutating func add(_ value: UInt64) {
    var rest = value
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Adds a number that may be negative: zigzagged, the sign is the last bit.
  package mutating func add(difference: Int) {
    add(UInt64(bitPattern: Int64(difference << 1 ^ difference >> 63)))
  }
}
