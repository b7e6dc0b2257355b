import Glibc

/// Files that take another's place in one step.
package enum AtomicFile {
  /// Puts a file of these bytes where `path` says: a reader sees the old file or the new one, never a part.
  ///
  /// A link is replaced, not followed. Several threads and processes may do so at once.
  ///
  /// - Errors: ``GeoError`` `cannotCreate` where no file can be made there, `inputOutput` where it cannot be written.
  package static func write(_ bytes: [UInt8], to path: String) throws(GeoError) {
    // Beside the file, so that it can take its place; somebody else may be writing the same.
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

  /// What `errno` says.
  package static func failure(_ code: GeoError.Code, _ path: String) -> GeoError {
    GeoError(code, String(cString: strerror(errno)), at: path)
  }
}
