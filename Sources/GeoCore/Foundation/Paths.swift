import Glibc

/// Whether two paths lead to one regular file.
package func areSameFile(_ a: String, _ b: String) -> Bool {
  var (one, other) = (stat(), stat())
  guard stat(a, &one) == 0, stat(b, &other) == 0, one.st_mode & S_IFMT == S_IFREG else { return false }
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino
}

/// Whether a path leads to a regular file: to something, and not to a folder or a pipe, of which reading may not end.
package func isRegularFile(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}

/// The path without links, `.` and `..`; nil if nothing is there.
package func resolvedPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

/// The same, valid from any folder; a path to nothing stays as it is.
package func absolutePath(_ path: String) -> String { resolvedPath(path) ?? path }

/// The error for a folder that `opendir` could not open, as `errno` says.
///
/// - Returns: `noInput`, because what is in the folder stays unread.
package func unlisted(_ folder: String) -> GeoError {
  GeoError(
    .noInput,
    "the files in this folder cannot be listed: \(String(cString: strerror(errno))) (name the files instead)",
    at: folder)
}
