import Glibc

/// Files that replace another in one step.
package enum AtomicFile {
  /// Writes these bytes to `path` atomically: a reader sees the old file or the new one, never a part.
  ///
  /// A link is replaced, not followed. Several threads and processes may write at once.
  ///
  /// - Errors: ``GeoError`` `cannotCreate` if the file cannot be created there, `inputOutput` if it cannot be
  ///   written.
  package static func write(_ bytes: [UInt8], to path: String) throws(GeoError) {
    // The draft lies beside the file, so that rename can replace it; another process may be writing the same
    // file.
    var draft = ""
    var file: Int32 = -1
    for attempt in 0..<100 where file < 0 {
      draft = "\(path).\(getpid())-\(attempt).part"
      file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file < 0, errno != EEXIST { break }
    }
    guard file >= 0 else { throw failure(.cannotCreate, path) }
    do throws(GeoError) {
      try fill(file, with: bytes, path)
      guard rename(draft, path) == 0 else { throw failure(.inputOutput, path) }
    } catch {
      unlink(draft)
      throw error
    }
  }

  /// Writes to an open file and closes it.
  ///
  /// - Errors: ``GeoError`` `inputOutput`.
  package static func fill(_ file: Int32, with bytes: [UInt8], _ path: String) throws(GeoError) {
    guard bytes.withUnsafeBytes({ writeAll(file, $0) }) else {
      let failure = failure(.inputOutput, path)
      close(file)
      throw failure
    }
    guard close(file) == 0 else { throw failure(.inputOutput, path) }
  }

  /// The error that `errno` describes.
  package static func failure(_ code: GeoError.Code, _ path: String) -> GeoError {
    GeoError(code, String(cString: strerror(errno)), at: path)
  }
}
