package import GeoCore
import Glibc

/// Files that are there already where something is to be written.
package enum ReplacedFile {
  /// Refuses to replace what is something else, and so was probably not meant (HO-44).
  ///
  /// - Parameters:
  ///   - kind: what may be replaced, for the message: `a picture`.
  ///   - isKind: looks at the first kilobyte.
  /// - Errors: ``GeoError`` `usage`.
  package static func check(
    _ path: String, is kind: String, replaces: Bool, _ isKind: ([UInt8]) -> Bool
  ) throws(GeoError) {
    guard !replaces, let head = bytes(of: path), !head.isEmpty, !isKind(head) else { return }
    throw GeoError(.usage, "exists and is not \(kind) (-f replaces it)", at: path)
  }

  /// The last bytes of a file; none if it cannot be read.
  package static func tail(of path: String) -> [UInt8] { bytes(of: path, fromEnd: true) ?? [] }

  /// The first or the last kilobyte of a file; nil if it cannot be read.
  private static func bytes(of path: String, fromEnd: Bool = false) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1024)
    // A shorter file is read from its beginning.
    if fromEnd { lseek(file, -off_t(bytes.count), SEEK_END) }
    let count = read(file, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }
}
