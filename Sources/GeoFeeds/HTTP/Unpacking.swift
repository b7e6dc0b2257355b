import GeoFormats

/// Unpacks a complete gzip in memory.
enum Unpacking {
  enum Outcome {
    case bytes([UInt8])
    /// The output exceeds the limit.
    case tooLarge
    case broken(String)
  }

  /// - Parameter limit: the most bytes of output.
  static func unpack(_ packed: UnsafeRawBufferPointer, limit: Int) -> Outcome {
    let gunzip = Gunzip(Array(packed))
    var bytes: [UInt8] = []
    var fault: String?
    var isTooLarge = false
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { block.deallocate() }
    unpacking: while true {
      switch gunzip.unpack(into: block) {
      case .bytes(let count):
        guard bytes.count + count <= limit else {
          isTooLarge = true
          break unpacking
        }
        bytes.append(contentsOf: block[..<count])
      case .needsInput: gunzip.refilled(with: 0)
      case .fault(let words):
        fault = words
        break unpacking
      case .end: break unpacking
      }
    }
    if isTooLarge { return .tooLarge }
    return fault.map { .broken($0) } ?? .bytes(bytes)
  }
}
