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
    let (draft, file) = try draft(of: path)
    do throws(GeoError) {
      try fill(file, with: bytes, path)
      guard rename(draft, path) == 0 else { throw failure(.inputOutput, path) }
    } catch {
      unlink(draft)
      throw error
    }
  }

  /// The file that a link leads to; any other path is as it is.
  package static func target(of path: String) -> String { absolutePath(path) }

  /// Creates an empty file that can be renamed to `path`: beside it, and of this process alone.
  ///
  /// - Errors: ``GeoError`` `cannotCreate`.
  package static func draft(of path: String) throws(GeoError) -> (path: String, file: Int32) {
    for attempt in 0..<100 {
      let draft = "\(path).\(getpid())-\(attempt).part"
      let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file >= 0 { return (draft, file) }
      if errno != EEXIST { break }
    }
    throw failure(.cannotCreate, path)
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

  /// The error that `errno` describes, with what could not be done.
  package static func failure(_ code: GeoError.Code, _ path: String) -> GeoError {
    let reason = String(cString: strerror(errno))
    let operation =
      switch code {
      case .cannotCreate: "cannot be created: "
      case .inputOutput: "cannot be written: "
      case .noInput: "cannot be read: "
      default: ""
      }
    return GeoError(code, operation + reason, at: path)
  }

  /// The error for a file in a folder that takes no new one, as `errno` says.
  package static func failure(of path: String, inFolder folder: String) -> GeoError {
    let place = [".", "./", ""].contains(folder) ? "the current folder" : folder
    return GeoError(
      .cannotCreate,
      "cannot be created: you may not write in \(place): \(String(cString: strerror(errno))) (name a file in another "
        + "folder)", at: path)
  }
}
