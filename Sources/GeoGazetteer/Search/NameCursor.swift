/// Iterates the names of a block; see ``NameBlocks`` for its form.
///
/// The creator keeps the bytes in place.
struct NameCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var next = 0
  /// The number of bytes that the name shares with the one before.
  private(set) var shared = 0
  /// Where its other bytes are, and its numbers.
  private var restRange = 0..<0
  private var numberRange = 0..<0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Advances to the next name; false after the last, and if the bytes are damaged.
  mutating func advance() -> Bool {
    guard let shared = count(), let length = count(), let numberLength = count() else { return false }
    guard length <= bytes.count - next, numberLength <= bytes.count - next - length else { return false }
    self.shared = shared
    restRange = next..<next + length
    numberRange = next + length..<next + length + numberLength
    next = numberRange.upperBound
    return true
  }

  /// The bytes after the shared prefix.
  var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[restRange]) }

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

  /// The first numbers of the name's bearers.
  func numbers(limit: Int) -> [UInt32] {
    var found: [UInt32] = []
    var value: UInt32 = 0
    var (step, shift): (UInt32, UInt32) = (0, 0)
    for byte in UnsafeBufferPointer(rebasing: bytes[numberRange]) {
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
