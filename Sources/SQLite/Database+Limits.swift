import CSQLite
package import GeoCore

/// Limits for untrusted files.
extension Database {
  /// Refuses values of more bytes, and statements of more than `work` million steps.
  package func limit(length: Int, work: Int32) {
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: length))
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
    workLimit = work
    // The database owns the counter and outlives every statement.
    sqlite3_progress_handler(
      handle, 1_000_000,
      { context in
        guard let left = context?.assumingMemoryBound(to: Int32.self) else { return 0 }
        left.pointee -= 1
        return left.pointee < 0 ? 1 : 0
      }, workLeft)
    beginWork()
  }

  /// Resets the count of steps for ``limit(length:work:)``.
  package func beginWork() { workLeft.pointee = workLimit }

  /// Fails if ``interrupt`` returns true; for long work between statements.
  ///
  /// - Errors: ``GeoError`` `unavailable`, like a stopped statement.
  package func checkInterrupt() throws(GeoError) {
    if interrupt?() == true { throw GeoError(.unavailable, "was stopped", at: path) }
  }

  func watch() {
    guard interrupt != nil else { return sqlite3_progress_handler(handle, 0, nil, nil) }
    // The database closes the handle, and with it the last statement, before it is freed.
    sqlite3_progress_handler(
      handle, 100_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Database>.fromOpaque(context).takeUnretainedValue().interrupt?() == true ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }
}
