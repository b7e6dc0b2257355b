/// Goes through the names of a block; see ``NameBlocks`` for its shape.
struct NameCursor {
  let bytes: [UInt8]
  private var next = 0
  /// How many bytes the name shares with the one before.
  private(set) var shared = 0
  /// Where its other bytes are, and its numbers.
  private(set) var rest = 0..<0
  private(set) var numbers = 0..<0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Goes to the next name; false behind the last, and where the bytes are damaged.
  mutating func advance() -> Bool {
    guard let shared = count(), let length = count(), let numberLength = count() else { return false }
    guard length <= bytes.count - next, numberLength <= bytes.count - next - length else { return false }
    self.shared = shared
    rest = next..<next + length
    numbers = rest.upperBound..<rest.upperBound + numberLength
    next = numbers.upperBound
    return true
  }

  private mutating func count() -> Int? {
    var value = 0
    var shift = 0
    while next < bytes.count, shift < 28 {
      let byte = bytes[next]
      next += 1
      value |= Int(byte & 0x7f) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  /// The first numbers of what bears the name.
  func numbers(limit: Int) -> [UInt32] {
    var found: [UInt32] = []
    var value: UInt32 = 0
    var (step, shift): (UInt32, UInt32) = (0, 0)
    for byte in bytes[numbers] {
      step |= UInt32(byte & 0x7f) << shift
      shift += 7
      guard byte < 0x80 else {
        if shift > 28 { break }
        continue
      }
      value &+= step
      found.append(value)
      if found.count == limit { break }
      (step, shift) = (0, 0)
    }
    return found
  }
}
