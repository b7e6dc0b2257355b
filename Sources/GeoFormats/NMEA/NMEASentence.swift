import Glibc

/// The bytes of one sentence: the text between `$` and `*`.
struct NMEASentence {
  /// The first byte after the `$`.
  let start: UnsafePointer<UInt8>
  /// The end of the last field: the `*`, or the end of the line.
  let end: UnsafePointer<UInt8>

  /// The most bytes to search for the end of a possible sentence.
  static let longest = 256

  enum Check {
    case good, missing
    case bad(said: UInt8, found: UInt8)
    /// A `*` without two hexadecimal digits after it.
    case broken
  }

  /// Reads a line from after its `$` to its end, without newline and carriage return.
  ///
  /// - Source: NMEA 0183: the checksum is the exclusive or of all bytes between `$` and `*`.
  static func read(_ start: UnsafePointer<UInt8>, _ lineEnd: UnsafePointer<UInt8>) -> (NMEASentence, Check) {
    // Nearly always the last three bytes.
    if lineEnd - start >= 3, lineEnd[-3] == UInt8(ascii: "*") {
      let end = lineEnd - 3
      guard let said = hexadecimal(lineEnd[-2], lineEnd[-1]) else {
        return (.init(start: start, end: end), .broken)
      }
      let found = checksum(start, end)
      let check: Check = said == found ? .good : .bad(said: said, found: found)
      return (.init(start: start, end: end), check)
    }
    guard let star = memchr(start, Int32(UInt8(ascii: "*")), lineEnd - start) else {
      return (.init(start: start, end: lineEnd), .missing)
    }
    let end = UnsafePointer(star.assumingMemoryBound(to: UInt8.self))
    guard lineEnd - end >= 3, let said = hexadecimal(end[1], end[2]) else {
      return (.init(start: start, end: end), .broken)
    }
    let found = checksum(start, end)
    return (.init(start: start, end: end), said == found ? .good : .bad(said: said, found: found))
  }

  private static func checksum(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> UInt8 {
    var at = UnsafeRawPointer(start)
    let end = UnsafeRawPointer(end)
    var words: UInt64 = 0
    while end - at >= 8 {
      words ^= at.loadUnaligned(as: UInt64.self)
      at += 8
    }
    words ^= words >> 32
    words ^= words >> 16
    words ^= words >> 8
    var sum = UInt8(truncatingIfNeeded: words)
    while at < end {
      sum ^= at.load(as: UInt8.self)
      at += 1
    }
    return sum
  }

  private static func hexadecimal(_ high: UInt8, _ low: UInt8) -> UInt8? {
    guard let high = HexadecimalDigit.value(high), let low = HexadecimalDigit.value(low) else { return nil }
    return high << 4 | low
  }
}
