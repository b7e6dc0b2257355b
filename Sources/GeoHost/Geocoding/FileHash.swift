import Geo
import Glibc

/// Identifies a file by its contents.
enum FileHash {
  /// Its size and the FNV-1a hash of its bytes.
  ///
  /// - Errors: ``GeoError`` `noInput` for a file that cannot be read.
  static func text(of path: String) throws(GeoError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault(path) }
    defer { close(descriptor) }
    var hash = FNV1a()
    var size = 0
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw fault(path) }
      if count == 0 { break }
      bytes.withUnsafeBufferPointer { hash.combine(UnsafeBufferPointer(rebasing: $0[..<count])) }
      size += count
    }
    return "\(size)-\(String(hash.value, radix: 16))"
  }

  private static func fault(_ path: String) -> GeoError {
    GeoError(.noInput, "cannot be read: \(String(cString: strerror(errno)))", at: path)
  }
}
